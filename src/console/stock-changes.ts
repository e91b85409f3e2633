import { signal } from "@preact/signals";
import type { InventoryEntry, NewStockChange, StockChange } from "../client/index.ts";
import { failureText, hasCode } from "./failure.tsx";
import { formatNumber, texts } from "./language.ts";
import { petName } from "./pet-names.ts";
import { petstore } from "./session.ts";
import { announce, announceFailure } from "./status-line.tsx";

/** Counts changes of stock that this page has learned of: a key may not see the events of them. */
export const stockChanges = signal(0);

/** Adds to the stock of a pet, or removes from it, and offers to undo that. */
export async function changeStock(
  petId: bigint,
  change: NewStockChange,
  idempotencyKey?: string,
): Promise<StockChange> {
  const changed = await petstore().inventory.change(petId, change, { idempotencyKey });
  stockChanges.value += 1;
  offerUndo(petId, changed.quantity, async () => {
    const reverse = { delta: -changed.delta, reason: "adjustment" } as const;
    return (await petstore().inventory.change(petId, reverse)).quantity;
  });
  return changed;
}

/** A count that somebody has made. */
export interface StockCount {
  readonly quantity: number;
  /** The stock that the person has seen. */
  readonly from: number;
  readonly note: string | undefined;
}

/** Sets the stock of a pet. If it is no longer what the person has seen, nothing changes, and the result has the stock there is. */
export async function setStock(petId: bigint, { quantity, from, note }: StockCount): Promise<InventoryEntry> {
  const { inventory } = petstore();
  try {
    const entry = await inventory.update(petId, { quantity, changeFromQuantity: from, note });
    stockChanges.value += 1;
    offerUndo(petId, quantity, async () => {
      return (await inventory.update(petId, { quantity: from, changeFromQuantity: quantity })).quantity;
    });
    return entry;
  } catch (error) {
    if (!hasCode(error, "conflict")) throw error;
    // Whoever shows the stock shows an old one.
    stockChanges.value += 1;
    return inventory.get(petId);
  }
}

/** `undo` takes the change back and returns the stock after that. */
function offerUndo(petId: bigint, quantity: number, undo: () => Promise<number>): void {
  const { stock: words } = texts.value;
  announce(words.changed(petName(petId), formatNumber(quantity)), () => {
    undo().then(
      (left) => {
        stockChanges.value += 1;
        announce(words.undone(petName(petId), formatNumber(left)));
      },
      (error: unknown) => announceFailure(failureText(error)),
    );
  });
}
