import { parseJson } from "../../contract/json.ts";
import { nameKey } from "../../core/shop/name-key.ts";
import { type Backfill, type Fragment, fragment, named, type Sql } from "../engine.ts";
import { firstChanges } from "../queries/inventory.ts";
import { profilesOf } from "../queries/profiles.ts";
import { insertWords, lockPets, rewriteWords } from "../queries/words.ts";
import { statementRows } from "../rows.ts";
import type { Table, View } from "../view.ts";
import { EVENTS, ORDERS, PET, PETS, PROFILES, STOCK_CHANGES } from "./tables.ts";

/** The rows of a batch: their keys are after one, up to the last. */
interface Rows<Held> {
  readonly rows: readonly Held[];
  readonly after: bigint;
  readonly last: bigint;
  readonly now: number;
}

/** A step that fills in what follows from some columns of a table. */
function backfill<Held>(
  table: Pick<Table, "name" | "table" | "key">,
  columns: Pick<View<Held>, "list" | "read">,
  fill: (sql: Sql, batch: Rows<Held>) => Promise<unknown>,
): Backfill {
  const key = named(table.key);
  return {
    table,
    async fill(sql, after, { now, limit }) {
      const found = await sql`
        select ${columns.list} from ${table.table} where ${key} > ${after} order by ${key} limit ${limit}`;
      const last = found.at(-1)?.[table.key] as bigint | undefined;
      if (last === undefined) return undefined;
      await fill(sql, { rows: found.map(columns.read), after, last, now });
      return { position: last, rows: found.length };
    },
  };
}

/** Adds the name key and the first stock change for the pets of a store of version 1.0. */
export const backfillLifecycle = backfill(
  PETS,
  PETS.only("id", "name"),
  async (sql, { rows: pets, after, last, now }) => {
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
  },
);

/** Adds the words of profiles on PostgreSQL, for the pets of a store of version 1.2. */
export const backfillFacts = backfill(PROFILES, PROFILES.only("petId"), async (sql, { rows }) => {
  const ids = rows.map(({ petId }) => petId);
  await lockPets(sql, ids);
  await rewriteWords(sql, ids);
});

/** Notes the pets of a store of version 1.2: SQLite's engine writes the words of those that are noted, before the commit. */
export const backfillTerms = backfill(
  PETS,
  PETS.only("id"),
  async (sql, { after, last }) =>
    sql`insert or ignore into unindexed_pets (pet_id) select id from pets where id > ${after} and id <= ${last}`,
);

/** Adds the words of names for the pets of a store of version 1.1. */
export const backfillWords = backfill(PETS, PET, (sql, { rows }) => insertWords(sql, rows));

/** Sets when orders of version 1.1 were placed, from their stock changes. */
export const backfillPlacing = backfill(
  STOCK_CHANGES,
  STOCK_CHANGES.only("id"),
  async (sql, { after, last }) => sql`
    update orders set placed_at = placed.at
    from (
      select order_id, at from stock_changes where id > ${after} and id <= ${last} and reason = 'order_placed'
    ) placed
    where placed.order_id = orders.id`,
);

/** Sets what the pets of a store of version 1.2 are sorted by: the day on which they were added. */
export const backfillArrivals = backfill(PETS, PETS.only("id", "arrival"), async (sql, { rows: pets, after, last }) => {
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
});

/** Sets what the orders of a store of version 1.2 remember of their pets, of those that still exist. */
export const backfillOrderedPets = backfill(
  ORDERS,
  ORDERS.only("id"),
  async (sql, { after, last }) => sql`
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
    where pet.id = orders.pet_id and orders.id > ${after} and orders.id <= ${last} and orders.pet_name is null`,
);

/** Sets when orders were completed, from the feed; also when they were placed, if their pet and its stock changes are gone. */
export const backfillFromEvents = backfill(
  EVENTS,
  EVENTS.only("position", "type", "at", "data"),
  async (sql, { rows: events }) => {
    const ordersOf = (wanted: string) =>
      events.filter(({ type }) => type === wanted).map(({ at, data }) => [orderIn(data), BigInt(at)]);
    await setTimes(sql, fragment`placed_at`, ordersOf("order.placed"));
    await setTimes(sql, fragment`completed_at`, ordersOf("order.completed"));
  },
);

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
