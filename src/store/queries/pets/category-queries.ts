import type { Categories } from "../../../core/ports.ts";
import { nameKey } from "../../../core/shop/name-key.ts";
import type { Sql } from "../../engine.ts";
import { CATEGORIES } from "../../schema/tables.ts";
import { inOrder, startsAfter } from "../table-slice.ts";

const CATEGORY = CATEGORIES.without("nameKey");
const NEW = CATEGORIES.without("id");

export function categories(sql: Sql): Categories {
  return {
    insert: async (category) =>
      CATEGORY.first(sql`
        insert into ${NEW.row({ ...category, nameKey: nameKey(category.name) })}
        on conflict do nothing returning ${CATEGORY.list}`),

    find: (id) => CATEGORY.first(sql`select ${CATEGORY.list} from categories where id = ${id}`),

    list: (slice) =>
      CATEGORY.all(sql`select ${CATEGORY.list} from categories where ${startsAfter(slice)} ${inOrder(slice)}`),

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

    delete: async (id) => CATEGORY.first(sql`delete from categories where id = ${id} returning ${CATEGORY.list}`),
  };
}
