import { Failure } from "../contract/errors.ts";
import type { InventoryEntry, inventoryOperations } from "../contract/inventory.ts";
import { preview } from "../contract/json.ts";
import type { ChunkedList, Handlers } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { page, START } from "./pagination.ts";
import { petNotFound } from "./pets.ts";
import type { Repositories } from "./ports.ts";
import { requireMatch } from "./preconditions.ts";

export const inventory: Handlers<typeof inventoryOperations, Context> = {
  listInventory: async ({ query }, context) =>
    query.limit === undefined && query.cursor === undefined
      ? wholeInventory(context.store)
      : page(query, ["inventory"], context, (entry) => entry.petId, context.store.inventory.list),

  updateInventory: async ({ params: { petId }, body: { quantity, changeFromQuantity } }, context) => {
    const { inventory } = context.store;
    if (changeFromQuantity === undefined && context.ifMatch === undefined) {
      return (await inventory.setQuantity(petId, quantity)) ?? petNotFound(petId);
    }
    const current = (await inventory.find(petId)) ?? petNotFound(petId);
    requireMatch(context, current);
    if (changeFromQuantity !== undefined && changeFromQuantity !== current.quantity) throw hasChanged(current);
    const updated = await inventory.setQuantity(petId, quantity, current);
    // Another transaction changed the entry between the read and the update.
    if (updated === undefined) throw hasChanged((await inventory.find(petId)) ?? petNotFound(petId));
    return updated;
  },
};

function hasChanged(current: InventoryEntry): Failure {
  return new Failure("conflict", `The stock has changed: the entry is now ${preview(current)}`);
}

/** Entries per chunk. Larger chunks make other requests wait longer. */
export const INVENTORY_CHUNK = 1000;

/**
 * Every entry once, in ascending order of petId, in bounded memory and without a transaction that stays open for a slow reader.
 * A change during the read may or may not be included.
 */
function wholeInventory({ inventory }: Repositories): ChunkedList<InventoryEntry> {
  return {
    start: START,
    async read(after) {
      const items = await inventory.list({ after, limit: INVENTORY_CHUNK });
      return { items, next: items.length < INVENTORY_CHUNK ? undefined : items.at(-1)?.petId };
    },
  };
}
