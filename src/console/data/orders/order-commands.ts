/* Commands on orders and sales. Each step is shown everywhere, with an Undo if it has one. */
import type { ChangeOptions, Inquiry, Order } from "../../../client/index.ts";
import { now } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { attempt } from "../../app/notices.ts";
import { petstore } from "../../app/session/session.ts";
import { type Attempt, isUnderWay, run, type Step, tell, unlessGone, type Words } from "../command.ts";
import { type Facts, publish } from "../events/changes.ts";
import { loadPets } from "../pets/pet-names.ts";
import { reload } from "../resource.ts";
import { setInquiry } from "../shop/inquiry-data.ts";
import { type Sale, saleOf, soldNames } from "./sale-data.ts";

type OrdersText = (orders: readonly Order[]) => string;

/** The texts about a sale, or about the orders of one. */
function wordsOf(done: OrdersText, undone: OrdersText): Words<readonly Order[]> {
  const textOf = (text: OrdersText) => (results: readonly (readonly Order[])[]) => text(results.flat());
  return { done: textOf(done), undone: textOf(undone) };
}

/** A text that names the pets and the number of the order or sale. */
const named =
  (text: (pets: string, id: bigint, count: number) => string): OrdersText =>
  (orders) =>
    text(soldNames(orders), saleOf(orders).id, orders.length);

const numbered =
  (text: (id: bigint) => string): OrdersText =>
  (orders) =>
    text(saleOf(orders).id);

type SaleStep = Step<readonly Order[]>;

/** Takes steps with orders. A second press while one is in progress does nothing. */
function take(steps: readonly SaleStep[], done: OrdersText, undone = done): Promise<void> {
  return attempt(async () => {
    if (!steps.some(({ about }) => isUnderWay(about))) await run(steps, wordsOf(done, undone));
  });
}

/** What the steps of an order or a sale change: their `about`. */
export function aboutSale({ id, orders: [{ saleId }] }: Sale): string {
  return saleId === undefined ? `order ${id}` : `sale ${id}`;
}

/** The requests about a sale, or about an order that is alone. */
function requestsOf({ id, orders: [{ saleId }] }: Sale) {
  const { orders, sales } = petstore();
  const one = async (order: PromiseLike<Order>) => [await order];
  const all = async (sale: PromiseLike<{ readonly orders: readonly Order[] }>) => (await sale).orders;
  return saleId === undefined
    ? {
        get: () => one(orders.get(id)),
        complete: (options: ChangeOptions) => one(orders.complete(id, options)),
        reopen: () => one(orders.reopen(id)),
        cancel: () => orders.cancel(id),
      }
    : {
        get: () => all(sales.get(id)),
        complete: (options: ChangeOptions) => all(sales.complete(id, options)),
        reopen: () => all(sales.reopen(id)),
        cancel: () => sales.cancel(id),
      };
}

/** The changes of each order after a step. */
const factsOf =
  (type: "order.placed" | "order.completed" | "order.cancelled") =>
  (orders: readonly Order[]): Facts[] =>
    orders.map((data) => ({ type, data }));

/** After a step, the pets may have another status. */
function stepped(orders: readonly Order[]): readonly Order[] {
  void loadPets(orders.map(({ petId }) => petId));
  return orders;
}

const isOpen = ({ complete }: Order) => !complete;

/** Hands pets over, with Undo. */
export function handOver(sale: Sale): Promise<void> {
  const { orders: words } = allTexts.value;
  const step: SaleStep = {
    about: aboutSale(sale),
    send: async ({ key }) => stepped(await requestsOf(sale).complete({ idempotencyKey: key })),
    facts: factsOf("order.completed"),
    undo: () => reopening(sale),
  };
  return take([step], named(words.handedOver), numbered(words.reopened));
}

/** Reopens an order or a sale. */
export function reopenSale(sale: Sale): Promise<void> {
  return take([reopening(sale)], numbered(allTexts.value.orders.reopened));
}

function reopening(sale: Sale): SaleStep {
  return {
    about: aboutSale(sale),
    send: async () => stepped(await requestsOf(sale).reopen()),
    facts: (orders) =>
      orders.filter(isOpen).map((data) => ({
        type: "order.reopened",
        data: { ...{ completedAt: undefined, receipt: undefined }, ...data } as Order,
      })),
  };
}

/** How long the service lets an order be reopened. */
const REOPEN_MS = 24 * 3_600_000;

