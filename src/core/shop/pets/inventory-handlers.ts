import { INT32_MAX } from "../../../contract/common.ts";
import { Failure, notFound } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import type { ChunkedList, Handlers } from "../../../contract/operation.ts";
import type { InventoryEntry, inventoryOperations } from "../../../contract/pets/inventory.ts";
import { chain } from "../../concurrency/maybe-promise.ts";
import type { Context } from "../../context.ts";
import { page, START } from "../../pagination.ts";
import type { Repositories } from "../../ports.ts";
import { repeatUntilUnchanged, requireMatch } from "../../preconditions.ts";
import { recordStock } from "../../recorded-events.ts";

export const inventory: Handlers<typeof inventoryOperations, Context> = {
  listInventory: ({ query }, context) =>
    query.limit === undefined && query.cursor === undefined
      ? wholeInventory(context.store)
      : page(query, ["inventory"], context, context.store.inventory.list, (entry) => entry.petId),

  getInventoryEntry: ({ params: { petId } }, { store }) =>
    chain(store.inventory.find(petId), (entry) => entry ?? notFound("pet", petId)),

  updateInventory: ({ params: { petId }, body }, context) =>
    repeatUntilUnchanged(async () => {
      const { quantity, changeFromQuantity, reason = "adjustment", note } = body;
      const current = (await context.store.inventory.find(petId)) ?? notFound("pet", petId);
      requireMatch(context, current);
      if (changeFromQuantity !== undefined && changeFromQuantity !== current.quantity) throw hasChanged(current);
      const entry: InventoryEntry = { ...current, quantity };
      const delta = quantity - current.quantity;
      if (delta === 0) return entry;
      const change = { petId, delta, reason, note, at: context.now };
      const changed = await context.store.inventory.change(change, current);
      if (changed === undefined) return undefined;
      recordStock(context, changed);
      return entry;
    }),

  changeStock: async ({ params: { petId }, body: { delta, reason, note } }, context) => {
    const { store, now } = context;
    const changed = await store.inventory.change({ petId, delta, reason, note, at: now });
    if (changed === undefined) refuseChange(delta, (await store.inventory.find(petId)) ?? notFound("pet", petId));
    recordStock(context, changed);
    return changed;
  },

  listStockChanges: async ({ params: { petId }, query }, context) => {
    if ((await context.store.pets.find(petId)) === undefined) notFound("pet", petId);
    return page(
      query,
      ["changes", petId],
      context,
      (slice) => context.store.inventory.changes(petId, slice),
      ({ id }) => id,
    );
  },
};

/** Refuses a change that would leave the range of a stock count (decision D31). */
export function refuseChange(delta: number, { petId, quantity }: InventoryEntry): never {
  if (delta < 0) {
    throw new Failure("insufficient_stock", `Pet ${petId} has ${quantity} in stock; cannot remove ${-delta}`);
  }
  const message = `Pet ${petId} has ${quantity} in stock; ${delta} more would exceed ${INT32_MAX}`;
  throw new Failure("conflict", message);
}

function hasChanged(current: InventoryEntry): Failure {
  return new Failure("conflict", `The stock has changed: the entry is now ${preview(current)}`);
}

/** Entries per chunk. Larger chunks would delay other requests. */
export const INVENTORY_CHUNK = 1000;

/**
 * Every entry once, in ascending order of petId, in bounded memory and without a transaction that stays open for a slow reader.
 * A change during the read may or may not be included.
 */
function wholeInventory({ inventory }: Repositories): ChunkedList<InventoryEntry> {
  return {
    start: START.asc,
    read: (position) =>
      chain(inventory.list({ after: position, limit: INVENTORY_CHUNK }), (items) => ({
        items,
        next: items.length < INVENTORY_CHUNK ? undefined : items.at(-1)?.petId,
      })),
  };
}
