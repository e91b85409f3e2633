import { INT64_MAX } from "../../contract/common.ts";
import type { Handlers } from "../../contract/operation.ts";
import {
  RECEIPT_DAYS_MAX,
  type reportOperations,
  type Sales,
  type SalesGrouping,
} from "../../contract/shop/reports.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Context } from "../context.ts";
import { daysBetween } from "../feed/local-days.ts";
import type { Repositories } from "../ports.ts";
import type { DaySums } from "../shop/orders/order-ports.ts";
import { getClosing, receiptSales, requireFew } from "./closing.ts";
import { period, requirePeriod } from "./report-days.ts";
import { NO_SUMS, plus } from "./sums.ts";

export const reports: Handlers<typeof reportOperations, Context> = {
  getClosing,
  listSales: ({ query: { by = "day", timeZone, ...days } }, context) => {
    const zone = timeZone ?? context.timeZone;
    return salesBetween(
      { ...period(days, zone, context.now), by, timeZone: zone },
      context.store,
      context.yieldToRequests,
    );
  },
};

/** What a report is about. Days are in ISO 8601. */
export interface SalesRequest {
  readonly from: string;
  readonly to: string;
  readonly by: SalesGrouping;
  readonly timeZone: string;
}

/** Sums sales and returns a day at a time, and yields to the event loop after each. */
export async function salesBetween(
  { from, to, by, timeZone }: SalesRequest,
  store: Pick<Repositories, "orders" | "categories" | "receipts">,
  yieldToRequests: () => MaybePromise<void>,
): Promise<Sales[]> {
  const { orders, categories } = store;
  requirePeriod(from, to, by === "receipt" ? RECEIPT_DAYS_MAX : undefined);
  const groups = new Map<string, Sales>();
  for (const { date, start, end } of daysBetween(timeZone, from, to)) {
    if (by === "receipt") {
      for (const entry of await receiptSales(start, end, store)) groups.set(`${entry.receipt} ${groups.size}`, entry);
      requireFew(groups.size, "to", to);
      await yieldToRequests();
      continue;
    }
    for (const sums of await orders.sums(start, end)) {
      const group = by === "day" ? { day: date } : by === "month" ? { month: date.slice(0, 7) } : categoryOf(sums);
      add(groups, group, sums);
    }
    await yieldToRequests();
  }
  if (by === "receipt") return [...groups.values()];
  const all = [...groups.values()].toSorted(compareSales).flatMap(entriesOf);
  if (by !== "category") return all;
  // Its present name, if it still exists.
  return Promise.all(
    all.map(async (sales) => {
      const category = sales.categoryId === undefined ? undefined : await categories.find(sales.categoryId);
      return category === undefined ? sales : { ...sales, category: category.name };
    }),
  );
}

type Group = Pick<Sales, "day" | "month" | "categoryId" | "category">;

function categoryOf({ categoryId, category }: DaySums): Group {
  return { ...(categoryId !== undefined && { categoryId }), ...(category !== undefined && { category }) };
}

function add(groups: Map<string, Sales>, group: Group, sums: DaySums): void {
  const { currency } = sums;
  const key = [group.day, group.month, group.categoryId, currency].join(" ");
  const known = groups.get(key);
  groups.set(key, {
    ...known,
    ...group,
    ...(currency !== undefined && { currency }),
    ...plus(known ?? NO_SUMS, sums),
  });
}

/** Unknown categories and orders without a price come last. */
function compareSales(one: Sales, other: Sales): number {
  const [when, otherWhen] = [one, other].map(({ day, month }) => day ?? month ?? "");
  if (when !== otherWhen) return (when ?? "") < (otherWhen ?? "") ? -1 : 1;
  if (one.categoryId !== other.categoryId) {
    if (one.categoryId === undefined || other.categoryId === undefined) return one.categoryId === undefined ? 1 : -1;
    return one.categoryId < other.categoryId ? -1 : 1;
  }
  return (one.currency ?? "~") < (other.currency ?? "~") ? -1 : 1;
}

/** Splits a sum beyond int64 into several entries, so that it stays exact and readable. */
function entriesOf(total: Sales): readonly Sales[] {
  const { sales, refunds } = total;
  const entry = { ...total, sales: atMostInt64(sales), refunds: atMostInt64(refunds) };
  const left = { sales: sales - entry.sales, refunds: refunds - entry.refunds };
  if (left.sales === 0n && left.refunds === 0n) return [entry];
  return [entry, ...entriesOf({ ...total, orders: 0, quantity: 0, returns: 0, returnedQuantity: 0, ...left })];
}

function atMostInt64(sum: bigint): bigint {
  return sum < INT64_MAX ? sum : INT64_MAX;
}
