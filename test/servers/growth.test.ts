/* Queries whose time must not grow with the number of pets: an index serves each of them on both engines. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import type { PetStatus } from "../../src/contract/pets.ts";
import { INVENTORY_CHUNK } from "../../src/core/inventory.ts";
import type { Repositories } from "../../src/core/ports.ts";
import { openStore } from "../../src/store/index.ts";
import { adjustment, NOON, rex } from "../harness.ts";
import { sharedPostgres } from "../postgres.ts";
import { type Plan, postgresGenericPlan, postgresPlan, sqlitePlan, statementsOf } from "../query-plans.ts";

/** Enough that an index is worth using even for the last pages, few enough to insert in a second. */
const SIZE = 50_000;

/** A page of the default size: the core asks for one more, to know whether there is a next page. */
const PAGE = 21;

const START = { after: 0n, limit: PAGE };
const anyId = () => BigInt(1 + Math.floor(Math.random() * SIZE));
const someIds = () => Array.from({ length: 20 }, anyId);
const anyStatus = () =>
  (["available", "pending", "sold"] satisfies PetStatus[])[Math.floor(Math.random() * 3)] ?? "sold";
/** Among the last pages, but with a full page after it. */
const deep = () => ({ after: BigInt(Math.floor(SIZE * (0.9 + 0.08 * Math.random()))), limit: PAGE });

interface HotQuery {
  readonly name: string;
  /** The most rows that it may read: what it returns, and for lists of ids those that the filter drops. */
  readonly rowsMax: number;
  /** Runs it with random parameters. */
  run(repositories: Repositories): Promise<unknown>;
}

const HOT_QUERIES: readonly HotQuery[] = [
  { name: "list, first page", rowsMax: PAGE, run: ({ pets }) => pets.list({}, START) },
  { name: "list, deep", rowsMax: PAGE, run: ({ pets }) => pets.list({}, deep()) },
  { name: "list by status, first page", rowsMax: PAGE, run: ({ pets }) => pets.list({ status: anyStatus() }, START) },
  { name: "list by status, deep", rowsMax: PAGE, run: ({ pets }) => pets.list({ status: "available" }, deep()) },
  { name: "list of 20 ids", rowsMax: PAGE, run: ({ pets }) => pets.list({ ids: someIds() }, START) },
  {
    name: "list of 20 ids by status",
    rowsMax: PAGE,
    run: ({ pets }) => pets.list({ ids: someIds(), status: anyStatus() }, START),
  },
  { name: "get", rowsMax: 1, run: ({ pets }) => pets.find(anyId()) },
  {
    name: "a chunk of the inventory",
    rowsMax: INVENTORY_CHUNK,
    run: ({ inventory }) => inventory.list({ after: anyId() / 2n, limit: INVENTORY_CHUNK }),
  },
  {
    name: "create",
    rowsMax: 1,
    run: ({ pets }) => pets.insert(rex, 1, NOON),
  },
  { name: "change a stock", rowsMax: 1, run: ({ inventory }) => inventory.change(adjustment(anyId(), 7)) },
];

/** As in a shop, most of the older half is sold and the newer half is available; one in ten is pending. */
const COLUMNS = `'Rex ' || n, 1 + n % 50,
  case when n % 10 = 9 then 'pending' when n <= ${SIZE} / 2 then 'sold' else 'available' end, n % 10`;
const INSERT = "insert into pets (name, category_id, status, quantity)";

const folder = mkdtempSync(join(tmpdir(), "petstore-test-"));
const sqlitePath = join(folder, "petstore.db");
let sql: SQL;

beforeAll(async () => {
  await (await openStore(`sqlite://${sqlitePath}`, Date.now())).close();
  using database = new Database(sqlitePath);
  database.run(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${SIZE})
    ${INSERT} select ${COLUMNS} from numbers`);
  database.run("analyze");

  const url = await (await sharedPostgres()).createDatabase();
  await (await openStore(url, Date.now())).close();
  sql = new SQL(url, { max: 1 });
  await sql.unsafe(`${INSERT} select ${COLUMNS} from generate_series(1, ${SIZE}) as numbers (n)`);
  await sql.unsafe("vacuum analyze pets");
});

afterAll(async () => {
  await sql.close();
  rmSync(folder, { recursive: true });
});

async function sqlitePlans({ run }: HotQuery): Promise<Plan[]> {
  return (await statementsOf("?", run)).map((statement) => sqlitePlan(sqlitePath, statement));
}

async function postgresPlans({ run }: HotQuery): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const statement of await statementsOf("$", run)) plans.push(await postgresPlan(sql, statement));
  return plans;
}

describe.each([
  ["SQLite", sqlitePlans],
  ["PostgreSQL", postgresPlans],
] as const)("on %s", (_, plansOf) => {
  for (const query of HOT_QUERIES) {
    test(`an index serves "${query.name}", which reads only what it returns`, async () => {
      // Parameters are random: try a few.
      for (let time = 0; time < 5; time++) {
        for (const plan of await plansOf(query)) {
          expect(plan).toMatchObject({ isFullScan: false });
          expect(plan.rows ?? 0).toBeLessThanOrEqual(query.rowsMax);
          expect(plan.text).not.toMatch(/\bSort\b|TEMP B-TREE/);
        }
      }
    });
  }
});

test("PostgreSQL's plan for any parameters is never a full scan", async () => {
  for (const { run } of HOT_QUERIES) {
    for (const statement of await statementsOf("$", run)) {
      expect(await postgresGenericPlan(sql, statement)).toMatchObject({ isFullScan: false });
    }
  }
});

test("these tests recognise a full scan", async () => {
  const scan = { text: "select id from pets where name = 'Rex'", values: [] };
  expect(sqlitePlan(sqlitePath, scan).isFullScan).toBe(true);
  expect((await postgresGenericPlan(sql, scan)).isFullScan).toBe(true);
});
