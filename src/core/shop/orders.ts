import { Failure, invalidField, notFound } from "../../contract/errors.ts";
import type { Handlers, Input } from "../../contract/operation.ts";
import type { Customer, Order, orderOperations } from "../../contract/orders.ts";
import type { Pet, PetStatus } from "../../contract/pets.ts";
import { after } from "../after.ts";
import type { Context } from "../context.ts";
import { changedMembers, record, recordPetUpdate, recordStock } from "../events.ts";
import { page } from "../pagination.ts";
import type { OrderSearch } from "../ports.ts";
import { repeatUntilUnchanged, requireMatch } from "../preconditions.ts";
import { isoTime } from "../times.ts";
import { refuseChange } from "./inventory.ts";
import { wordsOf } from "./name-words.ts";

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
    const change = { petId, delta: -quantity, reason: "order_placed", orderId: order.id, at: now } as const;
    const taken = await store.inventory.change(change, { status: "available" });
    if (taken === undefined) return refuseOrder(petId, quantity, store);
    const pet = taken.quantity === 0 ? await store.pets.changeStatus(petId, "available", "pending") : undefined;
    record(context, "order.placed", order, { petId });
    recordStock(context, taken, pet?.status);
    recordStatus(context, "available", pet);
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
    recordStatus(context, "pending", await store.pets.changeStatus(completed.petId, "pending", "sold", 0));
    return completed;
  },

  cancelOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const cancelled = await store.orders.deleteOpen(orderId);
    requireMatch(context, cancelled ?? (await store.orders.find(orderId)) ?? notFound("order", orderId));
    if (cancelled === undefined) {
      throw new Failure("conflict", `Order ${orderId} is complete and cannot be cancelled`);
    }
    const { petId, quantity } = cancelled;
    const change = { petId, delta: quantity, reason: "order_cancelled", orderId, at: now } as const;
    const returned = await store.inventory.change(change);
    // An open order keeps its pet from being removed, so this can only fail at the largest count.
    if (returned === undefined) refuseChange(quantity, (await store.inventory.find(petId)) ?? notFound("pet", petId));
    const pet = await store.pets.changeStatus(petId, "pending", "available");
    record(context, "order.cancelled", cancelled, { petId });
    recordStock(context, returned, pet?.status);
    recordStatus(context, "pending", pet);
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

/** Records that an order changed the status of a pet, if it did. */
function recordStatus(context: Context, before: PetStatus, pet: Pet | undefined): void {
  if (pet !== undefined) recordPetUpdate(context, { ...pet, status: before }, pet);
}

/** Refuses an order of a pet that does not exist, is not available, or has too little stock (decision D32). */
async function refuseOrder(petId: bigint, quantity: number, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? notFound("pet", petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("pet_not_available", `Pet ${petId} is ${entry.status}; only available pets can be ordered`);
}
