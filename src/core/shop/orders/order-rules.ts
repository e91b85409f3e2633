/* Changes of one order, alone or in a sale, each with its event and its step. */
import { Failure, invalidField, notFound } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import type { Input } from "../../../contract/operation.ts";
import { type Order, REOPEN_HOURS } from "../../../contract/orders/order-schemas.ts";
import type { orderOperations } from "../../../contract/orders/orders.ts";
import { AMOUNT_MAX } from "../../../contract/values/money.ts";
import type { Price } from "../../../contract/values/price.ts";
import { allOf } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { startOfDay } from "../../feed/local-days.ts";
import { repeatUntilUnchanged } from "../../preconditions.ts";
import { changedMembers, record, recordPetUpdate } from "../../recorded-events.ts";
import { HOUR_MS, isoTime } from "../../times.ts";
import { refuseChange } from "../pets/inventory-handlers.ts";
import type { PetToOrder } from "./order-ports.ts";
import { orderSteps } from "./order-steps.ts";
import { refuseParting } from "./pairs.ts";
import { issueReceipt } from "./receipt-handlers.ts";
import { takeCompletion, takeStep } from "./take-step.ts";

type Given = Input<(typeof orderOperations)["placeOrder"]>["body"];

/** An order to store, with what it copies from its pet. `pets` are those of its sale. */
export async function newOrder(
  { petId, quantity = 1, apart = false, ...details }: Given,
  context: Context,
  pets: ReadonlyMap<bigint, PetToOrder>,
): Promise<Omit<Order, "id" | "complete" | "completedAt">> {
  const { pet, price, together = [] } = pets.get(petId) ?? notFound("pet", petId);
  const left = apart ? [] : together.filter((id) => !pets.has(id));
  if (left.length > 0) await refuseParting(petId, left, context);
  const cost = details.price ?? (price && costOf(petId, price, quantity));
  const ships = shippingOf(details, context);
  return { petId, quantity, placedAt: isoTime(context.now), pet, ...details, ...ships, price: cost };
}

/** Takes the quantity of a new order from the stock. Throws if the stock does not have it. */
export async function takeStock(order: Order, context: Context): Promise<void> {
  if (!(await takeStep(orderSteps.place, order, context))) await refuseOrder(order, context.store);
}

/**
 * Completes the open ones among these orders, with one receipt; returns them. Orders and pets are locked in the order of the list, and the
 * numbers of receipts last: they are all that completions of other pets wait for.
 */
export async function completeOpen(orderIds: readonly bigint[], context: Context): Promise<readonly Order[]> {
  const { orders } = context.store;
  const all = await allOf(orderIds.map((id) => orders.complete(id, context.now)));
  const completed = all.filter((order) => order !== undefined);
  if (completed.length === 0) return completed;
  // In one round trip.
  const selling = completed.map((order) => takeCompletion(order, context));
  const issuing = issueReceipt(completed, context);
  await allOf([...selling, issuing]);
  const receipt = await issuing;
  for (const [nth, order] of completed.entries()) {
    const { petId } = order;
    record(context, "order.completed", { ...order, receipt }, { petId, previous: { complete: false } });
    const sold = await selling[nth];
    if (sold !== undefined) recordPetUpdate(context, ...sold);
  }
  return completed.map((order) => ({ ...order, receipt }));
}

/** Throws unless the order is as the client expects it. */
type Check = (order: Order) => void;

const asItIs: Check = () => {};

/** Reopens a complete order, and leaves its receipt. One that is open already stays as it is. */
export function reopenComplete(
  orderId: bigint,
  context: Context,
  check = asItIs,
): Promise<{ readonly before: Order; readonly order: Order }> {
  return repeatUntilUnchanged(async () => {
    const { orders } = context.store;
    const current = (await orders.find(orderId)) ?? notFound("order", orderId);
    check(current);
    if (!current.complete) return { before: current, order: current };
    const reopened = reopenedOrder(current, context.now);
    if (!(await orders.replace(current, reopened))) return undefined;
    const previous = { complete: true, ...changedMembers(current, reopened, ["completedAt", "receipt"]) };
    record(context, "order.reopened", reopened, { petId: reopened.petId, previous });
    if (!(await takeStep(orderSteps.reopen, reopened, context))) {
      throw new Failure("conflict", `Order ${orderId} cannot be reopened: pet ${reopened.petId} no longer exists`);
    }
    return { before: current, order: reopened };
  });
}

