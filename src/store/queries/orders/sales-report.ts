/*
 * Sales and returns of a period, by orders_by_completing (completed_at, id) and order_returns_by_time (at, id). Sums may exceed int64, so
 * amounts are summed in halves.
 */
import { NO_SUMS } from "../../../core/reports/sums.ts";
import type { DaySums } from "../../../core/shop/orders/order-ports.ts";
import { type Fragment, fragment, type Sql } from "../../engine.ts";
import { ORDERS } from "../../schema/order-tables.ts";

/** A sum of completed orders or of returns. */
interface SumRow {
  readonly group_id: bigint | null;
  readonly category: string | null;
  readonly currency: string | null;
  readonly found: bigint | number;
  readonly quantity: bigint | number;
  readonly high: bigint | null;
  readonly low: bigint | null;
}

/**
 * Sums the orders that were completed, and the returns, from a time until before another, by category or receipt, and by currency. By
 * receipt, orders that have one are left out: a receipt has its own sums.
 */
export async function sumOrders(
  sql: Sql,
  from: number,
  before: number,
  by: "category" | "receipt" = "category",
): Promise<readonly DaySums[]> {
  const group = by === "category" ? CATEGORY : fragment`orders.receipt_id`;
  const groupOf = ({ group_id, category, currency }: SumRow) => ({
    categoryId: by === "category" ? (group_id ?? undefined) : undefined,
    category: category ?? undefined,
    receiptId: by === "receipt" ? (group_id ?? undefined) : undefined,
    currency: currency ?? undefined,
  });
  const orders = {
    rows: ORDERS.table,
    time: fragment`completed_at`,
    amount: fragment`price_amount`,
    where: by === "receipt" ? fragment`and orders.receipt_id is null` : fragment``,
  };
  const returns = { rows: RETURNS, time: fragment`order_returns.at`, amount: fragment`order_returns.refund_amount` };
  const completed = await sumsOf(sql, { ...orders, group, currency: fragment`price_currency` }, from, before);
  const currency = fragment`coalesce(order_returns.refund_currency, orders.price_currency)`;
  const returned = await sumsOf(
    sql,
    { ...returns, group, currency, quantity: fragment`order_returns.quantity` },
    from,
    before,
  );
  return [
    ...completed.map((row) => ({
      ...NO_SUMS,
      ...groupOf(row),
      orders: Number(row.found),
      quantity: Number(row.quantity),
      sales: amountOf(row),
    })),
    ...returned.map((row) => ({
      ...NO_SUMS,
      ...groupOf(row),
      returns: Number(row.found),
      returnedQuantity: Number(row.quantity),
      refunds: amountOf(row),
    })),
  ];
}

const RETURNS = fragment`order_returns join orders on orders.id = order_returns.order_id`;

const CATEGORY = fragment`coalesce(orders.pet_category_id, pets.category_id)`;

/** What is summed. */
interface Summed {
  readonly rows: Fragment;
  readonly group: Fragment;
  readonly time: Fragment;
  readonly quantity?: Fragment;
  readonly currency: Fragment;
  readonly amount: Fragment;
  readonly where?: Fragment;
}

function sumsOf(sql: Sql, { rows, group, time, currency, amount, ...of }: Summed, from: number, before: number) {
  const { quantity = fragment`orders.quantity`, where = fragment`` } = of;
  return sql<SumRow>`
    select ${group} as group_id, max(orders.pet_category) as category,
      ${currency} as currency, count(*) as found, cast(sum(${quantity}) as bigint) as quantity,
      cast(sum(${amount} >> 32) as bigint) as high, cast(sum(${amount} & 4294967295) as bigint) as low
    from ${rows} left join pets on pets.id = orders.pet_id and orders.pet_category_id is null
    where ${time} >= ${from} and ${time} < ${before} ${where}
    group by ${group}, ${currency}`;
}

function amountOf({ high, low }: SumRow): bigint {
  return ((high ?? 0n) << 32n) + (low ?? 0n);
}
