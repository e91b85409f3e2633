import type { Pet, PetStatus } from "../../contract/pets.ts";
import { nameKey } from "../../core/name-key.ts";
import type { Pets } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";
import { listPets } from "./pet-search.ts";

/** A pet as a row, without its stock. */
export interface PetRow {
  readonly id: bigint;
  readonly name: string;
  readonly category_id: bigint;
  readonly status: PetStatus;
}

export function pets(sql: Sql): Pets {
  return {
    async insert({ name, categoryId, status }, quantity, at) {
      const [row] = await sql<{ id: bigint }>`
        insert into pets (name, name_key, category_id, status, quantity)
        values (${name}, ${nameKey(name)}, ${categoryId}, ${status}, ${quantity}) returning id`;
      if (row === undefined) throw new Error("insert returned no row");
      await sql`
        insert into stock_changes (pet_id, delta, quantity, reason, at)
        values (${row.id}, ${quantity}, ${quantity}, 'created', ${at})`;
      return { id: row.id, name, categoryId, status };
    },

    async find(id) {
      const [row] = await sql<PetRow>`select id, name, category_id, status from pets where id = ${id}`;
      return row && pet(row);
    },

    list: async (filter, slice) => (await listPets(sql, filter, slice)).map(pet),

    async replace(expected, { name, categoryId, status }) {
      const rows = await sql`
        update pets set name = ${name}, name_key = ${nameKey(name)}, category_id = ${categoryId}, status = ${status}
        where id = ${expected.id} and name = ${expected.name} and category_id = ${expected.categoryId}
          and status = ${expected.status}
        returning id`;
      return rows.length > 0;
    },

    async changeStatus(id, from, to, quantity) {
      const [row] = await sql<PetRow>`
        update pets set status = ${to}
        where id = ${id} and status = ${from} and quantity = coalesce(${quantity ?? null}, quantity)
        returning id, name, category_id, status`;
      return row && pet(row);
    },

    async delete(id) {
      const rows = await sql`delete from pets where id = ${id} returning id`;
      await sql`delete from stock_changes where pet_id = ${id}`;
      return rows.length > 0;
    },

    async isInUse(categoryId) {
      const rows = await sql`
        select id from pets where category_id in (${[categoryId, categoryId]})
        order by category_id, status, id limit 1`;
      return rows.length > 0;
    },

    async count(status, max) {
      const [row] = await sql<{ count: bigint | number }>`
        select count(*) as count from (
          select 1 from pets where status in (${[status, status]}) order by status, id limit ${max}
        ) found`;
      return Number(row?.count ?? 0);
    },
  };
}

function pet({ id, name, category_id, status }: PetRow): Pet {
  return { id, name, categoryId: category_id, status };
}
