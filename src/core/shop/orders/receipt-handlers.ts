/* Receipts: issued with a completion, voided when the order is reopened (decision 088). */
import { readInt64 } from "../../../contract/common.ts";
import { Failure, notFound } from "../../../contract/errors/errors.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { Order } from "../../../contract/orders/order-schemas.ts";
import type { paperOperations } from "../../../contract/orders/papers.ts";
import type { Receipt, receiptOperations } from "../../../contract/orders/receipts.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { dateIn } from "../../feed/local-days.ts";
import { invalidCursor, page } from "../../pagination.ts";
import { timesOf } from "../../reports/report-days.ts";
import { isoTime } from "../../times.ts";
import { receiptId, receiptNumber } from "./receipt-numbers.ts";
import type { ReceiptSum, StoredReceipt } from "./receipt-ports.ts";
import { rateText, taxIn } from "./tax-rounding.ts";

export const receipts: Handlers<typeof receiptOperations & typeof paperOperations, Context> = {
  getPapers: (_, { papers }) => papers,

  listReceipts: ({ query: { from, to, ...request } }, context) => {
    const [start, end] = timesOf(from, to, context.timeZone);
    const listed = page(
      { ...request, order: "desc" as const, sort: "at" as const },
      ["receipts", from, to],
      context,
      (slice) => {
        if (slice.sort?.after !== undefined && readInt64(slice.sort.after) === undefined)
          throw invalidCursor("one without a time");
        return context.store.receipts.list(start, end, slice);
      },
      ({ id }) => id,
      ({ at }) => String(at),
    );
    return chain(listed, ({ items, ...rest }) => ({ ...rest, items: items.map(shownReceipt) }));
  },

  getReceipt: ({ params: { number } }, { store }) => {
    const id = receiptId(number) ?? notFound("receipt", number);
    return chain(store.receipts.find(id), (found) => shownReceipt(found ?? notFound("receipt", number)));
  },
};

/** Issues the receipt of orders that were completed together, at least one; returns it as they show it. */
export async function issueReceipt(
  orders: readonly Order[],
  { store, now, timeZone, taxRate }: Context,
): Promise<NonNullable<Order["receipt"]>> {
  const receipt = {
    at: now,
    saleId: orders[0]?.saleId,
    orderIds: orders.map(({ id }) => id),
    sums: sumsOf(orders),
    taxRate,
  };
  const id = await store.receipts.issue(receipt, Number(dateIn(timeZone, now).slice(0, 4)));
  return { number: receiptNumber(id), at: isoTime(now) };
}

/** Voids the receipt of orders that were reopened, if they have one. Throws if another order that shares it is still complete. */
export async function voidReceipt(reopened: readonly Order[], { store, now }: Context): Promise<void> {
  const { id, saleId, receipt: { number } = {} } = reopened[0] ?? {};
  const voided = number === undefined ? undefined : await store.receipts.void(receiptId(number) ?? 0n, now);
  if (voided === undefined || voided.orderIds.length <= reopened.length) return;
  const message = `Order ${id} shares the receipt ${number} with other orders of sale ${saleId}: reopen the sale`;
  throw new Failure("conflict", message);
}

/** A receipt as clients see it. */
export function shownReceipt({ id, at, voidedAt, saleId, orderIds, sums, taxRate }: StoredReceipt): Receipt {
  const total = sums.flatMap(({ sales, currency }) => (currency === undefined ? [] : [{ amount: sales, currency }]));
  return {
    number: receiptNumber(id),
    at: isoTime(at),
    ...(voidedAt !== undefined && { voidedAt: isoTime(voidedAt) }),
    ...(saleId !== undefined && { saleId }),
    orderIds: [...orderIds],
    total,
    ...(taxRate !== undefined && {
      taxRate: rateText(taxRate),
      tax: total.map(({ amount, currency }) => ({ amount: taxIn(amount, taxRate), currency })),
    }),
  };
}

/** The sums of some orders by currency. */
function sumsOf(orders: readonly Pick<Order, "price" | "quantity">[]): ReceiptSum[] {
  const sums = new Map<string | undefined, ReceiptSum>();
  for (const { quantity, price } of orders) {
    const known = sums.get(price?.currency) ?? { currency: price?.currency, orders: 0, quantity: 0, sales: 0n };
    sums.set(price?.currency, {
      ...known,
      orders: known.orders + 1,
      quantity: known.quantity + quantity,
      sales: known.sales + (price?.amount ?? 0n),
    });
  }
  return [...sums.values()];
}
