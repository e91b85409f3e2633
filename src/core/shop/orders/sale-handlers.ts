/* Sales: orders that are placed, completed, reopened and cancelled together (decision 087). */
import { Failure, invalidField, notFound } from "../../../contract/errors/errors.ts";
import { withoutMembers } from "../../../contract/json/members.ts";
import type { Handlers } from "../../../contract/operation.ts";
import type { Order } from "../../../contract/orders/order-schemas.ts";
import { type EventSale, personalSaleMembers, type Sale } from "../../../contract/orders/sale-schemas.ts";
import type { saleOperations } from "../../../contract/orders/sales.ts";
import { allOf } from "../../concurrency/maybe-promise.ts";
import { type Context, hasScope } from "../../context.ts";
import { page } from "../../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { record } from "../../recorded-events.ts";
import { wordsOf } from "../name-words.ts";
import { cancelOpen, completeOpen, newOrder, reopenComplete, shippingOf, takeStock } from "./order-rules.ts";
import { totalOf } from "./price-totals.ts";
import { voidReceipt } from "./receipt-handlers.ts";

export const sales: Handlers<typeof saleOperations, Context> = {
  listPlacedSales: async ({ query }, context) => {
    const { q, ...slice } = query;
    const { orders } = context.store;
    const words = q === undefined ? undefined : wordsOf(q);
    const listed = await page(
      slice,
      ["sales", ...(words ?? [])],
      context,
      words === undefined ? orders.listSales : (of) => orders.searchSales(words, of),
      ([first]) => (words === undefined ? first?.saleId : first?.id) ?? 0n,
    );
    return { ...listed, items: listed.items.map(saleOf) };
  },

  placeSale: async ({ body: { items, ...shared } }, context) => {
    const { orders } = context.store;
    const petIds = items.map(({ petId }) => petId);
    requireEachOnce(petIds);
    // A problem in what all items share is reported under its own name.
    shippingOf(shared, context);
    const pets = await orders.petsToOrder(petIds);
    const drafts = [];
    for (const [nth, item] of items.entries()) {
      drafts.push(await ofItem(nth, () => newOrder({ ...item, ...shared }, context, pets)));
    }
    const placed = await orders.insertSale(drafts);
    for (const order of placed) record(context, "order.placed", order, { petId: order.petId });
    // In the order of pets, as all changes of several lock them (decision 011), and in one round trip.
    await allOf(byPet(placed).map((order) => ofItem(placed.indexOf(order), () => takeStock(order, context))));
    record(context, "sale.placed", eventSale(placed));
    return shownSale(placed, context);
  },

  getSale: async ({ params: { saleId } }, context) => saleOf(await ordersOf(saleId, context)),

  completeSale: async ({ params: { saleId } }, context) => {
    const open = (await ordersOf(saleId, context)).filter(({ complete }) => !complete);
    const completed = await completeOpen(
      byPet(open).map(({ id }) => id),
      context,
    );
    const orders = await ordersOf(saleId, context);
    if (completed.length > 0) record(context, "sale.completed", eventSale(orders));
    return shownSale(orders, context);
  },

  reopenSale: async ({ params: { saleId } }, context) => {
    const orders = await matchedOrders(saleId, context);
    const latest = latestCompletion(orders);
    const together = orders.filter((order) => latest !== undefined && isTogether(order, latest));
    for (const { id } of byPet(together)) await reopenComplete(id, context);
    await voidReceipt(together, context);
    return shownSale(await ordersOf(saleId, context), context);
  },

  cancelSale: async ({ params: { saleId } }, context) => {
    const orders = await matchedOrders(saleId, context);
    const open = orders.filter(({ complete }) => !complete);
    if (open.length === 0) {
      throw new Failure("conflict", `Sale ${saleId} is complete and cannot be cancelled: reopen or return its orders`);
    }
    for (const { id } of byPet(open)) await cancelOpen(id, context);
    record(context, "sale.cancelled", eventSale(open));
  },
};

