import type { InventoryEntry } from "../../contract/inventory.ts";
import type { PetStatus } from "../../contract/pets.ts";
import type { Inventory } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";

interface Row {
  readonly id: bigint;
  readonly quantity: bigint | number;
  readonly status: PetStatus;
}

export function inventory(sql: Sql): Inventory {
  return {
    async list({ after, limit }) {
      const rows = await sql<Row>`select id, quantity, status from pets where id > ${after} order by id limit ${limit}`;
      return rows.map(entry);
    },

    async find(petId) {
      const [row] = await sql<Row>`select id, quantity, status from pets where id = ${petId}`;
      return row && entry(row);
    },

    async setQuantity(petId, quantity, expected) {
      if (expected !== undefined) {
        const [row] = await sql<Row>`
          update pets set quantity = ${quantity}
          where id = ${petId} and quantity = ${expected.quantity} and status = ${expected.status}
          returning id, quantity, status`;
        return row && entry(row);
      }
      const [row] =
        await sql<Row>`update pets set quantity = ${quantity} where id = ${petId} returning id, quantity, status`;
      return row && entry(row);
    },
  };
}

function entry({ id, quantity, status }: Row): InventoryEntry {
  return { petId: id, quantity: Number(quantity), status };
}
