/* Returns of complete orders, whole or in part, and refunds (decision 086). */
import { Failure, notFound } from "../../../contract/errors/errors.ts";
import type { Handlers, Input } from "../../../contract/operation.ts";
import { type Order, type OrderReturn, RETURNS_MAX } from "../../../contract/orders/order-schemas.ts";
import type { orderOperations } from "../../../contract/orders/orders.ts";
import { AMOUNT_MAX } from "../../../contract/values/money.ts";
import type { Price } from "../../../contract/values/price.ts";
import type { Context } from "../../context.ts";
import { repeatUntilUnchanged } from "../../preconditions.ts";
import { record } from "../../recorded-events.ts";
import { isoTime } from "../../times.ts";
import { refuseChange } from "../pets/inventory-handlers.ts";
import { refused } from "./order-rules.ts";
import { orderSteps } from "./order-steps.ts";
import { shownOrder } from "./shown-order.ts";
import { takeStep } from "./take-step.ts";

type Given = Input<(typeof orderOperations)["returnOrder"]>["body"];

/** The handler of `returnOrder`. */
export const returnOrder: Handlers<typeof orderOperations, Context>["returnOrder"] = (
  { params: { orderId }, body },
  context,
) =>
  repeatUntilUnchanged(async () => {
    const { store } = context;
    const order = (await store.orders.find(orderId)) ?? notFound("order", orderId);
    const back = returnOf(order, body, context);
    const returned = await store.orders.addReturn(order, back);
    if (returned === undefined) return undefined;
    const { petId } = returned;
    const { returns = [], refund } = order;
    record(context, "order.returned", returned, { petId, previous: { returns, ...(refund && { refund }) } });
    const { quantity } = back;
    if (back.restock && !(await takeStep(orderSteps.return, { id: orderId, petId, quantity }, context))) {
      const entry = await store.inventory.find(petId);
      if (entry !== undefined) return refuseChange(quantity, entry);
      const message = `Pet ${petId} no longer exists and cannot be in stock: return the order with "restock": false`;
      throw new Failure("conflict", message);
    }
    return shownOrder(returned, context);
  });

/** How many of an order have come back so far. */
export function returnedQuantity({ returns = [] }: Pick<Order, "returns">): number {
  return returns.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The return as it is stored. Throws for one that the order does not allow. */
function returnOf(order: Order, { quantity, restock = true, note, ...given }: Given, context: Context): OrderReturn {
  const { id, complete, returns = [] } = order;
  if (!complete) throw new Failure("conflict", `Order ${id} is open: cancel it instead`);
  const left = order.quantity - returnedQuantity(order);
  if (left === 0) throw new Failure("conflict", `Order ${id} was already returned: nothing is left to return`);
  const back = quantity ?? left;
  if (back > left) throw refused("quantity", `at most ${left}, which are not returned yet`, `${back}`);
  if (back < left && returns.length === RETURNS_MAX - 1) {
    throw refused("quantity", `${left}, all that are left, as this is the last of ${RETURNS_MAX} returns`, `${back}`);
  }
  const refund = given.refund && refundOf(order, given.refund, note, context.currency);
  return { at: isoTime(context.now), quantity: back, restock, refund, note };
}

/** The refund. Throws for another currency, and for more than the price without a note. */
function refundOf(
  { price, refund: before }: Order,
  { amount, currency: named }: NonNullable<Given["refund"]>,
  note: string | undefined,
  ofShop: string,
): Price {
  const expected = (price ?? before)?.currency;
  const currency = named ?? expected ?? ofShop;
  if (expected !== undefined && currency !== expected) {
    throw refused("refund.currency", `${expected}, the currency of the order`, currency);
  }
  const all = amount + (before?.amount ?? 0n);
  if (all > AMOUNT_MAX) throw refused("refund.amount", `refunds of at most ${AMOUNT_MAX} in all`, `${all}`);
  if ((note ?? "").trim() === "" && all > (price?.amount ?? 0n)) {
    const most = price === undefined ? "a reason for a refund of an order without a price" : tooMuch(price, all);
    throw refused("note", most, undefined);
  }
  return { amount, currency };
}

function tooMuch({ amount }: Price, all: bigint): string {
  return `a reason for refunds of more than the price of ${amount}, ${all} in all`;
}
