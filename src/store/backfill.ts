import { parseJson } from "../contract/json.ts";
import { nameKey } from "../core/name-key.ts";
import { type Backfill, type Filled, type Sql, template } from "./engine.ts";
import { insertWords } from "./queries/pet-words.ts";
import { EVENTS, PET, PETS, STOCK_CHANGES } from "./tables.ts";

/** Rows per transaction: bounds memory, and the work that is lost when the upgrade is interrupted. */
const BATCH_ROWS = 5000;

export const backfillLifecycle: Backfill = { table: PETS, fill: fillLifecycle };
export const backfillWords: Backfill = { table: PETS, fill: fillWords };
export const backfillPlacing: Backfill = { table: STOCK_CHANGES, fill: fillPlacing };
export const backfillFromEvents: Backfill = { table: EVENTS, fill: fillFromEvents };

/** Adds the name key and the first stock change for the pets of a store of version 1.0. */
async function fillLifecycle(sql: Sql, after: bigint, now: number): Promise<Filled | undefined> {
  const pets = await sql<{ id: bigint; name: string }>`
    select id, name from pets where id > ${after} order by id limit ${BATCH_ROWS}`;
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  const keys = pets.flatMap(({ id, name }) => [id, nameKey(name)]);
  await sql(keyUpdate(pets.length), ...keys, after, last);
  await sql`
    insert into stock_changes (pet_id, delta, quantity, reason, at)
    select id, quantity, quantity, 'created', cast(${now} as bigint) from pets
    where id > ${after} and id <= ${last} order by id`;
  return { position: last, rows: pets.length };
}

/** Adds the words of names for the pets of a store of version 1.1. */
async function fillWords(sql: Sql, after: bigint): Promise<Filled | undefined> {
  const rows = await sql`select ${PET.list} from pets where id > ${after} order by id limit ${BATCH_ROWS}`;
  const pets = rows.map(PET.read);
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  await insertWords(sql, pets);
  return { position: last, rows: pets.length };
}

/** Sets when orders of version 1.1 were placed, from their stock changes. */
async function fillPlacing(sql: Sql, after: bigint): Promise<Filled | undefined> {
  const changes = await sql<{ id: bigint }>`
    select id from stock_changes where id > ${after} order by id limit ${BATCH_ROWS}`;
  const last = changes.at(-1)?.id;
  if (last === undefined) return undefined;
  await sql`
    update orders set placed_at = placed.at
    from (
      select order_id, at from stock_changes where id > ${after} and id <= ${last} and reason = 'order_placed'
    ) placed
    where placed.order_id = orders.id`;
  return { position: last, rows: changes.length };
}

/** Sets when orders were completed, from the feed; also when they were placed, if their pet and its stock changes are gone. */
async function fillFromEvents(sql: Sql, after: bigint): Promise<Filled | undefined> {
  const events = await sql<{ position: bigint; type: string; at: bigint; data: string }>`
    select position, type, at, data from events where position > ${after} order by position limit ${BATCH_ROWS}`;
  const last = events.at(-1)?.position;
  if (last === undefined) return undefined;
  const ordersOf = (wanted: string) =>
    events.filter(({ type }) => type === wanted).flatMap(({ at, data }) => [orderIn(data), at]);
  await setTimes(sql, "placed_at", ordersOf("order.placed"));
  await setTimes(sql, "completed_at", ordersOf("order.completed"));
  return { position: last, rows: events.length };
}

function orderIn(data: string): bigint {
  return (parseJson(data) as { readonly id: bigint }).id;
}

/** Sets a time of orders that do not have it yet, from alternating ids and times. */
async function setTimes(sql: Sql, column: "placed_at" | "completed_at", values: readonly bigint[]): Promise<void> {
  if (values.length === 0) return;
  const between = values.slice(1).map((_, index) => (index % 2 === 0 ? " as bigint), cast(" : " as bigint)), (cast("));
  const start = `update orders set ${column} = coalesce(${column}, known.column2) from (values (cast(`;
  await sql(template(start, ...between, " as bigint))) as known where orders.id = known.column1"), ...values);
}

let fullUpdate: TemplateStringsArray | undefined;

/** Engines cache the statement of a template, so all full batches share one. */
function keyUpdate(rows: number): TemplateStringsArray {
  if (rows !== BATCH_ROWS) return makeKeyUpdate(rows);
  return (fullUpdate ??= makeKeyUpdate(rows));
}

function makeKeyUpdate(rows: number): TemplateStringsArray {
  const between = Array.from({ length: 2 * rows - 1 }, (_, index) => (index % 2 === 0 ? " as bigint), " : "), (cast("));
  const start = "update pets set name_key = keys.column2 from (values (cast(";
  // The range, because PostgreSQL may otherwise read the whole table for each batch.
  return template(start, ...between, ")) as keys where pets.id = keys.column1 and pets.id > ", " and pets.id <= ", "");
}
