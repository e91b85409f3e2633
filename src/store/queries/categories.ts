import type { Category } from "../../contract/categories.ts";
import { nameKey } from "../../core/name-key.ts";
import type { Categories } from "../../core/ports.ts";
import { fragment, type Sql } from "../engine.ts";
import { inOrder, startsAfter } from "./slice.ts";

interface Row {
  readonly id: bigint;
  readonly name: string;
  readonly description: string | null;
}

export function categories(sql: Sql): Categories {
  return {
    async insert({ name, description }) {
      const [row] = await sql<Row>`
        insert into categories (name, name_key, description) values (${name}, ${nameKey(name)}, ${description ?? null})
        on conflict do nothing returning id, name, description`;
      return row && category(row);
    },

    async find(id) {
      const [row] = await sql<Row>`select id, name, description from categories where id = ${id}`;
      return row && category(row);
    },

    async list(slice) {
      const rows = await sql<Row>`
        select id, name, description from categories where ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(category);
    },

    async isTaken(name, exceptId) {
      const rows = await sql`select id from categories where name_key = ${nameKey(name)} and id <> ${exceptId}`;
      return rows.length > 0;
    },

    async replace(expected, { name, description }) {
      const hasDescription =
        expected.description === undefined
          ? fragment`description is null`
          : fragment`description = ${expected.description}`;
      const rows = await sql`
        update categories set name = ${name}, name_key = ${nameKey(name)}, description = ${description ?? null}
        where id = ${expected.id} and name = ${expected.name} and ${hasDescription} returning id`;
      return rows.length > 0;
    },

    async delete(id) {
      const rows = await sql`delete from categories where id = ${id} returning id`;
      return rows.length > 0;
    },
  };
}

function category({ id, name, description }: Row): Category {
  return { id, name, ...(description !== null && { description }) };
}
