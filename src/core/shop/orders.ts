import { readInt64 } from "../../contract/common.ts";
import { Failure, invalidField, notFound } from "../../contract/errors.ts";
import { AMOUNT_MAX } from "../../contract/money.ts";
import type { Handlers, Input } from "../../contract/operation.ts";
import { type Customer, type Order, REOPEN_HOURS } from "../../contract/order-schemas.ts";
import type { orderOperations } from "../../contract/orders.ts";
import type { Price } from "../../contract/price.ts";
import { after } from "../after.ts";
import type { Context } from "../context.ts";
import { changedMembers, record } from "../events.ts";
import { startOfDay } from "../feed/local-days.ts";
import { invalidCursor, type PageRequest, page } from "../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../preconditions.ts";
import { isoTime } from "../times.ts";
import { refuseChange } from "./inventory.ts";
import { wordsOf } from "./name-words.ts";
import { dueKey, type OrderSearch } from "./order-ports.ts";
import { orderSteps } from "./order-steps.ts";
import { returnOrder } from "./returns.ts";
import { shownOrder } from "./shown-order.ts";
import { takeCompletion, takeStep } from "./take-step.ts";

/** Times of a query that are epoch milliseconds in the store. */
const TIMES = [
  "placedAfter",
  "placedBefore",
  "completedAfter",
  "completedBefore",
  "returnedAfter",
  "returnedBefore",
] as const;

