import { parseJson } from "../../contract/json.ts";
import { nameKey } from "../../core/shop/name-key.ts";
import { type Backfill, type Batch, type Filled, type Fragment, fragment, type Sql } from "../engine.ts";
import { firstChanges } from "../queries/inventory.ts";
import { profilesOf } from "../queries/profiles.ts";
import { insertWords, lockPets, rewriteWords } from "../queries/words.ts";
import { statementRows } from "../rows.ts";
import { EVENTS, ORDERS, PET, PETS, PROFILES, STOCK_CHANGES } from "./tables.ts";

export const backfillLifecycle: Backfill = { table: PETS, fill: fillLifecycle };
export const backfillFacts: Backfill = { table: PROFILES, fill: fillFacts };
export const backfillWords: Backfill = { table: PETS, fill: fillWords };
export const backfillTerms: Backfill = { table: PETS, fill: fillTerms };
export const backfillPlacing: Backfill = { table: STOCK_CHANGES, fill: fillPlacing };
export const backfillArrivals: Backfill = { table: PETS, fill: fillArrivals };
export const backfillOrderedPets: Backfill = { table: ORDERS, fill: fillOrderedPets };
export const backfillFromEvents: Backfill = { table: EVENTS, fill: fillFromEvents };

const ARRIVAL = PETS.only("id", "arrival");

/** Adds the name key and the first stock change for the pets of a store of version 1.0. */
async function fillLifecycle(sql: Sql, after: bigint, { now, limit }: Batch): Promise<Filled | undefined> {
  const pets = await sql<{ id: bigint; name: string }>`
    select id, name from pets where id > ${after} order by id limit ${limit}`;
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  for (const rows of statementRows(pets.map(({ id, name }) => [id, nameKey(name)]))) {
    // The range, because PostgreSQL may otherwise read the whole table for each batch.
    await sql`
      update pets set name_key = keys.column2 from (values ${{ rows }}) as keys
      where pets.id = cast(keys.column1 as bigint) and pets.id > ${after} and pets.id <= ${last}`;
  }
  await sql`
    insert into stock_changes (pet_id, delta, quantity, reason, at)
    select id, quantity, quantity, 'created', cast(${now} as bigint) from pets
    where id > ${after} and id <= ${last} order by id`;
  return { position: last, rows: pets.length };
}

/** Adds the words of profiles on PostgreSQL, for the pets of a store of version 1.2. */
async function fillFacts(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const rows = await sql<{ pet_id: bigint }>`
    select pet_id from profiles where pet_id > ${after} order by pet_id limit ${limit}`;
  const ids = rows.map(({ pet_id }) => pet_id);
  const last = ids.at(-1);
  if (last === undefined) return undefined;
  await lockPets(sql, ids);
  await rewriteWords(sql, ids);
  return { position: last, rows: ids.length };
}

/** Notes the pets of a store of version 1.2: SQLite's engine writes the words of those that are noted, before the commit. */
async function fillTerms(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const pets = await sql<{ id: bigint }>`select id from pets where id > ${after} order by id limit ${limit}`;
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  await sql`
    insert or ignore into unindexed_pets (pet_id) select id from pets where id > ${after} and id <= ${last}`;
  return { position: last, rows: pets.length };
}

/** Adds the words of names for the pets of a store of version 1.1. */
async function fillWords(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const rows = await sql`select ${PET.list} from pets where id > ${after} order by id limit ${limit}`;
  const pets = rows.map(PET.read);
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  await insertWords(sql, pets);
  return { position: last, rows: pets.length };
}

/** Sets when orders of version 1.1 were placed, from their stock changes. */
async function fillPlacing(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const changes = await sql<{ id: bigint }>`
    select id from stock_changes where id > ${after} order by id limit ${limit}`;
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

/** Sets what the pets of a store of version 1.2 are sorted by: the day on which they were added. */
async function fillArrivals(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const rows = await sql`select ${ARRIVAL.list} from pets where id > ${after} order by id limit ${limit}`;
  const pets = rows.map(ARRIVAL.read);
  const last = pets.at(-1)?.id;
  if (last === undefined) return undefined;
  const ids = pets.map(({ id }) => id);
  const [added, profiles] = [await firstChanges(sql, ids), await profilesOf(sql, ids)];
  const days = pets.flatMap(({ id, arrival }) => {
    const at = profiles.get(id)?.arrivedOn === undefined ? added.get(id) : undefined;
    return at === undefined ? [] : [[id, at.slice(0, 10), arrival]];
  });
  for (const some of statementRows(days)) {
    // Unless somebody has said meanwhile when the pet came.
    await sql`
      update pets set arrival = added.column2 from (values ${{ rows: some }}) as added
      where pets.id = cast(added.column1 as bigint) and pets.arrival = added.column3
        and pets.id > ${after} and pets.id <= ${last}`;
  }
  return { position: last, rows: pets.length };
}

/** Sets what the orders of a store of version 1.2 remember of their pets, of those that still exist. */
async function fillOrderedPets(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const orders = await sql<{ id: bigint }>`select id from orders where id > ${after} order by id limit ${limit}`;
  const last = orders.at(-1)?.id;
  if (last === undefined) return undefined;
  await sql`
    update orders set pet_name = pet.name, pet_category_id = pet.category_id, pet_category = pet.category,
      pet_reference = pet.reference
    from (
      select pets.id as id, pets.name as name, pets.category_id as category_id, categories.name as category,
        profiles.reference as reference
      from pets
      left join profiles on profiles.pet_id = pets.id
      left join categories on categories.id = pets.category_id
      where pets.id in (select pet_id from orders where id > ${after} and id <= ${last} and pet_name is null)
    ) pet
    where pet.id = orders.pet_id and orders.id > ${after} and orders.id <= ${last} and orders.pet_name is null`;
  return { position: last, rows: orders.length };
}

/** Sets when orders were completed, from the feed; also when they were placed, if their pet and its stock changes are gone. */
async function fillFromEvents(sql: Sql, after: bigint, { limit }: Batch): Promise<Filled | undefined> {
  const events = await sql<{ position: bigint; type: string; at: bigint; data: string }>`
    select position, type, at, data from events where position > ${after} order by position limit ${limit}`;
  const last = events.at(-1)?.position;
  if (last === undefined) return undefined;
  const ordersOf = (wanted: string) =>
    events.filter(({ type }) => type === wanted).map(({ at, data }) => [orderIn(data), at]);
  await setTimes(sql, fragment`placed_at`, ordersOf("order.placed"));
  await setTimes(sql, fragment`completed_at`, ordersOf("order.completed"));
  return { position: last, rows: events.length };
}

function orderIn(data: string): bigint {
  return (parseJson(data) as { readonly id: bigint }).id;
}

/** Sets a time of orders that do not have it yet, from their ids and times. */
async function setTimes(sql: Sql, column: Fragment, times: readonly (readonly bigint[])[]): Promise<void> {
  for (const rows of statementRows(times)) {
    await sql`
      update orders set ${column} = coalesce(${column}, cast(known.column2 as bigint)) from (values ${{ rows }}) as known
      where orders.id = cast(known.column1 as bigint)`;
  }
}