/** The orders of a sale, in the order of id. */
async function ordersOf(saleId: bigint, { store }: Context): Promise<readonly Order[]> {
  const orders = await store.orders.ofSale(saleId);
  return orders.length === 0 ? notFound("sale", saleId) : orders;
}

/** The orders of a sale, if it matches `If-Match`: then no other transaction changes them until this one ends. */
function matchedOrders(saleId: bigint, context: Context): Promise<readonly Order[]> {
  return repeatUntilUnchanged(async () => {
    const orders = await ordersOf(saleId, context);
    if (context.ifMatch === undefined) return orders;
    requireMatch(context, shownSale(orders, context));
    // Writing the row unchanged locks it, if it is still as it was read.
    for (const order of byPet(orders)) if (!(await context.store.orders.replace(order, order))) return undefined;
    return orders;
  });
}

function byPet(orders: readonly Order[]): readonly Order[] {
  return orders.toSorted((one, other) => (one.petId < other.petId ? -1 : 1));
}

function requireEachOnce(petIds: readonly bigint[]): void {
  const repeated = petIds.findIndex((petId, nth) => petIds.indexOf(petId) !== nth);
  if (repeated === -1) return;
  throw invalidField(
    "validation_failed",
    `items.${repeated}.petId`,
    "each pet in one item",
    `${petIds[repeated]} again`,
  );
}

/** Runs the work on an item. A failure names the item. */
async function ofItem<Result>(nth: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, details } = error;
    const field = `items.${nth}`;
    // Each message begins with its field.
    const within = (text: string) => `${field}.${text}`;
    const named = details?.map((one) => ({ ...one, field: within(one.field), message: within(one.message) })) ?? [
      { field, code: "invalid" as const, message: `${field}: ${message}` },
    ];
    throw new Failure(code, named.map((one) => one.message).join(". "), { details: named });
  }
}

/** A sale is derived from its orders: nothing is stored twice. */
function saleOf(orders: readonly Order[]): Sale {
  const { customer, note } = orders.find((one) => one.customer !== undefined) ?? orders[0] ?? {};
  return {
    ...factsOf(orders),
    orders: [...orders],
    ...(customer !== undefined && { customer }),
    ...(note !== undefined && { note }),
  };
}

function eventSale(orders: readonly Order[]): EventSale {
  return { ...factsOf(orders), orders: orders.map(({ id, petId, quantity }) => ({ id, petId, quantity })) };
}

/** Whether two orders were completed by one completion. */
function isTogether(one: Order, other: Order): boolean {
  return one.completedAt === other.completedAt && one.receipt?.number === other.receipt?.number;
}

function factsOf(orders: readonly Order[]): Omit<Sale, "orders" | "customer" | "note"> {
  const [first] = orders;
  if (first?.saleId === undefined || first.placedAt === undefined) throw new Error("a sale without orders");
  const { completedAt, receipt } = latestCompletion(orders) ?? {};
  const isOpen = orders.some(({ complete }) => !complete);
  const total = totalOf(orders.map(({ price }) => price));
  return {
    id: first.saleId,
    total,
    placedAt: first.placedAt,
    ...(completedAt && !isOpen && { completedAt }),
    ...(receipt && { receipt }),
  };
}

/** The order of a sale that was completed last; of several at the same time, the one with the latest receipt. */
function latestCompletion(orders: readonly Order[]): Order | undefined {
  const key = ({ completedAt = "", receipt }: Order) => `${completedAt} ${receipt?.number ?? ""}`;
  const completed = orders.filter(({ completedAt }) => completedAt !== undefined);
  return completed.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)).at(-1);
}

function shownSale(orders: readonly Order[], { principal }: Context): Sale {
  const sale = saleOf(orders);
  return hasScope(principal, "orders:read") ? sale : withoutMembers(sale, personalSaleMembers);
}
