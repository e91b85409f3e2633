/* What people do with orders. Each step is shown everywhere, with its way back if it has one. */
import type { Order } from "../../client/index.ts";
import { now } from "../app/day.ts";
import { allTexts } from "../app/language.ts";
import { announce, attempt } from "../app/notices.ts";
import { petstore } from "../app/session.ts";
import { publish } from "./changes.ts";
import { learnPets, orderedPet } from "./pet-names.ts";
import { reload } from "./resource.ts";

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

/** Shows a new order everywhere, and offers to undo it. `undone` is called once it is cancelled. */
export function announcePlaced(order: Order, undone?: () => Promise<void>): void {
  publish({ type: "order.placed", data: order, source: "here" });
  learnPets([order.petId]);
  readLists();
  const undo = () => cancelOrder(order.id).then(readLists).then(undone);
  announce(allTexts.value.orders.placed(order.id, orderedPet(order)), () => void attempt(undo));
}

/** A list shows a new order only when it is read again. */
const readLists = () => reload("orders");

/** Cancels an order, and offers to undo that: the same is then reserved again, under a new number. */
export async function cancelOrder(id: bigint): Promise<void> {
  // What can be reserved again is how the order was at last, and not how this window has seen it.
  const order = await petstore().orders.get(id);
  await petstore().orders.cancel(id);
  publish({ type: "order.cancelled", data: order, source: "here" });
  learnPets([order.petId]);
  announce(allTexts.value.orders.cancelled(id), () => void attempt(() => placeAgain(order)));
}

async function placeAgain({ petId, quantity, price, customer, note, shipDate, readyAt }: Order): Promise<void> {
  const order = await petstore().orders.place({ petId, quantity, price, customer, note, shipDate });
  announcePlaced(readyAt === undefined ? order : await petstore().orders.update(order.id, { ready: true }));
}
