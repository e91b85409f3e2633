import type { OrderFilter, Orders } from "../../core/ports.ts";
import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { ORDERS } from "../tables.ts";
import { allOf, atMost, inOrder, startsAfter } from "./slice.ts";

const NEW = ORDERS.without("id");

export function orders(sql: Sql): Orders {
  return {
    async insert(order) {
      const [row] = await sql`
        insert into orders ${NEW.row({ ...order, complete: false })} returning ${ORDERS.list}`;
      if (row === undefined) throw new Error("insert returned no row");
      return ORDERS.read(row);
    },

    async find(id) {
      const [row] = await sql`select ${ORDERS.list} from orders where id = ${id}`;
      return row && ORDERS.read(row);
    },

    list: async (filter, slice) => (await listOrders(sql, filter, slice)).map(ORDERS.read),

    async complete(id, at) {
      const [row] = await sql`
        update orders set complete = 1, ship_date = coalesce(ship_date, ${at}) where id = ${id} and complete = 0
        returning ${ORDERS.list}`;
      return row && ORDERS.read(row);
    },

    async deleteOpen(id) {
      const [row] = await sql`
        delete from orders where id = ${id} and complete = 0
        returning ${ORDERS.list}`;
      return row && ORDERS.read(row);
    },

    async countOpen(max) {
      const [row] = await sql<{ count: bigint | number }>`
        select count(*) as count from (
          select 1 from orders where complete in (0, 0) order by complete, id ${atMost(max)}
        ) found`;
      return Number(row?.count ?? 0);
    },
  };
}

/** By orders_by_pet (pet_id, complete, id), orders_by_completion (complete, id) or the primary key. */
function listOrders(sql: Sql, { petId, complete }: OrderFilter, slice: Slice): Promise<Row[]> {
  const direction = slice.order === "desc" ? fragment`desc` : fragment`asc`;
  const key = petId === undefined ? fragment`complete` : fragment`pet_id ${direction}, complete`;
  const byIndex = fragment`order by ${key} ${direction}, id ${direction} ${atMost(slice.limit)}`;
  const branch = (isComplete: 0 | 1): Fragment => {
    const conditions = allOf([
      ...(petId === undefined ? [] : [fragment`pet_id in (${[petId, petId]})`]),
      fragment`complete in (${[isComplete, isComplete]})`,
      startsAfter(slice),
    ]);
    return fragment`select ${ORDERS.list} from orders where ${conditions} ${byIndex}`;
  };
  if (complete !== undefined) return sql`${branch(complete ? 1 : 0)}`;
  if (petId !== undefined) {
    return sql`
      select ${ORDERS.list} from (
        select ${ORDERS.list} from (${branch(0)}) open
        union all select ${ORDERS.list} from (${branch(1)}) completed
      ) every ${inOrder(slice)}`;
  }
  return sql`
    select ${ORDERS.list} from orders where ${startsAfter(slice)} ${inOrder(slice)}`;
}
