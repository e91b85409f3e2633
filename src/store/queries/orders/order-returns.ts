/* The returns of orders in the order of time, by order_returns_by_order (order_id, id). */
import type { Order, OrderReturn } from "../../../contract/orders/order-schemas.ts";
import { chain, type MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { Sql } from "../../engine.ts";
import { insert } from "../../rows.ts";
import { ORDER_RETURNS } from "../../schema/order-tables.ts";

const NEW = ORDER_RETURNS.without("id");

/** The returns of each of some orders. */
export function returnsOf(sql: Sql, ids: readonly bigint[]): MaybePromise<ReadonlyMap<bigint, OrderReturn[]>> {
  const rows = sql`
    select ${ORDER_RETURNS.list} from order_returns where order_id in (${ids}) order by order_id, id`;
  return chain(ORDER_RETURNS.all(rows), (all) => {
    const byOrder = Map.groupBy(all, ({ orderId }) => orderId);
    return new Map([...byOrder].map(([id, returns]) => [id, returns.map(returnOf)]));
  });
}

function returnOf({
  at,
  quantity,
  restock,
  refundAmount,
  refundCurrency,
  note,
}: ReturnType<typeof ORDER_RETURNS.read>): OrderReturn {
  return {
    at,
    quantity,
    restock,
    ...(refundAmount !== undefined &&
      refundCurrency !== undefined && { refund: { amount: refundAmount, currency: refundCurrency } }),
    ...(note !== undefined && { note }),
  };
}

/** Inserts the returns of orders. */
export async function insertReturns(sql: Sql, orders: readonly Pick<Order, "id" | "returns">[]): Promise<void> {
  const rows = orders.flatMap(({ id: orderId, returns = [] }) =>
    returns.map(({ refund, ...back }) => ({
      orderId,
      ...back,
      refundAmount: refund?.amount,
      refundCurrency: refund?.currency,
    })),
  );
  await insert(sql, NEW, rows);
}

/** Deletes the notes of returns that an order no longer has. */
export async function eraseReturnNotes(sql: Sql, before: Order, now: Order): Promise<void> {
  const has = ({ returns = [] }: Order) => returns.some(({ note }) => note !== undefined);
  if (has(before) && !has(now)) await sql`update order_returns set note = null where order_id = ${before.id}`;
}
