import * as z from "zod";
import { count, int64, pageParameters } from "./common.ts";
import { operation } from "./operation.ts";

export const Order = z
  .object({
    id: int64("Unique identifier of the order"),
    petId: int64("Id of the animal that was ordered"),
    quantity: count("How many were ordered"),
    shipDate: z.iso.datetime().meta({ description: "When the order is shipped, in UTC" }),
    complete: z.boolean().meta({ description: "Whether the order is complete" }),
  })
  .meta({ id: "Order", description: "An order of an animal" });
export type Order = z.output<typeof Order>;

export const listOrders = operation({
  id: "listOrders",
  method: "GET",
  path: "/store/orders",
  tag: "Orders",
  summary: "List store orders",
  description:
    "Answers orders in ascending order of id, a page at a time. Orders are placed in a later version: until then the list is empty.",
  scope: "orders:read",
  stability: "beta",
  query: z.object(pageParameters),
  success: { status: 200, description: "A page of orders", schema: z.array(Order), paged: true },
  errors: ["invalid_cursor"],
  examples: { response: [{ id: 1, petId: 1, quantity: 1, shipDate: "2026-12-01T09:00:00Z", complete: false }] },
});
