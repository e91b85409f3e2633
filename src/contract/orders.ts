import * as z from "zod";
import {
  booleanParameter,
  count,
  dateTime,
  givenDateTime,
  idParameter,
  int64,
  int64Parameter,
  orderParameter,
  pageParameters,
  requireOneOf,
  shortText,
} from "./common.ts";
import { newName, newText, searchParameter, storedName } from "./names.ts";
import { operation } from "./operation.ts";
import { dateTimeParameter } from "./parameters.ts";
import { NewPrice, Price } from "./price.ts";

export const Customer = z
  .object({
    name: storedName("customer"),
    contact: z.string().optional().meta({ description: "How to reach the customer" }),
  })
  .meta({ id: "Customer", description: "The customer of an order. Events and webhooks never include it" });
export type Customer = z.output<typeof Customer>;

export const Order = z
  .object({
    id: int64("Unique identifier of the order"),
    petId: int64("Id of the pet that was ordered"),
    quantity: count("The ordered quantity"),
    shipDate: dateTime("When the order ships, in UTC; omitted if not yet known").optional(),
    complete: z.boolean().meta({ description: "Whether the order is complete" }),
    placedAt: dateTime(
      "When the order was placed; omitted if unknown, as for some orders placed before 1.2",
    ).optional(),
    completedAt: dateTime("When the order was completed; omitted if unknown").optional(),
    customer: Customer.optional(),
    note: z.string().optional().meta({ description: "A note for the staff" }),
    price: Price.optional().meta({ description: "What the order costs" }),
  })
  .meta({ id: "Order", description: "An order for a pet" });
export type Order = z.output<typeof Order>;

/** An order in an event. Events are kept and forwarded, so they have neither customer nor note (decision D57). */
export const EventOrder = Order.omit({ customer: true, note: true }).meta({
  id: "EventOrder",
  description: "An order for a pet, without customer and note; `getOrder` returns those",
});

export const Orders = z.array(Order).meta({ id: "Orders", description: "Orders in the order of id" });

const newShipDate = givenDateTime("When the order will ship, with any offset");
const newContact = newText("How to reach the customer, such as a phone number");
const newNote = shortText("A note for the staff");

const NewCustomer = z
  .object({ name: newName("customer"), contact: newContact.optional() })
  .meta({ id: "CustomerInput", description: "The customer of a new order" });

export const NewOrder = z
  .object({
    petId: int64("Id of the pet to order"),
    quantity: count("How many; 1 if omitted", 1).optional(),
    shipDate: newShipDate.optional(),
    customer: NewCustomer.optional(),
    note: newNote.optional(),
    price: NewPrice.optional().meta({ description: "What the order costs; the pet's price if omitted" }),
  })
  .meta({ id: "OrderInput", description: "An order to place" });

// Without a name: not every generator of clients knows a reference that may be null.
const customerUpdate = z
  .object({ name: newName("customer").optional(), contact: newContact.nullable().optional() })
  .meta({ description: "What to change about the customer. `null` removes the contact or the whole customer" });

export const OrderUpdate = requireOneOf(
  z.object({
    customer: customerUpdate.nullable().optional(),
    note: newNote.nullable().optional(),
    shipDate: newShipDate.nullable().optional(),
  }),
  ["customer", "note", "shipDate"],
  { id: "OrderUpdate", what: "an order", note: ". `null` removes a member" },
);

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
};
const common = { tag: "Orders", stability: "beta" } as const;
const orderId = z.object({ orderId: idParameter("Id of the order") });

const listOrders = operation({
  ...common,
  id: "listOrders",
  method: "GET",
  path: "/store/orders",
  summary: "List store orders",
  description:
    "Returns the orders that match all given filters, in the order of id, one page at a time. With `q`, `placedAfter` or " +
    "`placedBefore`, a page may have fewer orders than `limit`, or none, even if there are more: follow `Link` until there is none.",
  scope: "orders:read",
  query: z.object({
    ...pageParameters,
    petId: int64Parameter("Only orders for this pet"),
    complete: booleanParameter("`true`: only complete orders; `false`: only open orders"),
    placedAfter: dateTimeParameter("Only orders placed at this time or later"),
    placedBefore: dateTimeParameter("Only orders placed before this time"),
    q: searchParameter(
      "Only orders whose customer's name has words that start with these, in any order, ignoring case and accents: " +
        '`krau` finds "Ada Krause". White space and punctuation separate words; 1 to 8 words',
    ),
    order: orderParameter,
  }),
  success: { status: 200, description: "A page of orders", schema: Orders, paged: true },
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
    "returns the order without customer and note, because they are not stored with the key.",
  scope: "orders:write",
  body: NewOrder,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The placed order",
    schema: Order,
    location: "/store/orders/{id}",
    links: { getOrder: "orderId", updateOrder: "orderId", completeOrder: "orderId", cancelOrder: "orderId" },
    notStored: ["customer", "note"],
  },
  errors: ["not_found", "pet_not_available", "insufficient_stock"],
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
    "Changes the customer, the note or the ship date of an order, even if it is complete. `null` removes a member (JSON Merge " +
    "Patch, RFC 7396). A `customer` of `null` erases the customer, including the index of names; backups keep the customer. " +
    "A repeated request with the same `Idempotency-Key` returns the order without customer and note.",
  scope: "orders:write",
  params: orderId,
  body: OrderUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: Order,
  success: { status: 200, description: "The changed order", schema: Order, notStored: ["customer", "note"] },
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
  idempotencyKey: true,
  success: { status: 200, description: "The complete order", schema: Order, notStored: ["customer", "note"] },
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

/** The operations on orders. */
export const orderOperations = {
  listOrders,
  placeOrder,
  getOrder,
  updateOrder,
  completeOrder,
  cancelOrder,
} as const;
