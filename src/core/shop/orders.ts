import { Failure, invalidField, notFound } from "../../contract/errors.ts";
import type { Handlers, Input } from "../../contract/operation.ts";
import type { Customer, Order, orderOperations } from "../../contract/orders.ts";
import { after } from "../after.ts";
import type { Context } from "../context.ts";
import { changedMembers, record } from "../events.ts";
import { page } from "../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../preconditions.ts";
import { isoTime } from "../times.ts";
import { refuseChange } from "./inventory.ts";
import { wordsOf } from "./name-words.ts";
import type { OrderSearch } from "./order-ports.ts";
import { orderSteps } from "./order-steps.ts";
import { takeStep } from "./take-step.ts";

export const orders: Handlers<typeof orderOperations, Context> = {
  listOrders: ({ query: { petId, complete, placedAfter, placedBefore, q, ...pageRequest } }, context) => {
    const { orders } = context.store;
    const filter: OrderSearch = {
      petId,
      complete,
      placedAfter: placedAfter === undefined ? undefined : Date.parse(placedAfter),
      placedBefore: placedBefore === undefined ? undefined : Date.parse(placedBefore),
      words: q === undefined ? [] : wordsOf(q),
    };
    const isSearch = q !== undefined || placedAfter !== undefined || placedBefore !== undefined;
    return page(
      pageRequest,
      ["orders", petId, complete, ...(isSearch ? [placedAfter, placedBefore, ...filter.words] : [])],
      context,
      (slice) => (isSearch ? orders.search(filter, slice) : orders.list(filter, slice)),
      ({ id }) => id,
    );
  },

  placeOrder: async ({ body: { petId, quantity = 1, ...details } }, context) => {
    const { store, now } = context;
    const price = details.price ?? (await store.profiles.find(petId))?.price;
    const order = await store.orders.insert({ petId, quantity, placedAt: isoTime(now), ...details, price });
    record(context, "order.placed", order, { petId });
    if (!(await takeStep(orderSteps.place, order, context))) return refuseOrder(order, store);
    return order;
  },

  getOrder: ({ params: { orderId } }, { store }) =>
    after(store.orders.find(orderId), (order) => order ?? notFound("order", orderId)),

  updateOrder: ({ params: { orderId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { orders } = context.store;
      const current = (await orders.find(orderId)) ?? notFound("order", orderId);
      requireMatch(context, current);
      const order = patched(current, body);
      if (!(await orders.replace(current, order))) return undefined;
      if (isChanged(current, order)) {
        const previous = changedMembers(current, order, ["shipDate"]) ?? {};
        record(context, "order.updated", order, { petId: order.petId, previous });
      }
      return order;
    }),

  completeOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const completed = await store.orders.complete(orderId, now);
    // One that is complete already stays as it is.
    if (completed === undefined) return (await store.orders.find(orderId)) ?? notFound("order", orderId);
    record(context, "order.completed", completed, { petId: completed.petId, previous: { complete: false } });
    await takeStep(orderSteps.complete, completed, context);
    return completed;
  },

  cancelOrder: async ({ params: { orderId } }, context) => {
    const { store } = context;
    const cancelled = await store.orders.deleteOpen(orderId);
    requireMatch(context, cancelled ?? (await store.orders.find(orderId)) ?? notFound("order", orderId));
    if (cancelled === undefined) {
      throw new Failure("conflict", `Order ${orderId} is complete and cannot be cancelled`);
    }
    const { petId, quantity } = cancelled;
    record(context, "order.cancelled", cancelled, { petId });
    if (await takeStep(orderSteps.cancel, cancelled, context)) return;
    // An open order keeps its pet from being removed, so this can only fail at the largest count.
    refuseChange(quantity, (await store.inventory.find(petId)) ?? notFound("pet", petId));
  },
};

type OrderUpdate = Input<(typeof orderOperations)["updateOrder"]>["body"];

/** An order after a merge patch (RFC 7396). */
function patched(current: Order, { customer, note = current.note, shipDate = current.shipDate }: OrderUpdate): Order {
  return {
    ...current,
    customer: patchedCustomer(current.customer, customer),
    note: note ?? undefined,
    shipDate: shipDate == null ? undefined : new Date(shipDate).toISOString(),
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
  const [one, other] = [before, after].map(({ customer, note, shipDate }) =>
    JSON.stringify([customer?.name, customer?.contact, note, shipDate]),
  );
  return one !== other;
}

/** Refuses an order of a pet that does not exist, is not available, or has too little stock (decision D32). */
async function refuseOrder({ petId, quantity }: Order, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? notFound("pet", petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("pet_not_available", `Pet ${petId} is ${entry.status}; only available pets can be ordered`);
}
