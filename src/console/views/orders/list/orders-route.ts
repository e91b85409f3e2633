/* The route of the orders view: filters, page and what is open, as the address has them. */
import type { ListOrdersQuery, Order } from "../../../../client/index.ts";
import { isWord } from "../../../../core/shop/searched-words.ts";
import { dayOf } from "../../../app/formats/dates.ts";
import { dateOf } from "../../../app/formats/day.ts";
import { hrefOf, type Route, readId } from "../../../app/routes.ts";
import { type Change, changed, idOf, isOf } from "../../../data/events/changes.ts";
import { type Meaning, PAGE_SIZE } from "../../../data/loaded-page.ts";
import type { ListRoute } from "../../../ui/list/collection.tsx";
import type { ListedSale } from "./order-list.tsx";

/** The lists of orders, in the order of their tabs. */
export const orderLists = ["open", "complete", "returned", "all"] as const;

type OrderList = (typeof orderLists)[number];

/** The filters of the list, its page and what is open. */
export interface OrdersRoute extends ListRoute {
  readonly list: OrderList;
  /** Only orders of this pet; it is the one to order too. */
  readonly petId: bigint | undefined;
  /** Only orders of customers with these words in their name. */
  readonly q: string | undefined;
  /** Only orders placed on this day of the shop, such as 2026-12-01. */
  readonly day: string | undefined;
}

/** Reads the address. What it cannot mean is left out. */
export function ordersRoute({ query, open }: Route): OrdersRoute {
  return {
    list: orderLists.find((list) => list === query.get("show")) ?? "open",
    petId: readId(query.get("petId")),
    q: query.get("q") ?? undefined,
    day: query.get("day") ?? undefined,
    cursor: query.get("cursor") ?? undefined,
    open,
  };
}

/** The address of a route. Another list begins with the first page. */
export function ordersHref(now: OrdersRoute, changes: Partial<OrdersRoute> = {}): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { list, petId, q, day, cursor, open } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("orders", open, { show: list === "open" ? undefined : list, petId, q, day, cursor });
}

/** Before any order. */
const EVER = "1970-01-01T00:00:00Z";

/** The query of the list: the open orders that are due first, of others the newest. */
export function ordersQuery({ list, petId, q, day, cursor }: OrdersRoute): ListOrdersQuery {
  const isFiltered = [petId, q, day].some((one) => one !== undefined);
  if (list === "open" && !isFiltered) return { limit: PAGE_SIZE, cursor, complete: false, sort: "shipDate" };
  const placed = day === undefined ? undefined : dayOf(day);
  return {
    limit: PAGE_SIZE,
    petId,
    q: q !== undefined && isWord(q) ? q : undefined,
    placedAfter: placed?.from,
    placedBefore: placed?.to,
    cursor,
    order: "desc",
    complete: list === "all" ? undefined : list !== "open",
    returnedAfter: list === "returned" ? EVER : undefined,
  };
}

/** What a change means for a list. */
export function meaningFor({ list, petId, q, day }: OrdersRoute, change: Change): Meaning {
  if (!isOf(change, "order")) return undefined;
  if (change.type === joining[list]) {
    const { petId: ordered, placedAt } = change.data;
    // An event does not say whose order it is.
    const isIn = q === undefined && (day === undefined || (placedAt !== undefined && dateOf(placedAt) === day));
    return isIn && (petId ?? ordered) === ordered ? "added" : undefined;
  }
  if (change.type === "order.cancelled") return "removed";
  if (change.type === "order.reopened" && list === "complete") return "removed";
  return change.type === "order.placed" ? undefined : "changed";
}

/** What makes an order one of a list. */
const joining = { open: "order.placed", complete: "order.completed", returned: "order.returned", all: "order.placed" };

/** The sale that a change of an order is about. */
export function saleIdOf(change: Change): bigint | undefined {
  return isOf(change, "order") ? (change.data.saleId ?? change.data.id) : undefined;
}

/** A sale after a change of one of its orders. */
export function saleAfter(sale: ListedSale, change: Change): ListedSale {
  const after = sale.orders.map((order) => (order.id === idOf(change) ? changed(order, change) : order));
  return after.every((order, nth) => order === sale.orders[nth])
    ? sale
    : { ...sale, orders: after as [Order, ...Order[]] };
}

/** What a list still has of a sale after one of its orders has left it; undefined for nothing. */
export function saleWithout(sale: ListedSale, change: Change): ListedSale | undefined {
  const [first, ...others] = sale.orders.filter(({ id }) => id !== idOf(change));
  return first && { ...sale, orders: [first, ...others] };
}
