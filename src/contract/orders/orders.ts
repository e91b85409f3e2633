import * as z from "zod";
import {
  booleanParameter,
  idParameter,
  int64Parameter,
  oneOf,
  orderParameter,
  pageOf,
  pageParameters,
} from "../common.ts";
import { operation } from "../operation.ts";
import { dateTimeParameter } from "../parameters.ts";
import { searchParameter } from "../values/names.ts";
import {
  NewOrder,
  Order,
  OrderReturnInput,
  OrderUpdate,
  personalMembers,
  REOPEN_HOURS,
  RETURNS_MAX,
} from "./order-schemas.ts";

const customer = { name: "Ada Krause", contact: "+49 170 1234567" };
const one = {
  id: 1,
  petId: 1,
  quantity: 1,
  shipDate: "2026-12-01T09:00:00.000Z",
  complete: false,
  placedAt: "2026-11-28T14:05:00.000Z",
  customer,
  price: { amount: 15000, currency: "EUR" },
  pet: { name: "Rex", categoryId: 7, category: "Dogs" },
};
const common = { tag: "Orders", stability: "beta" } as const;
const orderId = z.object({ orderId: idParameter("Id of the order") });

/** How a list of orders can be sorted. */
const orderSorts = ["id", "shipDate"] as const;

const listOrders = operation({
  ...common,
  id: "listOrders",
  method: "GET",
  path: "/store/orders",
  summary: "List store orders",
  description:
    "Returns the orders that match all given filters, in the order of `sort`, one page at a time. With `q` or a filter by time, a page may have fewer orders than `limit`, or none, even if there are more: follow `Link` until there is none.",
  scope: "orders:read",
  query: z.object({
    ...pageParameters,
    petId: int64Parameter("Only orders for this pet"),
    saleId: int64Parameter("Only orders of this sale"),
    complete: booleanParameter("`true`: only complete orders; `false`: only open orders"),
    placedAfter: dateTimeParameter("Only orders placed at this time or later"),
    placedBefore: dateTimeParameter("Only orders placed before this time"),
    completedAfter: dateTimeParameter("Only orders completed at this time or later"),
    completedBefore: dateTimeParameter("Only orders completed before this time"),
    returnedAfter: dateTimeParameter("Only orders of which something came back at this time or later"),
    returnedBefore: dateTimeParameter(
      "Only orders of which something came back, and for the last time before this time",
    ),
    q: searchParameter(
      "Only orders whose customer's name has words that start with these, in any order, ignoring case and accents: " +
        '`krau` finds "Ada Krause". White space and punctuation separate words; 1 to 8 words',
    ),
    sort: z
      .enum(orderSorts, { error: oneOf(orderSorts) })
      .optional()
      .meta({
        description:
          "What the list is sorted by: `id` (the default), or `shipDate`, orders without one last, with `complete=false` and no other filter",
      }),
    order: orderParameter,
  }),
  success: pageOf("orders", Order, "Orders", "Orders in the order of id"),
  examples: { response: [one] },
});

const placeOrder = operation({
  ...common,
  id: "placeOrder",
  method: "POST",
  path: "/store/orders",
  summary: "Place an order",
  description:
    "Orders an available pet and takes the quantity from its stock. A pet whose stock reaches 0 becomes `pending`. Orders " +
    "never exceed the stock, however many clients order at the same time. A repeated request with the same `Idempotency-Key` " +
    "returns the order without customer and note, because they are not stored with the key. So does a key without the scope " +
    "`orders:read`, here and wherever an order is returned.",
  scope: "orders:write",
  body: NewOrder,
  exact: true,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The placed order",
    schema: Order,
    location: "/store/orders/{id}",
    links: { getOrder: "orderId", updateOrder: "orderId", completeOrder: "orderId", cancelOrder: "orderId" },
    notStored: personalMembers,
  },
  errors: ["not_found", "belongs_together", "pet_not_available", "insufficient_stock"],
  examples: {
    body: { petId: 1, quantity: 1, shipDate: "2026-12-01T09:00:00Z", customer, price: one.price },
    response: one,
  },
});

const getOrder = operation({
  ...common,
  id: "getOrder",
  method: "GET",
  path: "/store/orders/{orderId}",
  summary: "Get an order",
  description: "Returns one order.",
  scope: "orders:read",
  params: orderId,
  success: { status: 200, description: "The order", schema: Order },
  examples: { params: { orderId: "1" }, response: one },
});

