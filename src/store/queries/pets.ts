import type { Pet, PetStatus } from "../../contract/pets.ts";
import type { PetFilter, Pets, Slice } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";

interface Row {
  readonly id: bigint;
  readonly name: string;
  readonly category_id: bigint;
  readonly status: PetStatus;
}

export function pets(sql: Sql): Pets {
  return {
    async insert({ name, categoryId, status }, quantity) {
      const [row] = await sql<{ id: bigint }>`
        insert into pets (name, category_id, status, quantity) values (${name}, ${categoryId}, ${status}, ${quantity})
        returning id`;
      if (row === undefined) throw new Error("insert returned no row");
      return { id: row.id, name, categoryId, status };
    },

    async find(id) {
      const [row] = await sql<Row>`select id, name, category_id, status from pets where id = ${id}`;
      return row && pet(row);
    },

    async list(filter, slice) {
      // Not every engine accepts an empty `in ()`.
      if (filter.ids?.length === 0) return [];
      return (await select(sql, filter, slice)).map(pet);
    },
  };
}

/** One statement per combination of filters, so that each uses its own index. */
function select(sql: Sql, { status, ids }: PetFilter, { after, limit }: Slice): Promise<Row[]> {
  if (ids !== undefined && status !== undefined) {
    return sql<Row>`
      select id, name, category_id, status from pets
      where id in (${ids}) and status = ${status} and id > ${after} order by id limit ${limit}`;
  }
  if (ids !== undefined) {
    return sql<Row>`
      select id, name, category_id, status from pets where id in (${ids}) and id > ${after} order by id limit ${limit}`;
  }
  if (status !== undefined) {
    // `in (s, s)` and the order of the index: with `status = s` PostgreSQL may scan the primary key instead, past all pets of
    // other statuses, because it assumes that statuses are spread evenly.
    return sql<Row>`
      select id, name, category_id, status from pets
      where status in (${[status, status]}) and id > ${after} order by status, id limit ${limit}`;
  }
  return sql<Row>`select id, name, category_id, status from pets where id > ${after} order by id limit ${limit}`;
}

function pet({ id, name, category_id, status }: Row): Pet {
  return { id, name, categoryId: category_id, status };
}