/** Cancels an open order. */
export async function cancelOpen(orderId: bigint, context: Context, check = asItIs): Promise<void> {
  const { store } = context;
  const cancelled = await repeatUntilUnchanged(async () => {
    const gone = await store.orders.deleteOpen(orderId);
    const current = gone ?? (await store.orders.find(orderId)) ?? notFound("order", orderId);
    check(current);
    // One that is open was placed or reopened just now.
    if (gone !== undefined || !current.complete) return gone;
    throw new Failure("conflict", `Order ${orderId} is complete and cannot be cancelled${insteadOf(current)}`);
  });
  const { petId, quantity } = cancelled;
  record(context, "order.cancelled", cancelled, { petId });
  if (await takeStep(orderSteps.cancel, cancelled, context)) return;
  // An open order protects its pet from removal, so this can only fail at the largest count.
  refuseChange(quantity, (await store.inventory.find(petId)) ?? notFound("pet", petId));
}

/** What can be done instead with a complete order, for a message. */
function insteadOf({ returns, returnedAt }: Order): string {
  if (returnedAt !== undefined) return "";
  return returns === undefined ? ": reopen or return it instead" : ": return the rest of it instead";
}

/** When an order ships: a day begins in the time zone of the shop. */
export function shippingOf(
  {
    shipDate,
    shipDay,
  }: { readonly shipDate?: string | null | undefined; readonly shipDay?: string | null | undefined },
  { timeZone }: Pick<Context, "timeZone">,
): Pick<Order, "shipDate" | "shipDay"> {
  if (shipDay == null)
    return { shipDate: shipDate == null ? undefined : new Date(shipDate).toISOString(), shipDay: undefined };
  if (shipDate != null)
    throw refused("shipDay", "nothing beside shipDate, which it takes the place of", preview(shipDay));
  return { shipDate: isoTime(startOfDay(timeZone, shipDay)), shipDay };
}

/** The price of so many of a pet (decision 085). Throws for more than an amount may be. */
function costOf(petId: bigint, { amount, currency }: Price, quantity: number): Price {
  const cost = amount * BigInt(quantity);
  if (cost <= AMOUNT_MAX) return { amount: cost, currency };
  const most = `a quantity whose price is at most ${AMOUNT_MAX}, or a price`;
  throw refused("quantity", most, `${quantity}, which cost ${cost}: pet ${petId} costs ${amount} ${currency}`);
}

/** A complete order as an open one. Throws if it was returned, or completed too long ago. */
function reopenedOrder(order: Order, now: number): Order {
  const { id, completedAt, returns, shipDate } = order;
  if (returns !== undefined) throw new Failure("conflict", `Order ${id} was returned and stays complete`);
  if (completedAt === undefined || Date.parse(completedAt) < now - REOPEN_HOURS * HOUR_MS) {
    const reason = `was completed more than ${REOPEN_HOURS} hours ago: return it instead`;
    throw new Failure("conflict", `Order ${id} ${reason}`);
  }
  // The completion set the ship date, unless there was one before.
  const isShipped = shipDate === completedAt;
  return {
    ...order,
    complete: false,
    completedAt: undefined,
    receipt: undefined,
    shipDate: isShipped ? undefined : shipDate,
  };
}

/** A member of an order that breaks a rule. */
export function refused(field: string, expected: string, got: string | undefined): Failure {
  return invalidField("validation_failed", field, expected, got);
}

/** Throws the reason why an order has no stock: its pet does not exist, is not available, or has too little (decision D32). */
async function refuseOrder({ petId, quantity }: Order, { inventory }: Context["store"]): Promise<never> {
  const entry = (await inventory.find(petId)) ?? notFound("pet", petId);
  if (entry.status === "available") return refuseChange(-quantity, entry);
  throw new Failure("pet_not_available", `Pet ${petId} is ${entry.status}; only available pets can be ordered`);
}
