/**
 * The limit on PostgreSQL: `Bun.serve` and the driver alone, with petstore's statements on as many connections. It asks
 * for no key, checks no input and sends no header but the type.
 */
import { SQL } from "bun";
import { PLANNER_SETTINGS } from "../../src/store/postgres/postgres-connection.ts";

const pageLimit = 20;
// As many connections as petstore opens by default.
const connections = 10;

interface Row {
  readonly id: string;
  readonly name: string;
  readonly category_id: string;
  readonly status: string;
}

const columns = "id, name, category_id, status";
const marks = Array.from({ length: pageLimit }, (_, index) => `$${index + 1}`);
const byIds = `select ${columns} from pets where id in (${marks}) and id > $21 order by id limit $22`;
const byStatus = `select ${columns} from pets where status in ($1, $2) and id > $3 order by status, id limit $4`;

const { DATABASE_URL = "", PORT } = process.env;
const sql = new SQL(DATABASE_URL, { max: connections, connection: PLANNER_SETTINGS });

/** The rows of the first page, and one more, which would tell whether there is another page. */
function firstRows(url: string): Promise<Row[]> {
  const ids = /[?&]ids=([^&]+)/.exec(url)?.[1]?.split(",");
  return ids === undefined
    ? sql.unsafe(byStatus, ["available", "available", 0, pageLimit + 1])
    : sql.unsafe(byIds, [...ids, 0, pageLimit + 1]);
}

Bun.serve({
  port: Number(PORT),
  hostname: "127.0.0.1",
  async fetch({ url }) {
    const rows = (await firstRows(url)).slice(0, pageLimit);
    // The driver returns 64-bit integers as text.
    const pets = rows.map(({ id, name, category_id, status }) => ({
      id: Number(id),
      name,
      categoryId: Number(category_id),
      status,
    }));
    return Response.json(pets);
  },
});
