import * as z from "zod";
import {
  count,
  countChange,
  countDelta,
  cursorParameter,
  dateTime,
  INT32_MAX,
  idParameter,
  int64,
  limitParameter,
  listParameters,
  pageOf,
  shortText,
  storedShortText,
} from "../common.ts";
import { operation } from "../operation.ts";
import { PetStatus } from "./pets.ts";

const quantity = count("Current stock count");

export const InventoryEntry = z
  .object({
    petId: int64("Id of the pet the entry tracks"),
    quantity,
    status: PetStatus,
  })
  .meta({ id: "InventoryEntry", description: "The stock of one pet, with the pet's status" });
export type InventoryEntry = z.output<typeof InventoryEntry>;

export const Inventory = z
  .array(InventoryEntry)
  .max(INT32_MAX)
  .meta({ id: "Inventory", description: "Stock levels in ascending order of petId" });

const staffReasons = ["arrival", "return", "adjustment"] as const;

/** Why staff change a stock count. */
export const StaffReason = z.enum(staffReasons, { error: 'one of "arrival", "return", "adjustment"' });

export const StockChangeReason = z
  .enum(["created", ...staffReasons, "order_placed", "order_cancelled", "imported", "summary"])
  .meta({
    id: "StockChangeReason",
    description:
      "Why a stock count changed; `summary` stands for several older changes. Later versions may add reasons",
  });
export type StockChangeReason = z.output<typeof StockChangeReason>;

const note = shortText("Why, for the pet's history").optional();

export const InventoryUpdate = z
  .object({
    quantity: quantity.meta({ description: "The new stock count" }),
    changeFromQuantity: quantity.optional().meta({
      description: "The expected current count. If it differs, the response is 409 and nothing changes",
    }),
    reason: StaffReason.optional().meta({
      "x-stability": "beta",
      description: "Why the count changes; `adjustment` if omitted",
    }),
    note: note.meta({ "x-stability": "beta" }),
  })
  .meta({ id: "InventoryUpdate", description: "A new stock count" });

export const NewStockChange = z
  .object({
    delta: countChange("How many to add; negative to remove"),
    reason: StaffReason.meta({ description: "Why the count changes" }),
    note,
  })
  .meta({ id: "StockChangeInput", description: "A change of a stock count" });

export const StockChange = z
  .object({
    id: int64("Unique identifier of the change"),
    petId: int64("Id of the pet"),
    delta: countDelta("How many were added; negative if removed"),
    quantity: count("The stock count after the change"),
    reason: StockChangeReason,
    note: storedShortText("The note given with the change").optional(),
    orderId: int64("Id of the order that caused the change").optional(),
    at: dateTime("When the change happened"),
  })
  .meta({
    id: "StockChange",
    description: "One change of a pet's stock count. The deltas of a pet add up to its count",
  });
export type StockChange = z.output<typeof StockChange>;

const listInventory = operation({
  id: "listInventory",
  method: "GET",
  path: "/inventory",
  tag: "Inventory",
  summary: "List inventory",
  description:
    "Returns the current stock level of every pet in ascending order of petId, as one stream. With `limit` or `cursor` it " +
    'returns one page instead, and the `Link` header with `rel="next"` has the URL of the next page.',
  scope: "inventory:read",
  query: z.object({
    limit: limitParameter(
      "Return one page of at most this many entries instead of all entries; 20 if you send only `cursor`",
    ).meta({
      "x-stability": "beta",
    }),
    cursor: cursorParameter,
  }),
  success: {
    status: 200,
    description: "Stock levels",
    schema: Inventory,
    paged: true,
    streamed: true,
  },
  examples: { response: [{ petId: 1, quantity: 1, status: "available" }] },
});

const updateInventory = operation({
  id: "updateInventory",
  method: "PATCH",
  path: "/inventory/{petId}",
  tag: "Inventory",
  summary: "Update a stock level",
  description:
    "Sets the stock count of one pet, for arrivals, returns and manual adjustments, and responds when the count is on disk. " +
    "The pet's status does not change.",
  scope: "inventory:write",
  stability: "experimental",
  params: z.object({ petId: idParameter("Id of the pet whose stock is updated") }),
  body: InventoryUpdate,
  idempotencyKey: true,
  ifMatch: InventoryEntry,
  success: { status: 200, description: "The updated entry", schema: InventoryEntry },
  errors: ["conflict"],
  examples: { params: { petId: "1" }, body: { quantity: 5 }, response: { petId: 1, quantity: 5, status: "available" } },
});

const petId = z.object({ petId: idParameter("Id of the pet") });
const rexArrives = {
  id: 2,
  petId: 1,
  delta: 4,
  quantity: 5,
  reason: "arrival",
  note: "From the north shelter",
  at: "2026-12-01T09:00:00.000Z",
};

const getInventoryEntry = operation({
  id: "getInventoryEntry",
  method: "GET",
  path: "/inventory/{petId}",
  tag: "Inventory",
  summary: "Get a stock level",
  description: "Returns the stock level of one pet. To change it safely, send its `ETag` as `If-Match`.",
  scope: "inventory:read",
  stability: "beta",
  params: petId,
  success: { status: 200, description: "The entry", schema: InventoryEntry },
  examples: { params: { petId: "1" }, response: { petId: 1, quantity: 5, status: "available" } },
});

const changeStock = operation({
  id: "changeStock",
  method: "POST",
  path: "/inventory/{petId}/changes",
  tag: "Inventory",
  summary: "Add to or remove from stock",
  description:
    "Adds to the stock count of one pet, or removes from it, and records why. The count never falls below 0. If several " +
    "people change it at the same time, every change counts.",
  scope: "inventory:write",
  stability: "beta",
  params: petId,
  body: NewStockChange,
  exact: true,
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The recorded change",
    schema: StockChange,
    location: "/inventory/{petId}/changes",
  },
  errors: ["conflict", "insufficient_stock"],
  examples: {
    params: { petId: "1" },
    body: { delta: 4, reason: "arrival", note: "From the north shelter" },
    response: rexArrives,
  },
});

const listStockChanges = operation({
  id: "listStockChanges",
  method: "GET",
  path: "/inventory/{petId}/changes",
  tag: "Inventory",
  summary: "List the changes of a stock level",
  description: "Returns every change of one pet's stock count in the order of id, one page at a time.",
  scope: "inventory:read",
  stability: "beta",
  params: petId,
  query: listParameters,
  success: pageOf("changes", StockChange, "StockChanges", "Changes of a stock count in the order of id"),
  examples: {
    params: { petId: "1" },
    response: [
      { id: 1, petId: 1, delta: 1, quantity: 1, reason: "created", at: "2026-12-01T08:00:00.000Z" },
      rexArrives,
    ],
  },
});

/** The operations on stock. */
export const inventoryOperations = {
  listInventory,
  getInventoryEntry,
  updateInventory,
  changeStock,
  listStockChanges,
} as const;
