import { allOf, chain } from "../../../core/concurrency/maybe-promise.ts";
import { yearStart } from "../../../core/shop/orders/receipt-numbers.ts";
import type { ReceiptSum, Receipts, ReceiptTime, StoredReceipt } from "../../../core/shop/orders/receipt-ports.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { RECEIPTS } from "../../schema/order-tables.ts";
import { byKey } from "../table-slice.ts";

/** Creates the repository of receipts. */
export function receipts(sql: Sql): Receipts {
  return {
    async issue(receipt, year) {
      const id = fragment`(select ${yearStart(year)} + last_nth from receipt_years where year = ${year})`;
      const { at, saleId = null, taxRate = null, orderIds, sums } = receipt;
      // Sent together in one round trip, so that the row of the year is locked only for that and the commit.
      const [, [issued]] = await allOf([
        sql`
          insert into receipt_years (year, last_nth) values (${year}, 1)
          on conflict (year) do update set last_nth = receipt_years.last_nth + 1`,
        sql<{ id: bigint }>`
          insert into receipts (id, at, sale_id, order_ids, sums, tax_rate)
          values (${id}, ${at}, ${saleId}, ${orderIds.join(" ")}, ${sums.map(written).join(" ")}, ${taxRate})
          returning id`,
        sql`update orders set receipt_id = ${id} where id in (${orderIds})`,
      ]);
      if (issued === undefined) throw new Error("insert returned no row");
      return issued.id;
    },

    async void(id, at) {
      const [row] = await sql`
        update receipts set voided_at = ${at} where id = ${id} and voided_at is null returning ${RECEIPTS.list}`;
      return row && receiptOf(row);
    },

    find: (id) => chain(sql`select ${RECEIPTS.list} from receipts where id = ${id}`, ([row]) => row && receiptOf(row)),

    list: (from, before, slice) => {
      const key = TIMES[slice.sort?.by ?? "at"];
      const where = fragment`${key} >= ${from} and ${key} < ${before}`;
      const rows = sql`${byKey({ view: RECEIPTS, where, key }, slice)}`;
      return chain(rows, (all) => all.map(receiptOf));
    },
  };
}

/** By receipts_by_time (at, id) and receipts_by_voiding (voided_at, id). */
const TIMES: Readonly<Record<ReceiptTime, Fragment>> = { at: fragment`at`, voidedAt: fragment`voided_at` };

function receiptOf(row: Row): StoredReceipt {
  const { orderIds, sums, ...receipt } = RECEIPTS.read(row);
  return { ...receipt, orderIds: orderIds.map(BigInt), sums: sums.map(sumOf) };
}

/** A sum as a stored word: `2/3/15000EUR`. */
function written({ orders, quantity, sales, currency }: ReceiptSum): string {
  return `${orders}/${quantity}/${currency === undefined ? "" : `${sales}${currency}`}`;
}

function sumOf(word: string): ReceiptSum {
  const [orders, quantity, price = ""] = word.split("/");
  const counts = { orders: Number(orders), quantity: Number(quantity) };
  return price === ""
    ? { ...counts, sales: 0n }
    : { ...counts, sales: BigInt(price.slice(0, -3)), currency: price.slice(-3) };
}
