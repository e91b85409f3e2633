import { nameKey } from "../../core/name-key.ts";
import type { Categories } from "../../core/ports.ts";
import type { Sql } from "../engine.ts";
import { CATEGORIES } from "../tables.ts";
import { inOrder, startsAfter } from "./slice.ts";

const CATEGORY = CATEGORIES.without("nameKey");
const NEW = CATEGORIES.without("id");

export function categories(sql: Sql): Categories {
  return {
    async insert(category) {
      const [row] = await sql`
        insert into ${NEW.row({ ...category, nameKey: nameKey(category.name) })}
        on conflict do nothing returning ${CATEGORY.list}`;
      return row && CATEGORY.read(row);
    },

    async find(id) {
      const [row] = await sql`select ${CATEGORY.list} from categories where id = ${id}`;
      return row && CATEGORY.read(row);
    },

    async list(slice) {
      const rows = await sql`select ${CATEGORY.list} from categories where ${startsAfter(slice)} ${inOrder(slice)}`;
      return rows.map(CATEGORY.read);
    },

    async isTaken(name, exceptId) {
      const rows = await sql`select id from categories where name_key = ${nameKey(name)} and id <> ${exceptId}`;
      return rows.length > 0;
    },

    async replace(expected, category) {
      const rows = await sql`
        update categories set ${NEW.assign({ ...category, nameKey: nameKey(category.name) })}
        where ${CATEGORY.matches(expected)} returning id`;
      return rows.length > 0;
    },

    async delete(id) {
      const [row] = await sql`delete from categories where id = ${id} returning ${CATEGORY.list}`;
      return row && CATEGORY.read(row);
    },
  };
}
