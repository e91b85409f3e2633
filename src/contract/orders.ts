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
} from "./common.ts";
import { operation } from "./operation.ts";

export const Order = z
  .object({
    id: int64("Unique identifier of the order"),
    petId: int64("Id of the pet that was ordered"),
    quantity: count("The ordered quantity"),
    shipDate: dateTime("When the order is shipped, in UTC; omitted if not yet known").optional(),
    complete: z.boolean().meta({ description: "Whether the order is complete" }),
  })
  .meta({ id: "Order", description: "An order of a pet" });
export type Order = z.output<typeof Order>;

export const Orders = z.array(Order).meta({ id: "Orders", description: "Orders in the order of id" });

export const NewOrder = z
  .object({
    petId: int64("Id of the pet to order"),
    quantity: count("How many; 1 if omitted", 1).optional(),
    shipDate: givenDateTime("When the order is to be shipped, with any offset").optional(),
  })
  .meta({ id: "NewOrder", description: "An order to place" });

const one = { id: 1, petId: 1, quantity: 1, shipDate: "2026-12-01T09:00:00.000Z", complete: false };
const orderId = z.object({ orderId: idParameter("Id of the order") });

const listOrders = operation({
  id: "listOrders",
  method: "GET",
  path: "/store/orders",
  tag: "Orders",
  summary: "List store orders",
  description: "Returns the orders that match every given filter, in the order of id, one page at a time.",
  scope: "orders:read",
  stability: "beta",
  query: z.object({
    ...pageParameters,
    petId: int64Parameter("Only orders of this pet"),
    complete: booleanParameter("Only orders that are complete, or only open ones"),
    order: orderParameter(),
  }),
  success: { status: 200, description: "A page of orders", schema: Orders, paged: true },
  errors: ["invalid_cursor"],
  examples: { response: [one] },
});

const placeOrder = operation({
  id: "placeOrder",
  method: "POST",
  path: "/store/orders",
  tag: "Orders",
  summary: "Place an order",
  description:
    "Orders an available pet and takes the quantity from its stock at once. A pet whose stock reaches 0 becomes `pending`. " +
    "However many clients order at the same time, no more is sold than there is.",
  scope: "orders:write",
  stability: "beta",
  body: NewOrder,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The placed order",
    schema: Order,
    location: "/store/orders/{id}",
    links: { getOrder: "orderId", completeOrder: "orderId", cancelOrder: "orderId" },
  },
  errors: ["not_found", "pet_not_available", "insufficient_stock"],
  examples: { body: { petId: 1, quantity: 1, shipDate: "2026-12-01T09:00:00Z" }, response: one },
});

const getOrder = operation({
  id: "getOrder",
  method: "GET",
  path: "/store/orders/{orderId}",
  tag: "Orders",
  summary: "Get an order",
  description: "Returns one order.",
  scope: "orders:read",
  stability: "beta",
  params: orderId,
  success: { status: 200, description: "The order", schema: Order },
  errors: [],
  examples: { params: { orderId: "1" }, response: one },
});

const completeOrder = operation({
  id: "completeOrder",
  method: "POST",
  path: "/store/orders/{orderId}/completion",
  tag: "Orders",
  summary: "Complete an order",
  description:
    "Completes an order; without a ship date it is shipped now. A `pending` pet without stock becomes `sold`. Completing an " +
    "order again changes nothing and returns the same.",
  scope: "orders:write",
  stability: "beta",
  params: orderId,
  idempotencyKey: true,
  success: { status: 200, description: "The complete order", schema: Order },
  errors: [],
  examples: { params: { orderId: "1" }, response: { ...one, complete: true } },
});

const cancelOrder = operation({
  id: "cancelOrder",
  method: "DELETE",
  path: "/store/orders/{orderId}",
  tag: "Orders",
  summary: "Cancel an order",
  description:
    "Removes an open order and returns its quantity to the stock. A `pending` pet becomes `available`. A complete order " +
    "cannot be cancelled.",
  scope: "orders:write",
  stability: "beta",
  params: orderId,
  ifMatch: Order,
  success: { status: 204, description: "The order is cancelled" },
  errors: ["conflict"],
  examples: { params: { orderId: "1" } },
});

/** The operations on orders. */
export const orderOperations = { listOrders, placeOrder, getOrder, completeOrder, cancelOrder } as const;
