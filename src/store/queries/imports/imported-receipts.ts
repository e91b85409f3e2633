/* The receipts of orders that are imported with their numbers (decision 088). */
import { receiptNumber, yearStart } from "../../../core/shop/orders/receipt-numbers.ts";
import type { Sql } from "../../engine.ts";
import { BATCH_ROWS, insert } from "../../rows.ts";
import { RECEIPTS } from "../../schema/order-tables.ts";

/** How many numbers may be missing before a receipt: those of void ones. */
const MISSING_MAX = 10_000;

/** Creates the missing receipts of orders. Numbers that no order has become void. Returns a problem, or undefined. */
export async function makeReceipts(sql: Sql): Promise<string | undefined> {
  await sql`
    insert into receipts (id, at, sale_id, order_ids, sums)
    select issued.receipt_id, at, sale_id, ids, words from (
      select receipt_id, max(completed_at) as at, max(sale_id) as sale_id, string_agg(cast(id as text), ' ') as ids
      from orders where receipt_id is not null group by receipt_id
    ) issued join (
      select receipt_id, string_agg(found || '/' || pets || '/' || price, ' ') as words from (
        select receipt_id, cast(count(*) as text) as found, cast(cast(sum(quantity) as bigint) as text) as pets,
          coalesce(cast(cast(sum(price_amount) as bigint) as text) || price_currency, '') as price
        from orders where receipt_id is not null group by receipt_id, price_currency
      ) by_currency group by receipt_id
    ) sums on sums.receipt_id = issued.receipt_id`;
  const year = yearStart(1);
  for (let last = 0n; ; ) {
    const rows = await sql`
      select ${RECEIPTS.list} from receipts where id > ${last} order by id limit ${BATCH_ROWS}`;
    for (const { id, at } of rows.map(RECEIPTS.read)) {
      const start = (id / year) * year;
      const before = last < start ? start : last;
      if (id - before > MISSING_MAX) return `the receipts before ${receiptNumber(id)} are missing`;
      const missing = Array.from({ length: Number(id - before) - 1 }, (_, nth) => before + 1n + BigInt(nth));
      await insert(
        sql,
        RECEIPTS,
        missing.map((gone) => ({ id: gone, at, voidedAt: at, orderIds: [], sums: [] })),
      );
      last = id;
    }
    if (rows.length < BATCH_ROWS) break;
  }
  await sql`
    insert into receipt_years (year, last_nth)
    select year, max(nth) from (select id / ${year} as year, id % ${year} as nth from receipts) numbered group by year`;
  return undefined;
}
