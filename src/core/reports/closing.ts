/* Sales by receipt, and the closing of a day: a receipt counts on its day as it was issued, its voiding on the day of that (decision 088). */
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
import { receiptNumber } from "../shop/orders/receipt-numbers.ts";
import type { ReceiptTime, StoredReceipt } from "../shop/orders/receipt-ports.ts";
import { taxIn } from "../shop/orders/tax-rounding.ts";
import { isoTime } from "../times.ts";
import { timesOfDay } from "./report-days.ts";
import { NO_SUMS, plus } from "./sums.ts";

type Books = Pick<Repositories, "orders" | "receipts">;

/** Receipts that are read at once. */
const PART = 1000;

/** What was sold, voided and returned from a time until before another, by receipt and currency. */
export async function receiptSales(start: number, end: number, books: Books): Promise<readonly Sales[]> {
  return (await readBooks(start, end, books)).entries;
}

/** Throws for a report with more entries than a response may have, whose last day is in a parameter. */
export function requireFew(entries: number, field: "day" | "to", day: string): void {
  if (entries <= RECEIPT_ENTRIES_MAX) return;
  const expected = `a day with which the report has at most ${RECEIPT_ENTRIES_MAX} entries`;
  throw invalidField("invalid_parameter", field, expected, `${day}, with which it has more`);
}

/** The handler of `getClosing`. */
export const getClosing: Handlers<typeof reportOperations, Context>["getClosing"] = (
  { query: { day } },
  { store, timeZone, now },
) => closingOf(day ?? dateIn(timeZone, now), timeZone, store);

/** Closes a day of a time zone. */
export async function closingOf(day: string, timeZone: string, books: Books): Promise<Closing> {
  const { entries, issued, voided } = await readBooks(...timesOfDay(day, timeZone), books);
  requireFew(entries.length, "day", day);
  const [first, last] = [issued[0], issued.at(-1)];
  return {
    day,
    ...(first && last && { first: receiptNumber(first.id), last: receiptNumber(last.id) }),
    issued: issued.length,
    voided: voided.length,
    voidedReceipts: voided.slice(0, CLOSING_VOIDED_MAX).map(shownReceipt),
    sums: closingSums(entries),
  };
}

interface Entry extends Sales {
  readonly id?: bigint | undefined;
}

/**
 * The entries of a period, and the receipts that were issued and voided in it, in the order of numbers. Voided receipts are read first, so
 * that none is voided before it was issued.
 */
async function readBooks(start: number, end: number, { orders, receipts }: Books) {
  const voided = await receiptsOf(start, end, "voidedAt", receipts);
  const issued = await receiptsOf(start, end, "at", receipts);
  const entries = new Map(
    issued.flatMap(entriesOf).map((entry): [string, Entry] => [`${entry.id} ${entry.currency}`, entry]),
  );
  for (const { receiptId: id, currency, ...sums } of await orders.sums(start, end, "receipt")) {
    const key = `${id} ${currency}`;
    const known = entries.get(key);
    entries.set(key, { ...(known ?? entryOf(id, currency)), ...plus(known ?? NO_SUMS, sums) });
  }
  const all = [...entries.values(), ...voided.flatMap(voidEntriesOf)].toSorted(compare);
  return {
    entries: all.map(({ id: _, ...entry }): Sales => entry),
    issued: byNumber(issued),
    voided: byNumber(voided),
  };
}

/** What a receipt was issued for, by currency. */
function entriesOf(receipt: StoredReceipt): Entry[] {
  return sumsOf(receipt).map(({ currency, ...sums }) => ({ ...entryOf(receipt.id, currency), ...sums }));
}

/** The entries that a voided receipt cancels. */
function voidEntriesOf(receipt: StoredReceipt): Entry[] {
  const { id, voidedAt = 0 } = receipt;
  return sumsOf(receipt).map(({ currency, ...voids }) => ({
    ...entryOf(id, currency),
    voidedAt: isoTime(voidedAt),
    voids,
  }));
}

const NOTHING: StoredReceipt["sums"][number] = { orders: 0, quantity: 0, sales: 0n };

/** The sums of a receipt, with the tax in them. One that an import found missing has none, but is an entry nevertheless. */
function sumsOf({ sums, taxRate }: StoredReceipt): readonly (StoredReceipt["sums"][number] & Voids)[] {
  return (sums.length > 0 ? sums : [NOTHING]).map((sum) => ({
    ...sum,
    ...(taxRate !== undefined && { tax: taxIn(sum.sales, taxRate) }),
  }));
}

function entryOf(id: bigint | undefined, currency: string | undefined): Entry {
  return {
    id,
    ...(id !== undefined && { receipt: receiptNumber(id) }),
    ...(currency !== undefined && { currency }),
    ...NO_SUMS,
  };
}

function byNumber(receipts: readonly StoredReceipt[]): readonly StoredReceipt[] {
  return receipts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** By number, voidings after the rest; orders without a receipt or a price last. */
function compare(one: Entry, other: Entry): number {
  if (one.id === other.id) {
    if ((one.voids === undefined) !== (other.voids === undefined)) return one.voids === undefined ? -1 : 1;
    return byCurrency(one, other);
  }
  if (one.id === undefined || other.id === undefined) return one.id === undefined ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

/** Sums without a price last. */
function byCurrency({ currency = "~" }: Pick<Entry, "currency">, other: Pick<Entry, "currency">): number {
  return currency < (other.currency ?? "~") ? -1 : 1;
}

async function receiptsOf(start: number, end: number, by: ReceiptTime, stored: Books["receipts"]) {
  const all: StoredReceipt[] = [];
  let last: StoredReceipt | undefined;
  do {
    const sort = { by, after: last && String(last[by]) };
    const part: readonly StoredReceipt[] = await stored.list(start, end, {
      after: last?.id ?? START.asc,
      limit: PART,
      sort,
    });
    all.push(...part);
    last = part.length < PART ? undefined : part.at(-1);
  } while (last !== undefined && all.length <= RECEIPT_ENTRIES_MAX);
  return all;
}

/** The sums of entries by currency. */
function closingSums(entries: readonly Sales[]): Closing["sums"] {
  const sums = new Map<string | undefined, Omit<Closing["sums"][number], "net">>();
  for (const { currency, tax, voids, receipt: _, voidedAt: __, ...entry } of entries) {
    const known = sums.get(currency) ?? { ...(currency !== undefined && { currency }), ...NO_SUMS };
    sums.set(currency, {
      ...known,
      ...plus(known, entry),
      ...taxOf(known.tax, tax),
      ...(voids && { voids: addVoids(known.voids, voids) }),
    });
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, net: sum.sales - (sum.voids?.sales ?? 0n) - sum.refunds }))
    .toSorted(byCurrency);
}

type Voids = NonNullable<Sales["voids"]>;

function addVoids(known: Voids = NOTHING, more: Voids): Voids {
  return {
    orders: known.orders + more.orders,
    quantity: known.quantity + more.quantity,
    sales: known.sales + more.sales,
    ...taxOf(known.tax, more.tax),
  };
}

function taxOf(known: bigint | undefined, more: bigint | undefined): { readonly tax?: bigint } {
  const tax = more === undefined ? known : (known ?? 0n) + more;
  return tax === undefined ? {} : { tax };
}
