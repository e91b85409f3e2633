/**
 * The limit on PostgreSQL: `Bun.serve` and the driver alone, with the statements that petstore sends, prepared, on as many
 * connections. No key, no check of what comes in, no header but the type; the rows become JSON.
 */
import { SQL } from "bun";
import { settings } from "../../src/config.ts";
import type { PetFilter } from "../../src/core/ports.ts";
import { type Statement, statementsOf } from "../growth/queries.ts";
import { pageLimit } from "../requests.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly category_id: string;
  readonly status: string;
}

/** The statement with which petstore reads the first page. It asks for one animal more, to know whether there is another. */
async function statementFor(filter: PetFilter): Promise<Statement> {
  const first = { after: 0n, limit: pageLimit + 1 };
  const [statement] = await statementsOf("$", ({ pets }) => pets.list(filter, first));
  if (statement === undefined) throw new Error("petstore sent no statement");
  return statement;
}

const byStatus = await statementFor({ status: "available" });
const byIds = await statementFor({ ids: Array.from({ length: pageLimit }, () => 1n) });

const { DATABASE_URL = "", PORT } = process.env;
const sql = new SQL(DATABASE_URL, { max: Number(settings.databaseConnections.default) });

function rowsFor(url: string): Promise<Row[]> {
  const ids = /[?&]ids=([^&]+)/.exec(url)?.[1];
  if (ids === undefined) return sql.unsafe(byStatus.text, [...byStatus.values]);
  return sql.unsafe(byIds.text, [...ids.split(","), ...byIds.values.slice(pageLimit)]);
}

/** What the contract calls it. The driver gives 64-bit integers as text. */
function pet({ id, name, category_id, status }: Row) {
  return { id: Number(id), name, categoryId: Number(category_id), status };
}

Bun.serve({
  port: Number(PORT),
  hostname: "127.0.0.1",
  async fetch({ url }) {
    const rows = await rowsFor(url);
    return Response.json(rows.slice(0, pageLimit).map(pet));
  },
});