export const orders: Handlers<typeof orderOperations, Context> = {
  listOrders: ({ query: { petId, complete, q, sort, limit, cursor, order, ...times } }, context) => {
    const { orders } = context.store;
    if (sort === "shipDate") {
      const isPlain = complete === false && [petId, q, ...Object.values(times)].every((one) => one === undefined);
      if (isPlain) return listDue({ limit, cursor, order }, context);
      throw invalidField("invalid_parameter", "sort", 'expected "shipDate" with complete=false and no other filter');
    }
    const words = q === undefined ? [] : wordsOf(q);
    const given = TIMES.flatMap((name) =>
      times[name] === undefined ? [] : [[name, Date.parse(times[name])] as const],
    );
    const filter: OrderSearch = { petId, complete, words, ...Object.fromEntries(given) };
    const isSearch = q !== undefined || given.length > 0;
    return page(
      { limit, cursor, order },
      ["orders", petId, complete, ...(isSearch ? [...given.map(String), ...words] : [])],
      context,
      (slice) => (isSearch ? orders.search(filter, slice) : orders.list(filter, slice)),
      ({ id }) => id,
    );
  },

  placeOrder: async ({ body: { petId, quantity = 1, ...details } }, context) => {
    const { store, now } = context;
    const { pet, price } = (await store.orders.petToOrder(petId)) ?? notFound("pet", petId);
    const cost = details.price ?? (price && costOf(petId, price, quantity));
    const ships = shippingOf(details, context);
    const facts = { ...details, ...ships, price: cost };
    const order = await store.orders.insert({ petId, quantity, placedAt: isoTime(now), pet, ...facts });
    record(context, "order.placed", order, { petId });
    if (!(await takeStep(orderSteps.place, order, context))) return refuseOrder(order, store);
    return shownOrder(order, context);
  },

  getOrder: ({ params: { orderId } }, { store }) =>
    after(store.orders.find(orderId), (order) => order ?? notFound("order", orderId)),

  updateOrder: ({ params: { orderId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { orders } = context.store;
      const current = (await orders.find(orderId)) ?? notFound("order", orderId);
      requireMatch(context, shownOrder(current, context));
      if (body.ready !== undefined && current.complete) {
        throw new Failure("conflict", `Order ${orderId} is complete: only an open order can be ready`);
      }
      const order = patched(current, body, context);
      if (!(await orders.replace(current, order))) return undefined;
      if (isChanged(current, order)) {
        const previous = changedMembers(current, order, ["shipDate", "shipDay", "readyAt"]) ?? {};
        record(context, "order.updated", order, { petId: order.petId, previous });
      }
      return shownOrder(order, context);
    }),

  completeOrder: ({ params: { orderId } }, context) =>
    repeatUntilUnchanged(async () => {
      const { store, now } = context;
      const completed = await store.orders.complete(orderId, now);
      if (completed === undefined) {
        const order = (await store.orders.find(orderId)) ?? notFound("order", orderId);
        // One that is complete already stays as it is. One that is open was placed just now.
        return order.complete ? shownOrder(order, context) : undefined;
      }
      record(context, "order.completed", completed, { petId: completed.petId, previous: { complete: false } });
      await takeCompletion(completed, context);
      return shownOrder(completed, context);
    }),

  reopenOrder: ({ params: { orderId } }, context) =>
    repeatUntilUnchanged(async () => {
      const { orders } = context.store;
      const current = (await orders.find(orderId)) ?? notFound("order", orderId);
      requireMatch(context, shownOrder(current, context));
      // One that is open already stays as it is.
      if (!current.complete) return shownOrder(current, context);
      const reopened = reopenedOrder(current, context.now);
      if (!(await orders.replace(current, reopened))) return undefined;
      const previous = { complete: true, ...changedMembers(current, reopened, ["completedAt"]) };
      record(context, "order.reopened", reopened, { petId: reopened.petId, previous });
      if (!(await takeStep(orderSteps.reopen, reopened, context))) {
        throw new Failure("conflict", `Order ${orderId} cannot be reopened: pet ${reopened.petId} no longer exists`);
      }
      return shownOrder(reopened, context);
    }),

  returnOrder,

  cancelOrder: async ({ params: { orderId } }, context) => {
    const { store } = context;
    const cancelled = await store.orders.deleteOpen(orderId);
    const current = cancelled ?? (await store.orders.find(orderId)) ?? notFound("order", orderId);
    requireMatch(context, shownOrder(current, context));
    if (cancelled === undefined) {
      const instead = current.returnedAt === undefined ? ": reopen or return it instead" : "";
      throw new Failure("conflict", `Order ${orderId} is complete and cannot be cancelled${instead}`);
    }
    const { petId, quantity } = cancelled;
    record(context, "order.cancelled", cancelled, { petId });
    if (await takeStep(orderSteps.cancel, cancelled, context)) return;
    // An open order keeps its pet from being removed, so this can only fail at the largest count.
    refuseChange(quantity, (await store.inventory.find(petId)) ?? notFound("pet", petId));
  },
};

/** Lists the open orders by ship date. */
function listDue(request: Pick<PageRequest, "limit" | "cursor" | "order">, context: Context) {
  return page(
    { ...request, sort: "shipDate" },
    ["orders due"],
    context,
    (slice) => {
      if (slice.sort?.after !== undefined && readInt64(slice.sort.after) === undefined)
        throw invalidCursor("it has no date");
      return context.store.orders.listDue(slice);
    },
    ({ id }) => id,
    (order) => String(dueKey(order)),
  );
}

/** When an order ships: a day begins in the time zone of the shop. */
function shippingOf(
  {
    shipDate,
    shipDay,
  }: { readonly shipDate?: string | null | undefined; readonly shipDay?: string | null | undefined },
  { timeZone }: Pick<Context, "timeZone">,
): Pick<Order, "shipDate" | "shipDay"> {
  if (shipDay == null)
    return { shipDate: shipDate == null ? undefined : new Date(shipDate).toISOString(), shipDay: undefined };
  if (shipDate != null) throw refused("shipDay", "without shipDate, which it takes the place of; got both");
  return { shipDate: isoTime(startOfDay(timeZone, shipDay)), shipDay };
}

/** What so many of a pet cost (decision 085). Refuses more than an amount may be. */
function costOf(petId: bigint, { amount, currency }: Price, quantity: number): Price {
  const cost = amount * BigInt(quantity);
  if (cost <= AMOUNT_MAX) return { amount: cost, currency };
  const most = `a quantity whose price is at most ${AMOUNT_MAX}, or a price`;
  throw refused("quantity", `${most}; pet ${petId} costs ${amount} ${currency}, so that ${quantity} cost ${cost}`);
}

const HOUR_MS = 3_600_000;

/** A complete order as an open one. Refuses one that was returned or completed too long ago. */
function reopenedOrder(order: Order, now: number): Order {
  const { id, completedAt, returns, shipDate } = order;
  if (returns !== undefined) throw new Failure("conflict", `Order ${id} was returned and stays complete`);
  if (completedAt === undefined || Date.parse(completedAt) < now - REOPEN_HOURS * HOUR_MS) {
    const reason = `was completed more than ${REOPEN_HOURS} hours ago: return it instead`;
    throw new Failure("conflict", `Order ${id} ${reason}`);
  }
  // Its completion shipped it, unless it had a date before.
  const isShipped = shipDate === completedAt;
  return { ...order, complete: false, completedAt: undefined, shipDate: isShipped ? undefined : shipDate };
}

function refused(field: string, expected: string): Failure {
  return invalidField("validation_failed", field, `expected ${expected}`);
}

type OrderUpdate = Input<(typeof orderOperations)["updateOrder"]>["body"];

/** An order after a merge patch (RFC 7396). */
function patched(current: Order, update: OrderUpdate, context: Context): Order {
  const { customer, note = current.note, shipDate, shipDay, ready = current.readyAt !== undefined } = update;
  const isKept = shipDate === undefined && shipDay === undefined;
  // Nobody could otherwise erase what they say of the customer.
  const returns = customer === null ? current.returns?.map(({ note: _, ...one }) => one) : current.returns;
  return {
    ...current,
    ...(returns && { returns }),
    customer: patchedCustomer(current.customer, customer),
    readyAt: ready ? (current.readyAt ?? isoTime(context.now)) : undefined,
    note: note ?? undefined,
    ...(!isKept && shippingOf({ shipDate, shipDay }, context)),
  };
}

function patchedCustomer(current: Customer | undefined, update: OrderUpdate["customer"]): Customer | undefined {
  if (update === undefined) return current;
  if (update === null) return undefined;
  const { name = current?.name, contact = current?.contact } = update;
  if (name !== undefined) return { name, contact: contact ?? undefined };
  const reason = "expected together with the contact of a new customer; it is missing";
  throw invalidField("validation_failed", "customer.name", reason, "missing");
}

function isChanged(before: Order, after: Order): boolean {
  const [one, other] = [before, after].map(({ customer, note, shipDate, shipDay, readyAt, returns = [] }) =>
    JSON.stringify([
      customer?.name,
      customer?.contact,
      note,
      shipDate,
      shipDay,
      readyAt,
      returns.map((one) => one.note),
    ]),
  );
  return one !== other;
}

/** Refuses an order of a pet that does not exist, is not available, or has too little stock (decision D32). */
async function refuseOrder({ petId, quantity }: Order, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? notFound("pet", petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("pet_not_available", `Pet ${petId} is ${entry.status}; only available pets can be ordered`);
}
