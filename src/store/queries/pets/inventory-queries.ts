import { INT32_MAX } from "../../../contract/common.ts";
import type { InventoryEntry } from "../../../contract/pets/inventory.ts";
import { chain } from "../../../core/concurrency/maybe-promise.ts";
import type { Inventory } from "../../../core/ports.ts";
import type { Row, Sql } from "../../engine.ts";
import { insertOne } from "../../rows.ts";
import { PETS, STOCK_CHANGES } from "../../schema/tables.ts";
import { inOrder, known, startsAfter } from "../table-slice.ts";
import { foldChanges } from "./stock-folding.ts";

const ENTRY = PETS.only("id", "quantity", "status");
const FIRST_CHANGE = STOCK_CHANGES.only("petId", "at");
const NEW_CHANGE = STOCK_CHANGES.without("id");

export function inventory(sql: Sql): Inventory {
  return {
    list: (slice) =>
      chain(sql`select ${ENTRY.list} from pets where ${startsAfter(slice)} ${inOrder(slice)}`, (rows) =>
        rows.map(entry),
      ),

    find: (petId) => chain(sql`select ${ENTRY.list} from pets where id = ${petId}`, ([row]) => row && entry(row)),

    async quantities(petIds) {
      const rows = await sql`select ${ENTRY.list} from pets where id in (${petIds})`;
      return new Map(rows.map(ENTRY.read).map(({ id, quantity }) => [id, quantity]));
    },

    firstChanges: (petIds) => firstChanges(sql, petIds),

    async change({ at, ...change }, { quantity, status } = {}) {
      const { petId, delta } = change;
      const [changed] = await sql`
        update pets set quantity = quantity + ${delta}
        where id = ${petId} and quantity between ${-delta} and ${INT32_MAX - delta}
          and quantity = coalesce(${quantity ?? null}, quantity) and status = coalesce(${status ?? null}, status)
        returning ${ENTRY.list}`;
      if (changed === undefined) return undefined;
      const after = ENTRY.read(changed);
      const added = { ...change, quantity: after.quantity, at: new Date(at).toISOString() };
      return { ...(await insertOne(sql, NEW_CHANGE, added, STOCK_CHANGES)), status: after.status };
    },

    async lock(petId) {
      const [row] = await sql`update pets set quantity = quantity where id = ${petId} returning ${ENTRY.list}`;
      return row && entry(row);
    },

    changes: (petId, slice) =>
      STOCK_CHANGES.all(sql`
        select ${STOCK_CHANGES.list} from stock_changes
        where pet_id = ${known(petId)} and ${startsAfter(slice)} ${inOrder(slice)}`),

    foldChanges: (keptSince, limit) => foldChanges(sql, keptSince, limit),
  };
}

function entry(row: Row): InventoryEntry {
  const { id: petId, quantity, status } = ENTRY.read(row);
  // Not the whole row: a list of all pets would copy it 100,000 times.
  return { petId, quantity, status };
}

/** Returns when the stock of each of these pets first changed, by id. */
export async function firstChanges(sql: Sql, petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  // The order names the columns of stock_changes_by_pet: of a pet with many changes only the first is read.
  const rows = await sql`
    select id as pet_id, (
      select at from stock_changes where pet_id = pets.id order by stock_changes.pet_id, stock_changes.id limit 1
    ) as at
    from pets where id in (${petIds})`;
  const dated = rows.filter(({ at }) => at !== null);
  return new Map(dated.map(FIRST_CHANGE.read).map(({ petId, at }) => [petId, at]));
}
