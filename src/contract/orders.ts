import * as z from "zod";
import { count, int64, pageParameters } from "./common.ts";
import { operation } from "./operation.ts";

export const Order = z
  .object({
    id: int64("Unique identifier of the order"),
    petId: int64("Id of the pet that was ordered"),
    quantity: count("The ordered quantity"),
    shipDate: z.iso
      .datetime()
      .optional()
      .meta({ description: "When the order is shipped, in UTC; omitted if not yet known" }),
    complete: z.boolean().meta({ description: "Whether the order is complete" }),
  })
  .meta({ id: "Order", description: "An order of a pet" });
export type Order = z.output<typeof Order>;

export const Orders = z.array(Order).meta({ id: "Orders", description: "Orders in ascending order of id" });

const listOrders = operation({
  id: "listOrders",
  method: "GET",
  path: "/store/orders",
  tag: "Orders",
  summary: "List store orders",
  description:
    "Returns orders in ascending order of id, one page at a time. A later version places orders. Until then, the list is empty.",
  scope: "orders:read",
  stability: "beta",
  query: z.object(pageParameters),
  success: { status: 200, description: "A page of orders", schema: Orders, paged: true },
  errors: ["invalid_cursor"],
  examples: { response: [{ id: 1, petId: 1, quantity: 1, shipDate: "2026-12-01T09:00:00Z", complete: false }] },
});

/** The operations on orders. */
export const orderOperations = { listOrders } as const;
