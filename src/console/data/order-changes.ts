/* What people do with orders. Each step is shown everywhere, with its way back if it has one. */
import type { Order } from "../../client/index.ts";
import { now } from "../app/day.ts";
import { allTexts } from "../app/language.ts";
import { announce, announceFailure, announceUndone, attempt } from "../app/notices.ts";
import { randomName } from "../app/random.ts";
import { onNextPerson, petstore } from "../app/session.ts";
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
    await changeReady(order.id, isReady);
    const said = isReady ? words.isReady : words.isNotReady;
    announce(said(orderedPet(order), order.id), () => void setReady(order, !isReady));
  });
}

async function changeReady(id: bigint, ready: boolean): Promise<void> {
  const data = await petstore().orders.update(id, { ready });
  publish({ type: "order.updated", data: { ...{ readyAt: undefined }, ...data } as Order, source: "here" });
}

/** How an order is told of, and what follows from it elsewhere: a question that it answers waits again without it. */
interface Ends {
  readonly tell?: typeof announceUndone;
  readonly follow?: ((isPlaced: boolean) => Promise<void>) | undefined;
}

/** Shows a new order everywhere, and offers to undo it. */
export function announcePlaced(order: Order, { tell = announce, follow }: Ends = {}): void {
  publish({ type: "order.placed", data: order, source: "here" });
  learnPets([order.petId]);
  readLists();
  const undo = () => cancelOrder(order.id, { tell: announceUndone, follow }).then(readLists);
  tell(allTexts.value.orders.placed(order.id, orderedPet(order)), () => void attempt(undo));
  if (follow !== undefined) void attempt(() => follow(true));
}

/** A list shows a new order only when it is read again. */
const readLists = () => reload("orders");

/** The orders whose cancellation has no response yet: a second press changes nothing. */
const cancelling = new Set<bigint>();

onNextPerson(() => cancelling.clear());

/** Cancels an order, and offers to undo that: the same is then reserved again, under a new number. */
export async function cancelOrder(id: bigint, { tell = announce, follow }: Ends = {}): Promise<void> {
  if (cancelling.has(id)) return;
  cancelling.add(id);
  try {
    // What can be reserved again is how the order was at last, and not how this window has seen it.
    const order = await petstore().orders.get(id);
    await petstore().orders.cancel(id);
    publish({ type: "order.cancelled", data: order, source: "here" });
    learnPets([order.petId]);
    const idempotencyKey = randomName();
    tell(allTexts.value.orders.cancelled(id), () => void placeAgain(order, idempotencyKey, follow));
  } finally {
    cancelling.delete(id);
  }
  if (follow !== undefined) await follow(false);
}

/** The service keeps nothing of a cancelled order, so what fails can be tried again. Without a price, it takes that of the pet. */
async function placeAgain(order: Order, idempotencyKey: string, follow: Ends["follow"]): Promise<void> {
  const { id, petId, quantity, price, customer, note, shipDate, readyAt } = order;
  try {
    const next = { petId, quantity, price, customer, note, shipDate };
    const placed = await petstore().orders.place(next, { idempotencyKey });
    announcePlaced(placed, { tell: announceUndone, follow });
    if (readyAt !== undefined) await attempt(() => changeReady(placed.id, true));
  } catch (error) {
    const undo = () => void placeAgain(order, idempotencyKey, follow);
    announceFailure(error, { text: allTexts.value.orders.cancelled(id), undo });
  }
}
