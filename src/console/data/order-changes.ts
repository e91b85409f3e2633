/* What people do with orders. Each step is shown everywhere, with its way back if it has one. */
import type { Order } from "../../client/index.ts";
import { now } from "../app/day.ts";
import { allTexts } from "../app/language.ts";
import { announce, attempt } from "../app/notices.ts";
import { petstore } from "../app/session.ts";
import { publish } from "./changes.ts";
import { learnPets, orderedPet } from "./pet-names.ts";

/** How an order is. */
export function stateOf({ complete, readyAt, returnedAt }: Order) {
  if (returnedAt !== undefined) return "returned";
  if (complete) return "complete";
  return readyAt === undefined ? "open" : "ready";
}

/** Hands a pet over, and offers to undo that. */
export function handOver(order: Order): Promise<void> {
  return attempt(async () => {
    const data = await petstore().orders.complete(order.id);
    publish({ type: "order.completed", data, source: "here" });
    learnPets([order.petId]);
    announce(allTexts.value.orders.handedOver(orderedPet(order), order.id), () => void reopenOrder(data));
  });
}

/** Takes the completion of an order back. */
export function reopenOrder({ id, petId }: Order): Promise<void> {
  return attempt(async () => {
    const data = await petstore().orders.reopen(id);
    publish({ type: "order.reopened", data: { ...{ completedAt: undefined }, ...data } as Order, source: "here" });
    learnPets([petId]);
    announce(allTexts.value.orders.reopened(id));
  });
}

/** How long the service lets an order be reopened. */
const REOPEN_MS = 24 * 3_600_000;

/** Whether an order can still be reopened. */
export function canReopen({ completedAt, returnedAt }: Order): boolean {
  return completedAt !== undefined && returnedAt === undefined && Date.parse(completedAt) > now() - REOPEN_MS;
}

/** Says that an order is ready to be picked up, or that it is not, and offers to undo that. */
export function setReady(order: Order, isReady: boolean): Promise<void> {
  const { orders: words } = allTexts.value;
  return attempt(async () => {
    const data = await petstore().orders.update(order.id, { ready: isReady });
    publish({ type: "order.updated", data: { ...{ readyAt: undefined }, ...data } as Order, source: "here" });
    const said = isReady ? words.isReady : words.isNotReady;
    announce(said(orderedPet(order), order.id), () => void setReady(order, !isReady));
  });
}

/** Cancels an order. */
export async function cancelOrder(order: Order): Promise<void> {
  await petstore().orders.cancel(order.id);
  publish({ type: "order.cancelled", data: order, source: "here" });
  learnPets([order.petId]);
  announce(allTexts.value.orders.decisions.cancel.done(order.id));
}
