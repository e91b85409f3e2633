/* The checks of `petstore doctor` on receipts: their numbers have no gap, and they match their orders. */
import { receiptNumber, yearStart } from "../../core/shop/orders/receipt-numbers.ts";
import type { Sql } from "../engine.ts";
import { NAMED_MAX } from "./findings.ts";

/** Returns the first problems of receipts. */
export async function receiptProblems(sql: Sql): Promise<readonly string[]> {
  return [...(await missingNumbers(sql)), ...(await strangeOrders(sql))].slice(0, NAMED_MAX + 1);
}

/** Finds years whose receipts are not numbered from 1 to the last number. Ids are keys, so no number repeats. */
async function missingNumbers(sql: Sql): Promise<readonly string[]> {
  const years = yearStart(1);
  const rows = await sql<{ year: bigint; last_nth: bigint; found: bigint | number; last_id: bigint | null }>`
    select receipt_years.year as year, last_nth, count(receipts.id) as found, max(receipts.id) as last_id
    from receipt_years full join receipts on receipts.id / ${years} = receipt_years.year
    group by receipt_years.year, last_nth
    having receipt_years.year is null or count(receipts.id) <> last_nth or max(receipts.id) % ${years} <> last_nth
    order by coalesce(receipt_years.year, 0) limit ${NAMED_MAX + 1}`;
  return rows.map(({ year, last_nth, found, last_id }) =>
    year === null
      ? `receipt ${receiptNumber(last_id ?? 0n)} is of a year without numbers`
      : `${year} has ${found} receipts, but the last number ${last_nth}`,
  );
}

/** Finds orders whose receipt is missing or void, open ones with a receipt, and valid receipts without an order. */
async function strangeOrders(sql: Sql): Promise<readonly string[]> {
  const orders = await sql<{ id: bigint; receipt_id: bigint }>`
    select orders.id as id, orders.receipt_id as receipt_id from orders left join receipts on receipts.id = orders.receipt_id
    where orders.receipt_id is not null and (receipts.id is null or receipts.voided_at is not null or orders.complete = 0)
    order by orders.id limit ${NAMED_MAX + 1}`;
  const receipts = await sql<{ id: bigint }>`
    select receipts.id as id from receipts left join orders on orders.receipt_id = receipts.id
    where receipts.voided_at is null and orders.id is null order by receipts.id limit ${NAMED_MAX + 1}`;
  return [
    ...orders.map(
      (order) => `order ${order.id} names the receipt ${receiptNumber(order.receipt_id)}, which is not its own`,
    ),
    ...receipts.map(({ id }) => `receipt ${receiptNumber(id)} is valid, but has no order`),
  ];
}
