import { INT32_MAX } from "../../contract/common.ts";
import type { InventoryEntry, StockChange, StockChangeReason } from "../../contract/inventory.ts";
import type { PetStatus } from "../../contract/pets.ts";
import type { Inventory } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";
import { inOrder, startsAfter } from "./slice.ts";

interface EntryRow {
  readonly id: bigint;
  readonly quantity: bigint | number;
  readonly status: PetStatus;
}

interface ChangeRow {
  readonly id: bigint;
  readonly pet_id: bigint;
  readonly delta: bigint | number;
  readonly quantity: bigint | number;
  readonly reason: StockChangeReason;
  readonly note: string | null;
  readonly order_id: bigint | null;
  readonly at: bigint;
}

export function inventory(sql: Sql): Inventory {
  return {
    async list(slice) {
      const rows = await sql<EntryRow>`
        select id, quantity, status from pets where ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(entry);
    },

    async find(petId) {
      const [row] = await sql<EntryRow>`select id, quantity, status from pets where id = ${petId}`;
      return row && entry(row);
    },

    async change({ petId, delta, reason, note, orderId, at }, { quantity, status } = {}) {
      const [changed] = await sql<EntryRow>`
        update pets set quantity = quantity + ${delta}
        where id = ${petId} and quantity between ${-delta} and ${INT32_MAX - delta}
          and quantity = coalesce(${quantity ?? null}, quantity) and status = coalesce(${status ?? null}, status)
        returning id, quantity, status`;
      if (changed === undefined) return undefined;
      const [row] = await sql<ChangeRow>`
        insert into stock_changes (pet_id, delta, quantity, reason, note, order_id, at)
        values (${petId}, ${delta}, ${changed.quantity}, ${reason}, ${note ?? null}, ${orderId ?? null}, ${at})
        returning id, pet_id, delta, quantity, reason, note, order_id, at`;
      if (row === undefined) throw new Error("insert returned no row");
      return { ...stockChange(row), status: changed.status };
    },

    async changes(petId, slice) {
      const rows = await sql<ChangeRow>`
        select id, pet_id, delta, quantity, reason, note, order_id, at from stock_changes
        where pet_id = ${petId} and ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(stockChange);
    },
  };
}

function entry({ id, quantity, status }: EntryRow): InventoryEntry {
  return { petId: id, quantity: Number(quantity), status };
}

function stockChange({ id, pet_id, delta, quantity, reason, note, order_id, at }: ChangeRow): StockChange {
  return {
    id,
    petId: pet_id,
    delta: Number(delta),
    quantity: Number(quantity),
    reason,
    ...(note !== null && { note }),
    ...(order_id !== null && { orderId: order_id }),
    at: new Date(Number(at)).toISOString(),
  };
}
