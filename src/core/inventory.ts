import { Failure } from "../contract/errors.ts";
import type { Contract } from "../contract/index.ts";
import type { InventoryEntry } from "../contract/inventory.ts";
import { brief } from "../contract/json.ts";
import type { Handlers, Pieces } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import { page, START } from "./pagination.ts";
import { petNotFound } from "./pets.ts";
import type { Repositories } from "./ports.ts";

export const inventory: Handlers<Pick<Contract, "listInventory" | "updateInventory">, Context> = {
  listInventory: async ({ query }, { store }) =>
    query.limit === undefined && query.cursor === undefined
      ? wholeInventory(store)
      : page(query, ["inventory"], (entry) => entry.petId, store.inventory.list),

  updateInventory: async ({ params: { petId }, body: { quantity, changeFromQuantity } }, { store, requireMatch }) => {
    if (changeFromQuantity === undefined && requireMatch === undefined) {
      return (await store.inventory.setQuantity(petId, quantity)) ?? petNotFound(petId);
    }
    const current = (await store.inventory.find(petId)) ?? petNotFound(petId);
    requireMatch?.(current);
    if (changeFromQuantity !== undefined && changeFromQuantity !== current.quantity) throw changed(current);
    const updated = await store.inventory.setQuantity(petId, quantity, current);
    // Somebody else's change came between the look and ours.
    if (updated === undefined) throw changed((await store.inventory.find(petId)) ?? petNotFound(petId));
    return updated;
  },
};

function changed(current: InventoryEntry): Failure {
  return new Failure("conflict", `The stock was changed: the entry is now ${brief(current)}`);
}

/** Entries that are read at a time. Measured in decision 006: more of them only make other requests wait longer. */
export const INVENTORY_CHUNK = 1000;

/**
 * Every entry once, in ascending order of petId: memory does not grow with the store, and no transaction stays open for a reader
 * that is slow. A change while it is read may or may not be in it.
 */
function wholeInventory({ inventory }: Repositories): Pieces<InventoryEntry> {
  return {
    start: START,
    async read(after) {
      const items = await inventory.list({ after, limit: INVENTORY_CHUNK });
      return { items, next: items.length < INVENTORY_CHUNK ? undefined : items.at(-1)?.petId };
    },
  };
}
