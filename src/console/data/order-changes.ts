/* What people do with orders. Each step is shown everywhere, with its way back if it has one. */
import type { Inquiry, Order } from "../../client/index.ts";
import { now } from "../app/day.ts";
import { allTexts } from "../app/language.ts";
import { attempt } from "../app/notices.ts";
import { petstore } from "../app/session.ts";
import { publish } from "./changes.ts";
import { type Attempt, isUnderWay, run, type Step, tell, unlessGone, type Words } from "./command.ts";
import { setInquiry } from "./inquiries.ts";
import { learnPets, orderedPet } from "./pet-names.ts";
import { reload } from "./resource.ts";

/** How an order is. */
export function stateOf({ complete, readyAt, returnedAt }: Order) {
  if (returnedAt !== undefined) return "returned";
  if (complete) return "complete";
  return readyAt === undefined ? "open" : "ready";
}

type OrderText = (order: Order) => string;

/** The texts about one order. */
function wordsOf(done: OrderText, undone: OrderText): Words<Order> {
  const textOf =
    (text: OrderText) =>
    ([order]: readonly Order[]) =>
      order === undefined ? "" : text(order);
  return { done: textOf(done), undone: textOf(undone) };
}

/** Takes a step with an order. A second press while it is under way changes nothing. */
async function take(step: Step<Order>, done: OrderText, undone = done): Promise<void> {
  if (!isUnderWay(step.about)) await run([step], wordsOf(done, undone));
}

/** What the steps of an order are about. */
export const aboutOrder = ({ id }: Pick<Order, "id">) => `order ${id}`;

/** What follows from a step: the pet may have another status. */
function stepped(order: Order): Order {
  void learnPets([order.petId]);
  return order;
}

/** Hands a pet over, and offers to undo that. */
export function handOver(order: Order): Promise<void> {
  const { orders: words } = allTexts.value;
  const step: Step<Order> = {
    about: aboutOrder(order),
    send: async ({ key }) => stepped(await petstore().orders.complete(order.id, { idempotencyKey: key })),
    facts: (data) => ({ type: "order.completed", data }),
    undo: reopening,
  };
  return attempt(() =>
    take(
      step,
      (done) => words.handedOver(orderedPet(done), done.id),
      ({ id }) => words.reopened(id),
    ),
  );
}

/** Takes the completion of an order back. */
export function reopenOrder(order: Order): Promise<void> {
  return attempt(() => take(reopening(order), ({ id }) => allTexts.value.orders.reopened(id)));
}

function reopening(order: Order): Step<Order> {
  return {
    about: aboutOrder(order),
    send: async () => stepped(await petstore().orders.reopen(order.id)),
    facts: (data) => ({ type: "order.reopened", data: { ...{ completedAt: undefined }, ...data } as Order }),
  };
}

/** How long the service lets an order be reopened. */
const REOPEN_MS = 24 * 3_600_000;

/** Whether an order can still be reopened. */
export function canReopen({ completedAt, returns }: Order): boolean {
  return completedAt !== undefined && returns === undefined && Date.parse(completedAt) > now() - REOPEN_MS;
}

/** Says that an order is ready to be picked up, or that it is not, and offers to undo that. */
export function setReady(order: Order, isReady: boolean): Promise<void> {
  const { orders: words } = allTexts.value;
  const text = ({ readyAt }: Order) => (readyAt === undefined ? words.isNotReady : words.isReady);
  const tellReady = (changed: Order) => text(changed)(orderedPet(changed), changed.id);
  return attempt(() => take(makingReady(order, isReady), tellReady));
}

function makingReady(order: Order, ready: boolean): Step<Order> {
  return {
    about: aboutOrder(order),
    send: async ({ key }) => petstore().orders.update(order.id, { ready }, { idempotencyKey: key }),
    facts: (data) => ({ type: "order.updated", data: { ...{ readyAt: undefined }, ...data } as Order }),
    undo: (changed) => makingReady(changed, !ready),
  };
}

/** A list shows a new order only when it is read again. */
const readLists = () => reload("order list");

/** Shows a new order everywhere, and offers to undo it. A question that it answers waits again without it. */
export async function announcePlaced(order: Order, inquiry?: Inquiry): Promise<void> {
  publish({ type: "order.placed", data: order, source: "here" });
  stepped(order);
  readLists();
  const { orders: words } = allTexts.value;
  tell(
    placedText(order),
    [cancelling(order, inquiry, readLists)],
    wordsOf(({ id }) => words.cancelled(id), placedText),
  );
  if (inquiry !== undefined) await attempt(async () => void (await setInquiry(inquiry, "answered")));
}

const placedText = (order: Order) => allTexts.value.orders.placed(order.id, orderedPet(order));

/** Cancels an order, and offers to undo that: the same is then reserved again, under a new number. */
export function cancelOrder(order: Order): Promise<void> {
  return attempt(() => take(cancelling(order), ({ id }) => allTexts.value.orders.cancelled(id), placedText));
}

function cancelling(order: Order, inquiry?: Inquiry, then?: () => void): Step<Order> {
  // What can be reserved again is how the order was at last, and not how this window has seen it.
  let latest = order;
  return {
    about: aboutOrder(order),
    async send(attempt) {
      const { orders } = petstore();
      latest = (await unlessGone(attempt, orders.get(order.id))) ?? latest;
      await unlessGone(attempt, orders.cancel(order.id));
      if (inquiry !== undefined) await setInquiry(inquiry, "new", `${attempt.key}-inquiry`);
      then?.();
      return stepped(latest);
    },
    facts: (data) => ({ type: "order.cancelled", data }),
    undo: (cancelled) => placing(cancelled, inquiry),
  };
}

/** Without a price, it takes that of the pet. */
function placing(order: Order, inquiry?: Inquiry): Step<Order> {
  const { petId, quantity, price, customer, note, shipDay, readyAt } = order;
  const shipDate = shipDay === undefined ? order.shipDate : undefined;
  async function send({ key }: Attempt) {
    const { orders } = petstore();
    const next = { petId, quantity, price, customer, note, shipDate, shipDay };
    let placed = await orders.place(next, { idempotencyKey: key });
    if (readyAt !== undefined)
      placed = await orders.update(placed.id, { ready: true }, { idempotencyKey: `${key}-ready` });
    if (inquiry !== undefined) await setInquiry(inquiry, "answered", `${key}-inquiry`);
    readLists();
    return stepped(placed);
  }
  return {
    about: aboutOrder(order),
    send,
    facts: (data) => ({ type: "order.placed", data }),
    undo: (placed) => cancelling(placed, inquiry, readLists),
  };
}
