/*
 * What `petstore doctor --repair` mends: what the program derives from other data, so that it can be proved. None of it is in a
 * response, so there are no events. A repair runs while the service does.
 */
import { nameKey } from "../core/shop/name-key.ts";
import { type Engine, fragment, type Row, type Sql } from "./engine.ts";
import { miscounted } from "./event-health.ts";
import { formatCount } from "./figures.ts";
import { misnamedRows, strayCustomers, unfoundOrders } from "./name-health.ts";
import { deleteCustomerWords, insertCustomerWords } from "./queries/words.ts";
import { upsert } from "./rows.ts";
import { ACTIVITY } from "./schema/tables.ts";
import type { Table } from "./view.ts";
import { repairWords } from "./word-health.ts";

/** Rows that are written in one transaction. */
const BATCH_ROWS = 1000;

interface Given {
  readonly engine: Engine;
  readonly now: number;
  /** Only counts. */
  readonly isDryRun: boolean;
}

/** Each returns how many rows it has written, or would write, and says what these are. */
const REPAIRS: readonly {
  readonly mend: (given: Given) => Promise<number>;
  readonly describe: (count: number) => string;
}[] = [
  { mend: mendNames, describe: (count) => `the search keys of ${formatCount(count, "name")}` },
  {
    mend: ({ engine, isDryRun }) => repairWords(engine, isDryRun),
    describe: (count) => `the words of ${formatCount(count, "pet")}`,
  },
  { mend: mendCustomers, describe: (count) => `the words of the customers of ${formatCount(count, "order")}` },
  { mend: mendActivity, describe: (count) => `the counts of events of ${formatCount(count, "quarter hour")}` },
];

/** Mends what the checks find and the data prove; a dry run changes nothing. Yields what it did, or would do, as sentences. */
export async function* repair(engine: Engine, now: number, isDryRun: boolean): AsyncGenerator<string> {
  for (const { mend, describe } of REPAIRS) {
    const count = await mend({ engine, now, isDryRun });
    if (count > 0) yield `${isDryRun ? "would write" : "wrote"} ${describe(count)} again`;
  }
}

/** A category keeps its key while another one has the right one: then two have one name, and a person has to decide. */
async function mendNames({ engine, isDryRun }: Given): Promise<number> {
  let count = 0;
  for await (const [table, rows] of misnamedRows(engine.sql)) {
    if (isDryRun) count += rows.length;
    else if (rows.length > 0) count += await engine.transaction(({ sql }) => writeKeys(sql, table, rows));
  }
  return count;
}

async function writeKeys(sql: Sql, { table, name: tableName }: Table, rows: readonly Row[]): Promise<number> {
  let count = 0;
  for (const { id, name } of rows) {
    const key = nameKey(String(name));
    const isFree =
      tableName === "categories"
        ? fragment`not exists (select 1 from categories other where other.name_key = ${key})`
        : fragment`1 = 1`;
    // Unless somebody has renamed it meanwhile.
    const written = await sql`
      update ${table} set name_key = ${key} where id = ${id ?? null} and name = ${name ?? null} and ${isFree} returning id`;
    count += written.length;
  }
  return count;
}

async function mendCustomers({ engine, isDryRun }: Given): Promise<number> {
  let count = 0;
  for (const find of [unfoundOrders, strayCustomers]) {
    for (let after = 0n; ; ) {
      const ids = await find(engine.sql, after, BATCH_ROWS);
      const last = ids.at(-1);
      if (last === undefined) break;
      if (!isDryRun) await engine.transaction(({ sql }) => writeCustomers(sql, ids));
      count += ids.length;
      after = last;
    }
  }
  return count;
}

async function writeCustomers(sql: Sql, ids: readonly bigint[]): Promise<void> {
  // Locks them: nobody changes their customers meanwhile.
  const orders = await sql<{ id: bigint; customer_name: string | null }>`
    update orders set complete = complete where id in (${ids}) returning id, customer_name`;
  for (const id of ids) await deleteCustomerWords(sql, id);
  await insertCustomerWords(
    sql,
    orders.map(({ id, customer_name }) => ({ id, customerName: customer_name ?? undefined })),
  );
}

/** Adds the difference to the counts: what is counted meanwhile stays. */
async function mendActivity({ engine, now, isDryRun }: Given): Promise<number> {
  if (isDryRun) return (await miscounted(engine.sql, now, Number.MAX_SAFE_INTEGER)).length;
  let count = 0;
  for (;;) {
    const written = await engine.transaction(async ({ sql }) => {
      // Locks the feed, so that another repair and the service count before or after this one.
      await sql`update event_head set deleted_to = deleted_to`;
      const rows = await miscounted(sql, now, BATCH_ROWS);
      const missing = rows.map(({ quarter, type, counted, found }) => {
        return { id: `${quarter} ${type}`, quarter: Number(quarter), type, events: Number(found - counted) };
      });
      await upsert(sql, ACTIVITY, missing, fragment`(id) do update set events = activity.events + excluded.events`);
      return rows.length;
    });
    count += written;
    if (written < BATCH_ROWS) return count;
  }
}
