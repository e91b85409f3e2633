import * as z from "zod";
import { count, cursorParameter, idParameter, int64, limitParameter } from "./common.ts";
import { operation } from "./operation.ts";
import { PetStatus } from "./pets.ts";

const quantity = count("Current stock count");

export const InventoryEntry = z
  .object({
    petId: int64("Id of the pet the entry tracks"),
    quantity,
    status: PetStatus,
  })
  .meta({ id: "InventoryEntry", description: "The stock of one pet. Its status is the pet's own" });
export type InventoryEntry = z.output<typeof InventoryEntry>;

export const Inventory = z
  .array(InventoryEntry)
  .meta({ id: "Inventory", description: "Stock levels in ascending order of petId" });

export const InventoryUpdate = z
  .object({
    quantity: quantity.meta({ description: "The new stock count" }),
    changeFromQuantity: quantity.optional().meta({
      description: "Change only if this is the current stock count. Otherwise the response is 409, and nothing changes",
    }),
  })
  .meta({ id: "InventoryUpdate", description: "A new stock count" });

const listInventory = operation({
  id: "listInventory",
  method: "GET",
  path: "/inventory",
  tag: "Inventory",
  summary: "List inventory",
  description:
    "Returns the current stock level of every pet in ascending order of petId, as one stream. With `limit` or `cursor` it " +
    'returns one page instead, and the `Link` header with `rel="next"` has the address of the next page.',
  scope: "inventory:read",
  query: z.object({
    limit: limitParameter(
      "Return one page of at most this many entries instead of all of them; 20 if only `cursor` is given",
    ).meta({
      "x-stability": "beta",
    }),
    cursor: cursorParameter(),
  }),
  success: {
    status: 200,
    description: "Stock levels",
    schema: Inventory,
    paged: true,
    streamed: true,
  },
  errors: ["invalid_cursor"],
  examples: { response: [{ petId: 1, quantity: 1, status: "available" }] },
});

const updateInventory = operation({
  id: "updateInventory",
  method: "PATCH",
  path: "/inventory/{petId}",
  tag: "Inventory",
  summary: "Update a stock level",
  description:
    "Sets the stock count of one pet, for arrivals, returns and manual adjustments, and responds when the count is durable. " +
    "The pet's status does not change.",
  scope: "inventory:write",
  stability: "experimental",
  params: z.object({ petId: idParameter("Id of the pet whose stock is updated") }),
  body: InventoryUpdate,
  idempotencyKey: true,
  ifMatch: true,
  success: { status: 200, description: "The updated entry", schema: InventoryEntry },
  errors: ["conflict"],
  examples: { params: { petId: "1" }, body: { quantity: 5 }, response: { petId: 1, quantity: 5, status: "available" } },
});

/** The operations on stock. */
export const inventoryOperations = { listInventory, updateInventory } as const;
