/* Sales: several orders that are placed together, or an order that was placed alone. */
import type { Order } from "../../../client/index.ts";
import type { Money } from "../../../contract/values/money.ts";
import { totalOf } from "../../../core/shop/orders/price-totals.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatPrice } from "../../app/formats/money-text.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { petstore } from "../../app/session/session.ts";
import { orderedPet } from "../pets/pet-names.ts";

/** A sale, or the part of it that a list has. An order placed alone counts as a sale. */
export interface Sale {
  /** The id of the sale, which is that of its first order, or of the order. */
  readonly id: bigint;
  readonly orders: readonly [Order, ...Order[]];
}

/** The sales of orders, in the order in which they first occur. */
export function salesOf(orders: readonly Order[]): Sale[] {
  const sales = Map.groupBy(orders, ({ id, saleId }) => saleId ?? id);
  return [...sales].map(([id, together]) => ({ id, orders: together as [Order, ...Order[]] }));
}

/** The sale of these orders. */
export function saleOf(orders: readonly Order[]): Sale {
  const [sale] = salesOf(orders);
  if (sale === undefined) throw new Error("a sale without orders");
  return sale;
}

/** An order as a sale of its own, even if it was placed with others. */
export function aloneOf({ saleId: _, ...order }: Order): Sale {
  return { id: order.id, orders: [order] };
}

/** Reads the sale of an order. */
export async function readSaleOf(order: Order, signal?: AbortSignal): Promise<Sale> {
  if (order.saleId === undefined) return saleOf([order]);
  return saleOf((await petstore().sales.get(order.saleId, { signal })).orders);
}

/** The progress of an order: reserved, ready, complete, returned. */
const stepOf = ({ complete, readyAt, returnedAt }: Order) =>
  complete ? (returnedAt === undefined ? 2 : 3) : readyAt === undefined ? 0 : 1;

/** The order of a sale that has progressed the least, with all returns: it tells the state of the sale. */
export function leastOf({ orders }: Pick<Sale, "orders">): Order {
  const least = orders.reduce((one, other) => (stepOf(other) < stepOf(one) ? other : one));
  const returns = orders.flatMap((order) => order.returns ?? []);
  return returns.length === 0
    ? least
    : { ...least, returns: returns.toSorted((one, other) => (one.at < other.at ? -1 : 1)) };
}

/** The state of a sale. */
export function stateOf(sale: Pick<Sale, "orders">) {
  return (["open", "ready", "complete", "returned"] as const)[stepOf(leastOf(sale))] ?? "open";
}

/** Sums of several currencies in one text; empty for none. */
export function sumsText(sums: readonly Money[], format = formatPrice): string {
  return sums.map((sum) => format(sum)).join(" + ");
}

/** The total of a sale, such as €350 + CHF 20; empty without a price. */
export function totalText({ orders }: Sale): string {
  return sumsText(totalOf(orders.map(({ price }) => price)));
}

/** The pet of an order, with its quantity. */
export function orderedName(order: Pick<Order, "petId" | "pet" | "quantity">): string {
  const name = orderedPet(order);
  return order.quantity === 1 ? name : `${formatNumber(order.quantity)} × ${name}`;
}

/** How many pets are named. */
const NAMED = 3;

/** The pets of a sale; the first ones of many. */
export function soldNames(orders: readonly Pick<Order, "petId" | "pet" | "quantity">[]): string {
  const names = orders.map(orderedName);
  const more = names.length - NAMED;
  if (more <= 1) return formatList(names);
  return formatList([...names.slice(0, NAMED), allTexts.value.orders.morePets(formatNumber(more))]);
}