const updateOrder = operation({
  ...common,
  id: "updateOrder",
  method: "PATCH",
  path: "/store/orders/{orderId}",
  summary: "Change an order",
  description:
    "Changes the customer, the note, the ship date or day of an order, even if it is complete, and whether an open order is ready. " +
    "`null` removes a member (JSON Merge Patch, RFC 7396). A `customer` of `null` erases the customer, including the index of " +
    "names and the notes of returns; backups keep the customer. " +
    "A repeated request with the same `Idempotency-Key` returns the order without customer and note.",
  scope: "orders:write",
  params: orderId,
  body: OrderUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Order,
  success: { status: 200, description: "The changed order", schema: Order, notStored: personalMembers },
  errors: ["conflict"],
  examples: {
    params: { orderId: "1" },
    body: { customer: { ...customer, contact: "ada@example.com" }, shipDate: null },
    response: { ...one, shipDate: undefined, customer: { ...customer, contact: "ada@example.com" } },
  },
});

const completeOrder = operation({
  ...common,
  id: "completeOrder",
  method: "POST",
  path: "/store/orders/{orderId}/completion",
  summary: "Complete an order",
  description:
    "Completes an order. If it has no ship date, the ship date is now. A `pending` pet of which neither stock nor an open order " +
    "is left becomes `sold`. Completing an order again changes nothing and returns the order.",
  scope: "orders:write",
  params: orderId,
  exact: true,
  idempotencyKey: true,
  success: { status: 200, description: "The complete order", schema: Order, notStored: personalMembers },
  examples: { params: { orderId: "1" }, response: { ...one, complete: true, completedAt: one.shipDate } },
});

const cancelOrder = operation({
  ...common,
  id: "cancelOrder",
  method: "DELETE",
  path: "/store/orders/{orderId}",
  summary: "Cancel an order",
  description:
    "Removes an open order and returns its quantity to the stock. A `pending` or `sold` pet becomes `available`. A complete " +
    "order cannot be cancelled.",
  scope: "orders:write",
  params: orderId,
  ifMatch: Order,
  success: { status: 204, description: "The order is cancelled" },
  errors: ["conflict"],
  examples: { params: { orderId: "1" } },
});

const reopenOrder = operation({
  ...common,
  id: "reopenOrder",
  method: "DELETE",
  path: "/store/orders/{orderId}/completion",
  summary: "Reopen an order",
  description:
    `Takes the completion of an order back, at most ${REOPEN_HOURS} hours after it: all is as before. A pet that the completion ` +
    "sold is `pending` again. An order that was returned stays complete.",
  scope: "orders:write",
  params: orderId,
  ifMatch: Order,
  success: { status: 200, description: "The open order", schema: Order },
  errors: ["conflict"],
  examples: { params: { orderId: "1" }, response: one },
});

const returnOrder = operation({
  ...common,
  id: "returnOrder",
  method: "POST",
  path: "/store/orders/{orderId}/return",
  summary: "Return an order",
  description:
    "Records that a complete order came back, whole or in part, and what was paid back. The quantity returns to the stock as a change " +
    "with the reason `return`, and a `pending` or `sold` pet becomes `available`, unless `restock` is `false`. No more than was ordered " +
    `comes back, in at most ${RETURNS_MAX} returns. Refunds that are larger than the price in all need a note.`,
  scope: "orders:write",
  params: orderId,
  body: OrderReturnInput,
  exact: true,
  idempotencyKey: true,
  success: { status: 200, description: "The returned order", schema: Order, notStored: personalMembers },
  errors: ["conflict"],
  examples: {
    params: { orderId: "1" },
    body: { quantity: 1, refund: one.price, note: "Allergic to cats" },
    response: {
      ...one,
      complete: true,
      completedAt: one.shipDate,
      returns: [
        { at: "2026-12-09T10:00:00.000Z", quantity: 1, restock: true, refund: one.price, note: "Allergic to cats" },
      ],
      returnedAt: "2026-12-09T10:00:00.000Z",
      refund: one.price,
    },
  },
});

/** The operations on orders. */
export const orderOperations = {
  listOrders,
  placeOrder,
  getOrder,
  updateOrder,
  completeOrder,
  reopenOrder,
  returnOrder,
  cancelOrder,
} as const;
