import { Failure } from "../contract/errors.ts";
import type { Handlers } from "../contract/operation.ts";
import type { orderOperations } from "../contract/orders.ts";
import type { Pet, PetStatus } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import { record, recordPetUpdate, recordStock } from "./events.ts";
import { refuseChange } from "./inventory.ts";
import { page } from "./pagination.ts";
import { petNotFound } from "./pets.ts";
import { requireMatch } from "./preconditions.ts";

export const orders: Handlers<typeof orderOperations, Context> = {
  listOrders: ({ query: { petId, complete, ...pageRequest } }, context) =>
    page(
      pageRequest,
      ["orders", petId, complete],
      context,
      (order) => order.id,
      (slice) => context.store.orders.list({ petId, complete }, slice),
    ),

  placeOrder: async ({ body: { petId, quantity = 1, shipDate } }, context) => {
    const { store, now } = context;
    const order = await store.orders.insert({ petId, quantity, ...(shipDate !== undefined && { shipDate }) });
    const change = { petId, delta: -quantity, reason: "order_placed", orderId: order.id, at: now } as const;
    const taken = await store.inventory.change(change, { status: "available" });
    if (taken === undefined) return refuseOrder(petId, quantity, store);
    const pet = taken.quantity === 0 ? await store.pets.changeStatus(petId, "available", "pending") : undefined;
    record(context, "order.placed", order, { petId });
    recordStock(context, taken, pet?.status);
    recordStatus(context, "available", pet);
    return order;
  },

  getOrder: async ({ params: { orderId } }, { store }) => (await store.orders.find(orderId)) ?? orderNotFound(orderId),

  completeOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const completed = await store.orders.complete(orderId, now);
    // One that is complete already stays as it is.
    if (completed === undefined) return (await store.orders.find(orderId)) ?? orderNotFound(orderId);
    record(context, "order.completed", completed, { petId: completed.petId, previous: { complete: false } });
    recordStatus(context, "pending", await store.pets.changeStatus(completed.petId, "pending", "sold", 0));
    return completed;
  },

  cancelOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const cancelled = await store.orders.deleteOpen(orderId);
    requireMatch(context, cancelled ?? (await store.orders.find(orderId)) ?? orderNotFound(orderId));
    if (cancelled === undefined) {
      throw new Failure("conflict", `The order ${orderId} is complete and cannot be cancelled`);
    }
    const { petId, quantity } = cancelled;
    const change = { petId, delta: quantity, reason: "order_cancelled", orderId, at: now } as const;
    const returned = await store.inventory.change(change);
    // An open order keeps its pet from being removed, so this can only fail at the largest count.
    if (returned === undefined) refuseChange(quantity, (await store.inventory.find(petId)) ?? petNotFound(petId));
    const pet = await store.pets.changeStatus(petId, "pending", "available");
    record(context, "order.cancelled", cancelled, { petId });
    recordStock(context, returned, pet?.status);
    recordStatus(context, "pending", pet);
  },
};

/** Records that an order changed the status of a pet, if it did. */
function recordStatus(context: Context, before: PetStatus, pet: Pet | undefined): void {
  if (pet !== undefined) recordPetUpdate(context, { ...pet, status: before }, pet);
}

/** Refuses an order of a pet that does not exist, is not available, or has too little stock (decision D32). */
async function refuseOrder(petId: bigint, quantity: number, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? petNotFound(petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("pet_not_available", `Pet ${petId} is ${entry.status}; only available pets can be ordered`);
}

function orderNotFound(orderId: bigint): never {
  throw new Failure("not_found", `There is no order with the id ${orderId}`);
}
