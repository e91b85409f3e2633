/* The route of the orders view: filters, page and open order, as in the URL. */
import type { ListOrdersQuery, Order } from "../../../../client/index.ts";
import { isWord } from "../../../../core/shop/searched-words.ts";
import { dayOf } from "../../../app/formats/dates.ts";
import { dateOf } from "../../../app/formats/day.ts";
import { hrefOf, type Route, readId } from "../../../app/routes.ts";
import { type Change, changed, idOf, isOf } from "../../../data/events/changes.ts";
import { type Meaning, PAGE_SIZE } from "../../../data/loaded-page.ts";
import type { ListRoute } from "../../../ui/list/collection.tsx";
import type { ListedSale } from "./order-list.tsx";

/** The lists of orders, in tab order. */
export const orderLists = ["open", "complete", "returned", "all"] as const;

type OrderList = (typeof orderLists)[number];

/** The filters, the page and the open order. */
export interface OrdersRoute extends ListRoute {
  readonly list: OrderList;
  /** Only orders of this pet. "New order" starts with it too. */
  readonly petId: bigint | undefined;
  /** Only orders whose customer's name contains these words. */
  readonly q: string | undefined;
  /** Only orders placed on this day in the shop's time zone, such as 2026-12-01. */
  readonly day: string | undefined;
}

/** Parses the URL. Invalid values are ignored. */
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

/** The URL of a route. Switching lists resets the page. */
export function ordersHref(now: OrdersRoute, changes: Partial<OrdersRoute> = {}): string {
  const isSameList = Object.keys(changes).every((name) => name === "open" || name === "cursor");
  const { list, petId, q, day, cursor, open } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("orders", open, { show: list === "open" ? undefined : list, petId, q, day, cursor });
}

/** Earlier than any order. */
const EVER = "1970-01-01T00:00:00Z";

/** The query of a list: open orders by due date, others newest first. */
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

/** How a change affects a list. */
export function meaningFor({ list, petId, q, day }: OrdersRoute, change: Change): Meaning {
  if (!isOf(change, "order")) return undefined;
  if (change.type === joining[list]) {
    const { petId: ordered, placedAt } = change.data;
    // Events do not contain the customer.
    const isIn = q === undefined && (day === undefined || (placedAt !== undefined && dateOf(placedAt) === day));
    return isIn && (petId ?? ordered) === ordered ? "added" : undefined;
  }
  if (change.type === "order.cancelled") return "removed";
  if (change.type === "order.reopened" && list === "complete") return "removed";
  return change.type === "order.placed" ? undefined : "changed";
}

/** The event type that adds an order to each list. */
const joining = { open: "order.placed", complete: "order.completed", returned: "order.returned", all: "order.placed" };

/** The sale that an order event belongs to. */
export function saleIdOf(change: Change): bigint | undefined {
  return isOf(change, "order") ? (change.data.saleId ?? change.data.id) : undefined;
}

/** A sale with a change of one of its orders applied. */
export function saleAfter(sale: ListedSale, change: Change): ListedSale {
  const after = sale.orders.map((order) => (order.id === idOf(change) ? changed(order, change) : order));
  return after.every((order, nth) => order === sale.orders[nth])
    ? sale
    : { ...sale, orders: after as [Order, ...Order[]] };
}

/** A sale after one of its orders left the list; undefined if none remains. */
export function saleWithout(sale: ListedSale, change: Change): ListedSale | undefined {
  const [first, ...others] = sale.orders.filter(({ id }) => id !== idOf(change));
  return first && { ...sale, orders: [first, ...others] };
}
