import { Failure } from "../contract/errors.ts";
import type { Handlers } from "../contract/operation.ts";
import type { orderOperations } from "../contract/orders.ts";
import type { PetStatus } from "../contract/pets.ts";
import type { Context } from "./context.ts";
import { record, recordPetUpdate, recordStock } from "./events.ts";
import { refuseChange } from "./inventory.ts";
import { page } from "./pagination.ts";
import { petNotFound } from "./pets.ts";

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
    await record(context, "order.placed", order, { petId });
    await recordStock(context, taken);
    if (taken.quantity === 0) await changeStatus(context, petId, "available", "pending");
    return order;
  },

  getOrder: async ({ params: { orderId } }, { store }) => (await store.orders.find(orderId)) ?? orderNotFound(orderId),

  completeOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const completed = await store.orders.complete(orderId, now);
    // One that is complete already stays as it is.
    if (completed === undefined) return (await store.orders.find(orderId)) ?? orderNotFound(orderId);
    await record(context, "order.completed", completed, { petId: completed.petId, previous: { complete: false } });
    await changeStatus(context, completed.petId, "pending", "sold", 0);
    return completed;
  },

  cancelOrder: async ({ params: { orderId } }, context) => {
    const { store, now } = context;
    const cancelled = await store.orders.deleteOpen(orderId);
    if (cancelled === undefined) {
      if ((await store.orders.find(orderId)) === undefined) orderNotFound(orderId);
      throw new Failure("conflict", `The order ${orderId} is complete and cannot be cancelled`);
    }
    const { petId, quantity } = cancelled;
    const change = { petId, delta: quantity, reason: "order_cancelled", orderId, at: now } as const;
    const returned = await store.inventory.change(change);
    // An open order keeps its pet from being removed, so this can only fail at the largest count.
    if (returned === undefined) refuseChange(quantity, (await store.inventory.find(petId)) ?? petNotFound(petId));
    await record(context, "order.cancelled", cancelled, { petId });
    await recordStock(context, returned);
    await changeStatus(context, petId, "pending", "available");
  },
};

/** Changes the status of a pet that has another given one, and if given this stock. */
async function changeStatus(context: Context, petId: bigint, from: PetStatus, to: PetStatus, quantity?: number) {
  const pet = await context.store.pets.changeStatus(petId, from, to, quantity);
  if (pet !== undefined) await recordPetUpdate(context, { ...pet, status: from }, pet);
}

/** Refuses an order of a pet that does not exist, is not available, or has too little stock (decision D32). */
async function refuseOrder(petId: bigint, quantity: number, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? petNotFound(petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("conflict", `The pet ${petId} is ${entry.status}; only available pets can be ordered`);
}

function orderNotFound(orderId: bigint): never {
  throw new Failure("not_found", `There is no order with the id ${orderId}`);
}
