/* Where a person is in the orders view: filters, page and what is open, as the address has them. */
import type { ListOrdersQuery } from "../client/index.ts";
import { PAGE_SIZE } from "./loading.ts";
import { hrefOf, type Place } from "./router.ts";

/** The lists of orders, in the order of their tabs. */
export const orderLists = ["open", "complete", "all"] as const;

export type OrderList = (typeof orderLists)[number];

/** The filters of the list. */
export interface OrdersPlace {
  readonly list: OrderList;
  /** Only orders of this pet; it is the one to order too. */
  readonly petId: bigint | undefined;
  readonly cursor: string | undefined;
  /** Whether the form for a new order is open. */
  readonly isPlacing: boolean;
}

/** Reads the address. What it cannot mean is left out. */
export function ordersPlace({ query, open }: Place): OrdersPlace {
  const petId = query.get("petId") ?? "";
  return {
    list: orderLists.find((list) => list === query.get("show")) ?? "open",
    petId: /^-?\d{1,19}$/.test(petId) ? BigInt(petId) : undefined,
    cursor: query.get("cursor") ?? undefined,
    isPlacing: open === "new",
  };
}

/** The address of a place in the orders view. Another list begins with the first page. */
export function ordersHref(now: OrdersPlace, changes: Partial<OrdersPlace>): string {
  const isSameList = Object.keys(changes).every((name) => name === "isPlacing" || name === "cursor");
  const { list, petId, cursor, isPlacing } = { ...now, ...(!isSameList && { cursor: undefined }), ...changes };
  return hrefOf("orders", isPlacing ? "new" : "", {
    show: list === "open" ? undefined : list,
    petId: petId?.toString(),
    cursor,
  });
}

/** The query of the list at a place, the newest orders first. */
export function ordersQuery({ list, petId, cursor }: OrdersPlace): ListOrdersQuery {
  return { limit: PAGE_SIZE, petId, cursor, order: "desc", complete: list === "all" ? undefined : list === "complete" };
}
