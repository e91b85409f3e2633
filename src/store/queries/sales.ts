/*
 * What was sold and returned in a time, by orders_by_completing (completed_at, id) and orders_by_return (returned_at, id). A sum of
 * int64 may exceed int64, so amounts are summed in halves.
 */
import type { DaySums } from "../../core/shop/order-ports.ts";
import { type Fragment, fragment, type Sql } from "../engine.ts";

/** A sum of completed or returned orders. */
interface SumRow {
  readonly category_id: bigint | null;
  readonly category: string | null;
  readonly currency: string | null;
  readonly orders: bigint | number;
  readonly quantity: bigint | number;
  readonly high: bigint | null;
  readonly low: bigint | null;
}

/** Sums the orders that were completed or returned from a time until before another, by category and currency. */
export async function sumOrders(sql: Sql, from: number, before: number): Promise<readonly DaySums[]> {
  const [completed, returned] = [
    await sumsOf(sql, fragment`completed_at`, fragment`price_currency`, fragment`price_amount`, from, before),
    await sumsOf(
      sql,
      fragment`returned_at`,
      fragment`coalesce(refund_currency, price_currency)`,
      fragment`refund_amount`,
      from,
      before,
    ),
  ];
  const none = { orders: 0, quantity: 0, sales: 0n, returns: 0, refunds: 0n };
  return [
    ...completed.map((row) => ({
      ...none,
      ...groupOf(row),
      orders: Number(row.orders),
      quantity: Number(row.quantity),
      sales: amountOf(row),
    })),
    ...returned.map((row) => ({
      ...none,
      ...groupOf(row),
      returns: Number(row.orders),
      refunds: amountOf(row),
    })),
  ];
}

function sumsOf(sql: Sql, time: Fragment, currency: Fragment, amount: Fragment, from: number, before: number) {
  return sql<SumRow>`
    select coalesce(orders.pet_category_id, pets.category_id) as category_id, max(orders.pet_category) as category,
      ${currency} as currency, count(*) as orders, cast(sum(orders.quantity) as bigint) as quantity,
      cast(sum(${amount} >> 32) as bigint) as high, cast(sum(${amount} & 4294967295) as bigint) as low
    from orders left join pets on pets.id = orders.pet_id and orders.pet_category_id is null
    where ${time} >= ${from} and ${time} < ${before}
    group by coalesce(orders.pet_category_id, pets.category_id), ${currency}`;
}

function groupOf({ category_id, category, currency }: SumRow) {
  return { categoryId: category_id ?? undefined, category: category ?? undefined, currency: currency ?? undefined };
}

function amountOf({ high, low }: SumRow): bigint {
  return ((high ?? 0n) << 32n) + (low ?? 0n);
}
