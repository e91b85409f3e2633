import type { Price } from "../../../contract/values/price.ts";
import { chain } from "../../../core/maybe-promise.ts";
import { yearStart } from "../../../core/shop/orders/receipt-numbers.ts";
import type { Receipts, StoredReceipt } from "../../../core/shop/orders/receipt-ports.ts";
import { fragment, type Row, type Sql } from "../../engine.ts";
import { RECEIPTS } from "../../schema/order-tables.ts";
import { byKey } from "../table-slice.ts";

/** Makes the repository of receipts. */
export function receipts(sql: Sql): Receipts {
  return {
    async issue(receipt, year) {
      const id = fragment`(select ${yearStart(year)} + last_nth from receipt_years where year = ${year})`;
      const { at, saleId = null, taxRate = null, orderIds, total } = receipt;
      // Sent together: a server has them in one round trip, and the row of the year is locked no longer than that and the commit.
      const [, [issued]] = await Promise.all([
        sql`
          insert into receipt_years (year, last_nth) values (${year}, 1)
          on conflict (year) do update set last_nth = receipt_years.last_nth + 1`,
        sql<{ id: bigint }>`
          insert into receipts (id, at, sale_id, order_ids, total, tax_rate)
          values (${id}, ${at}, ${saleId}, ${orderIds.join(" ")}, ${total.map(written).join(" ")}, ${taxRate})
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
      const where = fragment`at >= ${from} and at < ${before}`;
      const rows = sql`${byKey({ view: RECEIPTS, where, key: fragment`at` }, slice)}`;
      return chain(rows, (all) => all.map(receiptOf));
    },
  };
}

function receiptOf(row: Row): StoredReceipt {
  const { orderIds, total, ...receipt } = RECEIPTS.read(row);
  return { ...receipt, orderIds: orderIds.map(BigInt), total: total.map(priceOf) };
}

/** An amount as a word: `15000EUR`. */
function written({ amount, currency }: Price): string {
  return `${amount}${currency}`;
}

function priceOf(word: string): Price {
  return { amount: BigInt(word.slice(0, -3)), currency: word.slice(-3) };
}
