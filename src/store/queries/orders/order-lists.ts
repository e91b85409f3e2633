/* Lists of orders in the order of an index. */
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { OrderFilter } from "../../../core/shop/orders/order-ports.ts";
import type { Slice } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { ORDERS } from "../../schema/order-tables.ts";
import { allOf, atMost, byKey, inOrder, isOne, startsAfter } from "../table-slice.ts";

/** By orders_by_pet (pet_id, complete, id), orders_by_completion (complete, id) or the primary key. */
export function listOrders(sql: Sql, { petId, saleId, complete }: OrderFilter, slice: Slice): MaybePromise<Row[]> {
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
  if (saleId !== undefined) {
    const conditions = allOf([
      isOne(fragment`sale_id`, saleId),
      startsAfter(slice),
      ...(petId === undefined ? [] : [fragment`+pet_id = ${petId}`]),
      ...(complete === undefined ? [] : [fragment`+complete = ${complete ? 1 : 0}`]),
    ]);
    return sql`
      select ${ORDERS.list} from orders where ${conditions}
      order by sale_id ${direction}, id ${direction} ${atMost(slice.limit)}`;
  }
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

/** The key of orders_by_due (coalesce(ship_date, ...), id), which has the open orders. */
const DUE = fragment`coalesce(ship_date, 253402300800000)`;

/** The open orders, by orders_by_due. */
export function dueOrders(sql: Sql, slice: Slice<"shipDate">): MaybePromise<Row[]> {
  return sql`${byKey({ view: ORDERS, where: fragment`complete = 0`, key: DUE }, slice)}`;
}

/** The orders of a sale, in the order of id, by orders_by_sale (sale_id, id). */
export function ordersOfSale(sql: Sql, saleId: bigint): MaybePromise<Row[]> {
  return sql`select ${ORDERS.list} from orders where ${isOne(fragment`sale_id`, saleId)} order by sale_id, id`;
}

/** The orders of sales, by the same index, in its direction. One statement: between two, a sale could lose all its orders. */
export function ordersOfSales(sql: Sql, slice: Slice): MaybePromise<Row[]> {
  const id = fragment`sale_id`;
  const inIndex = slice.order === "desc" ? fragment`sale_id desc, id desc` : fragment`sale_id, id`;
  return sql`
    select ${ORDERS.list} from orders where sale_id is not null and sale_id in (
      select sale_id from (
        select sale_id from orders where sale_id is not null and ${startsAfter(slice, id)}
        group by sale_id ${inOrder(slice, id)}
      ) listed
    ) order by ${inIndex}`;
}

/** The orders of these sales, by the same index. */
export function ordersOfThese(sql: Sql, saleIds: readonly bigint[]): MaybePromise<Row[]> {
  return sql`select ${ORDERS.list} from orders where sale_id in (${saleIds}) order by sale_id, id`;
}