/** Whether the latest completion can still be undone. */
export function canReopen(orders: readonly Order[]): boolean {
  const latest = Math.max(...orders.map(({ completedAt }) => Date.parse(completedAt ?? "") || 0));
  const isBack = orders.some(
    ({ completedAt = "", returns }) => returns !== undefined && Date.parse(completedAt) === latest,
  );
  return latest > now() - REOPEN_MS && !isBack;
}

/** Marks the open orders as ready for pick-up or not, with Undo. */
export function setReady({ orders }: Sale, isReady: boolean): Promise<void> {
  const { orders: words } = allTexts.value;
  const tellReady: OrdersText = (changed) =>
    named(changed[0]?.readyAt === undefined ? words.isNotReady : words.isReady)(changed);
  return take(
    orders.filter(isOpen).map((order) => makingReady(order, isReady)),
    tellReady,
  );
}

function makingReady({ id }: Pick<Order, "id">, ready: boolean): SaleStep {
  return {
    about: `order ${id}`,
    send: async ({ key }) => [await petstore().orders.update(id, { ready }, { idempotencyKey: key })],
    facts: (orders) =>
      orders.map((data) => ({ type: "order.updated", data: { ...{ readyAt: undefined }, ...data } as Order })),
    undo: ([changed]) => makingReady(changed ?? { id }, !ready),
  };
}

/** A list shows a new order only when it is read again. */
const readLists = () => reload("order list");

/** Shows placed orders everywhere, with Undo. The inquiry that they answer is then open again. */
export async function announcePlaced({ orders }: Sale, inquiry?: Inquiry): Promise<void> {
  for (const fact of factsOf("order.placed")(stepped(orders))) publish({ ...fact, source: "here" });
  readLists();
  tell(placedText(orders), [cancelling(saleOf(orders), inquiry, readLists)], wordsOf(cancelledText, placedText));
  if (inquiry !== undefined) await attempt(async () => void (await setInquiry(inquiry, "answered")));
}

const placedText: OrdersText = (orders) => named(allTexts.value.orders.placed)(orders);
const cancelledText: OrdersText = (orders) => numbered(allTexts.value.orders.cancelled)(orders);

/** Cancels the open orders of a sale, with an Undo that places them again under new numbers. */
export function cancelSale(sale: Sale): Promise<void> {
  return take([cancelling(sale)], cancelledText, placedText);
}

function cancelling(sale: Sale, inquiry?: Inquiry, then?: () => void): SaleStep {
  // Undo needs the orders in their last state, not as this window has seen them.
  let latest = sale.orders.filter(isOpen);
  return {
    about: aboutSale(sale),
    async send(attempt) {
      const { get, cancel } = requestsOf(sale);
      const all = (await unlessGone(attempt, get())) ?? [];
      const isDone =
        attempt.isRepeated && latest.length > 0 && !latest.some(({ id }) => all.some((order) => order.id === id));
      if (!isDone) {
        latest = all.filter(isOpen);
        await unlessGone(attempt, cancel());
      }
      if (inquiry !== undefined) await setInquiry(inquiry, "new", `${attempt.key}-inquiry`);
      then?.();
      return stepped(latest);
    },
    facts: factsOf("order.cancelled"),
    undo: (cancelled) => placing(cancelled, inquiry),
  };
}

/** Places the same orders together. An order without a price gets that of the pet. */
function placing(orders: readonly Order[], inquiry?: Inquiry): SaleStep {
  const sale = saleOf(orders);
  const [{ customer, note, shipDay, ...first }] = sale.orders;
  const shipDate = shipDay === undefined ? first.shipDate : undefined;
  async function send({ key }: Attempt) {
    const petstoreNow = petstore();
    const items = orders.map(({ petId, quantity, price }) => ({ petId, quantity, price }));
    // A pair was separated on purpose.
    const shared = { customer, note, shipDate, shipDay, apart: true };
    const placed = [...(await petstoreNow.sales.place({ items, ...shared }, { idempotencyKey: key })).orders];
    for (const [nth, { id }] of placed.entries()) {
      if (orders[nth]?.readyAt === undefined) continue;
      const options = { idempotencyKey: `${key}-ready-${nth}` };
      placed[nth] = await petstoreNow.orders.update(id, { ready: true }, options);
    }
    if (inquiry !== undefined) await setInquiry(inquiry, "answered", `${key}-inquiry`);
    readLists();
    return stepped(placed);
  }
  return {
    about: aboutSale(sale),
    send,
    facts: factsOf("order.placed"),
    undo: (placed) => cancelling(saleOf(placed), inquiry, readLists),
  };
}
