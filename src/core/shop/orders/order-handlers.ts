import { readInt64 } from "../../../contract/common.ts";
import { Failure, invalidField, notFound } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import type { Handlers, Input } from "../../../contract/operation.ts";
import type { Customer, Order } from "../../../contract/orders/order-schemas.ts";
import type { orderOperations } from "../../../contract/orders/orders.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { invalidCursor, type PageRequest, page } from "../../pagination.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { changedMembers, record } from "../../recorded-events.ts";
import { isoTime } from "../../times.ts";
import { wordsOf } from "../name-words.ts";
import { dueKey, type OrderSearch } from "./order-ports.ts";
import { cancelOpen, completeOpen, newOrder, reopenComplete, shippingOf, takeStock } from "./order-rules.ts";
import { voidReceipt } from "./receipt-handlers.ts";
import { returnOrder } from "./returns.ts";
import { shownOrder } from "./shown-order.ts";

/** Times of a query that are epoch milliseconds in the store. */
const TIMES = [
  "placedAfter",
  "placedBefore",
  "completedAfter",
  "completedBefore",
  "returnedAfter",
  "returnedBefore",
] as const;

export const orders: Handlers<typeof orderOperations, Context> = {
  listOrders: ({ query: { petId, saleId, complete, q, sort, limit, cursor, order, ...times } }, context) => {
    const { orders } = context.store;
    if (sort === "shipDate") {
      const isPlain =
        complete === false && [petId, saleId, q, ...Object.values(times)].every((one) => one === undefined);
      if (isPlain) return listDue({ limit, cursor, order }, context);
      const expected = 'another order, as "shipDate" is only for complete=false without another filter';
      throw invalidField("invalid_parameter", "sort", expected, preview(sort));
    }
    const words = q === undefined ? [] : wordsOf(q);
    const given = TIMES.flatMap((name) =>
      times[name] === undefined ? [] : [[name, Date.parse(times[name])] as const],
    );
    const filter: OrderSearch = { petId, saleId, complete, words, ...Object.fromEntries(given) };
    const isSearch = q !== undefined || given.length > 0;
    return page(
      { limit, cursor, order },
      [
        "orders",
        petId,
        complete,
        ...(saleId === undefined ? [] : ["sale", saleId]),
        ...(isSearch ? [...given.map(String), ...words] : []),
      ],
      context,
      (slice) => (isSearch ? orders.search(filter, slice) : orders.list(filter, slice)),
      ({ id }) => id,
    );
  },

  placeOrder: async ({ body }, context) => {
    const { orders } = context.store;
    const order = await orders.insert(await newOrder(body, context, await orders.petsToOrder([body.petId])));
    record(context, "order.placed", order, { petId: order.petId });
    await takeStock(order, context);
    return shownOrder(order, context);
  },

  getOrder: ({ params: { orderId } }, { store }) =>
    chain(store.orders.find(orderId), (order) => order ?? notFound("order", orderId)),

  updateOrder: ({ params: { orderId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { orders } = context.store;
      const current = (await orders.find(orderId)) ?? notFound("order", orderId);
      matching(context)(current);
      if (body.ready !== undefined && current.complete) {
        throw new Failure("conflict", `Order ${orderId} is complete: only an open order can be ready`);
      }
      const order = patched(current, body, context);
      if (!(await orders.replace(current, order))) return undefined;
      if (isChanged(current, order)) {
        const previous = changedMembers(current, order, ["shipDate", "shipDay", "readyAt"]) ?? {};
        record(context, "order.updated", order, { petId: order.petId, previous });
      }
      return shownOrder(order, context);
    }),

  completeOrder: ({ params: { orderId } }, context) =>
    repeatUntilUnchanged(async () => {
      const [completed] = await completeOpen([orderId], context);
      if (completed !== undefined) return shownOrder(completed, context);
      const order = (await context.store.orders.find(orderId)) ?? notFound("order", orderId);
      // One that is complete already stays as it is. One that is open was placed just now.
      return order.complete ? shownOrder(order, context) : undefined;
    }),

  reopenOrder: async ({ params: { orderId } }, context) => {
    const { before, order } = await reopenComplete(orderId, context, matching(context));
    await voidReceipt([before], context);
    return shownOrder(order, context);
  },

  returnOrder,

  cancelOrder: async ({ params: { orderId } }, context) => {
    await cancelOpen(orderId, context, matching(context));
  },
};

function matching(context: Context): (order: Order) => void {
  return (order) => requireMatch(context, shownOrder(order, context));
}

/** Lists the open orders by ship date. */
function listDue(request: Pick<PageRequest, "limit" | "cursor" | "order">, context: Context) {
  return page(
    { ...request, sort: "shipDate" },
    ["orders due"],
    context,
    (slice) => {
      if (slice.sort?.after !== undefined && readInt64(slice.sort.after) === undefined)
        throw invalidCursor("one without a date");
      return context.store.orders.listDue(slice);
    },
    ({ id }) => id,
    (order) => String(dueKey(order)),
  );
}

type OrderUpdate = Input<(typeof orderOperations)["updateOrder"]>["body"];

/** An order after a merge patch (RFC 7396). */
function patched(current: Order, update: OrderUpdate, context: Context): Order {
  const { customer, note = current.note, shipDate, shipDay, ready = current.readyAt !== undefined } = update;
  const isKept = shipDate === undefined && shipDay === undefined;
  // Otherwise what they say about the customer could not be erased.
  const returns = customer === null ? current.returns?.map(({ note: _, ...one }) => one) : current.returns;
  return {
    ...current,
    ...(returns && { returns }),
    customer: patchedCustomer(current.customer, customer),
    readyAt: ready ? (current.readyAt ?? isoTime(context.now)) : undefined,
    note: note ?? undefined,
    ...(!isKept && shippingOf({ shipDate, shipDay }, context)),
  };
}

function patchedCustomer(current: Customer | undefined, update: OrderUpdate["customer"]): Customer | undefined {
  if (update === undefined) return current;
  if (update === null) return undefined;
  const { name = current?.name, contact = current?.contact } = update;
  if (name !== undefined) return { name, contact: contact ?? undefined };
  const expected = "a name together with the contact of a new customer";
  throw invalidField("validation_failed", "customer.name", expected, undefined);
}

function isChanged(before: Order, after: Order): boolean {
  const [one, other] = [before, after].map(({ customer, note, shipDate, shipDay, readyAt, returns = [] }) =>
    JSON.stringify([
      customer?.name,
      customer?.contact,
      note,
      shipDate,
      shipDay,
      readyAt,
      returns.map((one) => one.note),
    ]),
  );
  return one !== other;
}
