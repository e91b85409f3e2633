import * as z from "zod";
import { count, cursorParameter, idParameter, int64, limitParameter } from "./common.ts";
import { operation } from "./operation.ts";
import { PetStatus } from "./pets.ts";

const quantity = count("Current stock count");

export const InventoryEntry = z
  .object({
    petId: int64("Id of the animal the entry tracks"),
    quantity,
    status: PetStatus,
  })
  .meta({ id: "InventoryEntry", description: "The stock of one animal; its status is the animal's own" });
export type InventoryEntry = z.output<typeof InventoryEntry>;

export const listInventory = operation({
  id: "listInventory",
  method: "GET",
  path: "/inventory",
  tag: "Inventory",
  summary: "List inventory",
  description:
    "Answers the current stock level of every animal, in ascending order of petId. The answer is streamed. With `limit` " +
    'or `cursor` it comes in pages instead, and a `Link` header with `rel="next"` has the address of the next one.',
  scope: "inventory:read",
  query: z.object({
    limit: limitParameter(
      "Answer a page of at most so many entries instead of all; 20 when only `cursor` is given",
    ).meta({
      "x-stability": "beta",
    }),
    cursor: cursorParameter(),
  }),
  success: {
    status: 200,
    description: "Stock levels",
    schema: z.array(InventoryEntry),
    paged: true,
    streamed: true,
  },
  errors: ["invalid_cursor"],
  examples: { response: [{ petId: 1, quantity: 1, status: "available" }] },
});

export const updateInventory = operation({
  id: "updateInventory",
  method: "PATCH",
  path: "/inventory/{petId}",
  tag: "Inventory",
  summary: "Update a stock level",
  description:
    "Sets the stock count of one animal: for arrivals, returns and manual adjustments. The animal's status stays as it " +
    "is. The answer is sent when the count is durable.",
  scope: "inventory:write",
  stability: "experimental",
  params: z.object({ petId: idParameter("Id of the animal whose stock is updated") }),
  body: z.object({
    quantity: quantity.meta({ description: "The new stock count" }),
    changeFromQuantity: quantity.optional().meta({
      description: "Change only if this is the current stock count; otherwise 409, and nothing is changed",
    }),
  }),
  idempotencyKey: true,
  ifMatch: true,
  success: { status: 200, description: "The updated entry", schema: InventoryEntry },
  errors: ["conflict"],
  examples: { params: { petId: "1" }, body: { quantity: 5 }, response: { petId: 1, quantity: 5, status: "available" } },
});
