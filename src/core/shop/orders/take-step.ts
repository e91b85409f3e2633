import type { Order } from "../../../contract/orders/order-schemas.ts";
import type { Pet } from "../../../contract/pets/pets.ts";
import type { Context } from "../../context.ts";
import { recordPetUpdate, recordStock } from "../../recorded-events.ts";
import { type OrderStep, orderSteps, statusAfter } from "./order-steps.ts";

/**
 * Takes a step of an order with its events; returns whether its pet and the stock allowed it. The order must already be stored as it is
 * after the step.
 */
export async function takeStep(
  step: OrderStep,
  { id: orderId, petId, quantity }: Pick<Order, "id" | "petId" | "quantity">,
  context: Context,
): Promise<boolean> {
  const { pets, inventory } = context.store;
  const { stock, reason, requires } = step;
  const change = reason && { petId, delta: stock * quantity, reason, orderId, at: context.now };
  const changed = change && (await inventory.change(change, requires && { status: requires }));
  const entry = change === undefined ? await inventory.lock(petId) : changed;
  if (entry === undefined) return false;
  const status = statusAfter(step, entry);
  const pet = status === entry.status ? undefined : await pets.changeStatus(petId, entry.status, status);
  if (changed !== undefined) recordStock(context, changed, pet?.status);
  if (pet !== undefined) recordPetUpdate(context, { ...pet, status: entry.status }, pet);
  return true;
}

/**
 * Completes an order, which must already be stored as complete. The status of the pet is changed before it is known whether another order
 * is open, and changed back if one is: most pets have none, and of two orders that are completed at once, the second to lock the pet sees
 * that no other is open. Returns the pet before and after, if it is sold now.
 */
export async function takeCompletion(
  { petId }: Pick<Order, "petId">,
  context: Context,
): Promise<readonly [before: Pet, after: Pet] | undefined> {
  const { pets, orders } = context.store;
  const { from, to } = orderSteps.complete;
  const [status] = from;
  const pet = await pets.changeStatus(petId, status, to, 0);
  if (pet === undefined) return undefined;
  if (!(await orders.hasOpen(petId))) return [{ ...pet, status }, pet];
  await pets.changeStatus(petId, to, status);
  return undefined;
}
