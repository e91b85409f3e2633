/* What is reserved, handed over and paid together: a sale of several orders, or an order that was placed alone. */
import type { Order } from "../../../client/index.ts";
import type { Money } from "../../../contract/values/money.ts";
import { totalOf } from "../../../core/shop/orders/price-totals.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { formatPrice } from "../../app/formats/money-text.ts";
import { formatList } from "../../app/formats/view-formats.ts";
import { petstore } from "../../app/session/session.ts";
import { orderedPet } from "../pets/pet-names.ts";

/** A sale, or those of its orders that a list has. An order that was placed alone is one, too. */
export interface Sale {
  /** The id of the sale, which is that of its first order, or of the order. */
  readonly id: bigint;
  readonly orders: readonly [Order, ...Order[]];
}

/** The sales that orders belong to, in the order in which they come first. */
export function salesOf(orders: readonly Order[]): Sale[] {
  const sales = Map.groupBy(orders, ({ id, saleId }) => saleId ?? id);
  return [...sales].map(([id, together]) => ({ id, orders: together as [Order, ...Order[]] }));
}

/** The sale that orders are. */
export function saleOf(orders: readonly Order[]): Sale {
  const [sale] = salesOf(orders);
  if (sale === undefined) throw new Error("a sale without orders");
  return sale;
}

/** An order by itself, whatever it was placed with. */
export function aloneOf({ saleId: _, ...order }: Order): Sale {
  return { id: order.id, orders: [order] };
}

/** Reads the sale of an order. */
export async function readSaleOf(order: Order, signal?: AbortSignal): Promise<Sale> {
  if (order.saleId === undefined) return saleOf([order]);
  return saleOf((await petstore().sales.get(order.saleId, { signal })).orders);
}

/** How far an order is: reserved, ready, complete, returned. */
const stepOf = ({ complete, readyAt, returnedAt }: Order) =>
  complete ? (returnedAt === undefined ? 2 : 3) : readyAt === undefined ? 0 : 1;

/** The order of a sale that is the least far, with all that came back: the sale is as far as that. */
export function leastOf({ orders }: Pick<Sale, "orders">): Order {
  const least = orders.reduce((one, other) => (stepOf(other) < stepOf(one) ? other : one));
  const returns = orders.flatMap((order) => order.returns ?? []);
  return returns.length === 0
    ? least
    : { ...least, returns: returns.toSorted((one, other) => (one.at < other.at ? -1 : 1)) };
}

/** How a sale is. */
export function stateOf(sale: Pick<Sale, "orders">) {
  return (["open", "ready", "complete", "returned"] as const)[stepOf(leastOf(sale))] ?? "open";
}

/** Sums of several currencies in one text; empty for none. */
export function sumsText(sums: readonly Money[], format = formatPrice): string {
  return sums.map((sum) => format(sum)).join(" + ");
}

/** What a sale costs, such as €350 + CHF 20; empty without a price. */
export function totalText({ orders }: Sale): string {
  return sumsText(totalOf(orders.map(({ price }) => price)));
}

/** The pet of an order, with how many. */
export function orderedName(order: Pick<Order, "petId" | "pet" | "quantity">): string {
  const name = orderedPet(order);
  return order.quantity === 1 ? name : `${formatNumber(order.quantity)} × ${name}`;
}

/** As many pets as are named. */
const NAMED = 3;

/** The pets of a sale; of many the first. */
export function soldNames(orders: readonly Pick<Order, "petId" | "pet" | "quantity">[]): string {
  const names = orders.map(orderedName);
  const more = names.length - NAMED;
  if (more <= 1) return formatList(names);
  return formatList([...names.slice(0, NAMED), allTexts.value.orders.morePets(formatNumber(more))]);
}
