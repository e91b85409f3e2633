import { nameKey } from "../core/name-key.ts";
import { type Filled, type Sql, template } from "./engine.ts";
import { insertWords } from "./queries/pet-words.ts";
import { PET } from "./tables.ts";

/** Pets per transaction: bounds memory, and the work that is lost when the upgrade is interrupted. */
const BATCH_ROWS = 5000;

/** Gives the pets of a store of version 1.0 their name key and their first stock change. */
export async function backfillLifecycle(sql: Sql, after: bigint, now: number): Promise<Filled | undefined> {
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

/** Gives the pets of a store of version 1.1 the words that they are found by. */
export async function backfillWords(sql: Sql, after: bigint): Promise<Filled | undefined> {
  const rows = await sql`select ${PET.list} from pets where id > ${after} order by id limit ${BATCH_ROWS}`;
  const pets = rows.map(PET.read);
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  await insertWords(sql, pets);
  return { position: last, rows: pets.length };
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
