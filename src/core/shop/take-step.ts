import type { Order } from "../../contract/order-schemas.ts";
import type { Context } from "../context.ts";
import { recordPetUpdate, recordStock } from "../events.ts";
import { START } from "../pagination.ts";
import { dependsOnOrders, type OrderStep, statusAfter } from "./order-steps.ts";

/**
 * Takes a step of an order with its events; returns whether its pet and the stock allowed it. The order must be stored before as the
 * step leaves it: of two orders that are completed at once, the second to have the pet sees that no other is open.
 */
export async function takeStep(
  step: OrderStep,
  { id: orderId, petId, quantity }: Pick<Order, "id" | "petId" | "quantity">,
  context: Context,
): Promise<boolean> {
  const { pets, inventory, orders } = context.store;
  const { stock, reason, requires } = step;
  const change = reason && { petId, delta: stock * quantity, reason, orderId, at: context.now };
  const changed = change && (await inventory.change(change, requires && { status: requires }));
  const entry = change === undefined ? await inventory.lock(petId) : changed;
  if (entry === undefined) return false;
  const open = dependsOnOrders(step, entry) ? await orders.list({ petId, complete: false }, FIRST) : [];
  const status = statusAfter(step, entry, open.length > 0);
  const pet = status === entry.status ? undefined : await pets.changeStatus(petId, entry.status, status);
  if (changed !== undefined) recordStock(context, changed, pet?.status);
  if (pet !== undefined) recordPetUpdate(context, { ...pet, status: entry.status }, pet);
  return true;
}

const FIRST = { after: START.asc, limit: 1 };
