/* Sales by receipt, and the closing of a day. */
import { invalidField } from "../../contract/errors/errors.ts";
import type { Handlers } from "../../contract/operation.ts";
import {
  CLOSING_VOIDED_MAX,
  type Closing,
  RECEIPT_ENTRIES_MAX,
  type reportOperations,
  type Sales,
} from "../../contract/shop/reports.ts";
import type { Context } from "../context.ts";
import { dateIn } from "../feed/local-days.ts";
import { START } from "../pagination.ts";
import type { Repositories } from "../ports.ts";
import { shownReceipt } from "../shop/orders/receipt-handlers.ts";
import { receiptNumber, taxIn } from "../shop/orders/receipt-numbers.ts";
import type { StoredReceipt } from "../shop/orders/receipt-ports.ts";
import { isoTime } from "../times.ts";
import { timesOf } from "./report-days.ts";

type Books = Pick<Repositories, "orders" | "receipts">;

/** Receipts that are read at once. */
const PART = 1000;

/** What was sold and returned from a time until before another, by receipt and currency. Void receipts are entries without sales. */
export async function receiptSales(start: number, end: number, books: Books): Promise<readonly Sales[]> {
  return (await readBooks(start, end, books)).entries;
}

/** Refuses a report of more entries than one response should have. */
export function requireFew(entries: number, from: string): void {
  if (entries <= RECEIPT_ENTRIES_MAX) return;
  const reason = `expected an earlier day: the report from ${from} has more than ${RECEIPT_ENTRIES_MAX} entries`;
  throw invalidField("invalid_parameter", "to", reason);
}

/** The handler of `getClosing`. */
export const getClosing: Handlers<typeof reportOperations, Context>["getClosing"] = (
  { query: { day } },
  { store, timeZone, now },
) => closingOf(day ?? dateIn(timeZone, now), timeZone, store);

/** Closes a day of a time zone. */
export async function closingOf(day: string, timeZone: string, books: Books): Promise<Closing> {
  const { entries, receipts } = await readBooks(...timesOf(day, day, timeZone), books);
  requireFew(entries.length, day);
  const voided = receipts.filter(({ voidedAt }) => voidedAt !== undefined);
  const [first, last] = [receipts[0], receipts.at(-1)];
  return {
    day,
    ...(first && last && { first: receiptNumber(first.id), last: receiptNumber(last.id) }),
    issued: receipts.length,
    voided: voided.length,
    voidedReceipts: voided.slice(0, CLOSING_VOIDED_MAX).map(shownReceipt),
    sums: sumsOf(entries),
  };
}

/** The entries of a time and its receipts, both in the order of numbers. The receipts are read last: each sale has its own. */
async function readBooks(start: number, end: number, { orders, receipts: stored }: Books) {
  const sums = await orders.sums(start, end, "receipt");
  const receipts = await receiptsOf(start, end, stored);
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
  const groups = new Map<string, Sales & { readonly id: bigint | undefined }>();
  for (const { id, voidedAt } of receipts) {
    if (voidedAt !== undefined) groups.set(`${id} void`, { ...NONE, id, voidedAt: isoTime(voidedAt) });
  }
  for (const { receiptId: id, currency, orders, quantity, sales, returns, returnedQuantity, refunds } of sums) {
    const key = `${id} ${currency}`;
    const known = groups.get(key) ?? { ...NONE, id };
    groups.set(key, {
      ...known,
      ...(currency !== undefined && { currency }),
      orders: known.orders + orders,
      quantity: known.quantity + quantity,
      sales: known.sales + sales,
      returns: known.returns + returns,
      returnedQuantity: known.returnedQuantity + returnedQuantity,
      refunds: known.refunds + refunds,
    });
  }
  const entries = [...groups.values()].toSorted(compare).map(({ id, ...entry }): Sales => {
    const rate = id === undefined ? undefined : byId.get(id)?.taxRate;
    return {
      ...(id !== undefined && { receipt: receiptNumber(id) }),
      ...entry,
      ...(rate !== undefined && entry.orders > 0 && { tax: taxIn(entry.sales, rate) }),
    };
  });
  return { entries, receipts: receipts.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
}

const NONE = { orders: 0, quantity: 0, sales: 0n, returns: 0, returnedQuantity: 0, refunds: 0n };

interface Keyed extends Pick<Sales, "currency"> {
  readonly id: bigint | undefined;
}

/** By number; orders without a receipt or a price last. */
function compare(one: Keyed, other: Keyed): number {
  if (one.id === other.id) return (one.currency ?? "~") < (other.currency ?? "~") ? -1 : 1;
  if (one.id === undefined || other.id === undefined) return one.id === undefined ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

async function receiptsOf(start: number, end: number, stored: Books["receipts"]): Promise<readonly StoredReceipt[]> {
  const all: StoredReceipt[] = [];
  let last: StoredReceipt | undefined;
  do {
    const sort = { by: "at" as const, after: last && String(last.at) };
    const part = await stored.list(start, end, { after: last?.id ?? START.asc, limit: PART, sort });
    all.push(...part);
    last = part.length < PART ? undefined : part.at(-1);
  } while (last !== undefined && all.length <= RECEIPT_ENTRIES_MAX);
  return all;
}

/** The sums of entries by currency. */
function sumsOf(entries: readonly Sales[]): Closing["sums"] {
  const sums = new Map<string | undefined, Closing["sums"][number]>();
  for (const { currency, voidedAt, tax, receipt: _, ...entry } of entries) {
    if (voidedAt !== undefined) continue;
    const known = sums.get(currency) ?? { ...(currency !== undefined && { currency }), ...NONE };
    const taxes = tax === undefined ? known.tax : (known.tax ?? 0n) + tax;
    sums.set(currency, {
      ...known,
      orders: known.orders + entry.orders,
      quantity: known.quantity + entry.quantity,
      sales: known.sales + entry.sales,
      returns: known.returns + entry.returns,
      returnedQuantity: known.returnedQuantity + entry.returnedQuantity,
      refunds: known.refunds + entry.refunds,
      ...(taxes !== undefined && { tax: taxes }),
    });
  }
  return [...sums.values()].toSorted((one, other) => ((one.currency ?? "~") < (other.currency ?? "~") ? -1 : 1));
}
