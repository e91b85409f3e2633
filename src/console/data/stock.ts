/* The stock of a pet: how many there are, and what people do about it. */
import type { InventoryEntry, NewStockChange, StockChange } from "../../client/index.ts";
import { allTexts, formatNumber } from "../app/language.ts";
import { announce, attempt, inform } from "../app/notices.ts";
import { onNextPerson, petstore } from "../app/session.ts";
import { type Change, changed, petIdOf, publish } from "./changes.ts";
import { makeChange } from "./making.ts";
import { petName } from "./pet-names.ts";
import { type Resource, useResource } from "./resource.ts";

/** The stock and the status of a pet, which follow every change. */
export function useStock(petId: bigint): Resource<InventoryEntry> {
  return useResource<InventoryEntry>(`stock ${petId}`, {
    load: (signal) => petstore().inventory.get(petId, { signal }),
    apply: (entry, change) => (petIdOf(change) === petId ? after(entry, change) : entry),
  });
}

function after(entry: InventoryEntry, change: Change): InventoryEntry {
  if (change.type === "inventory.updated") {
    if (change.source !== "pending") return changed(entry, change);
    // One more and one less add up, whatever others count meanwhile.
    const difference = change.data.quantity - (change.previous?.quantity ?? change.data.quantity);
    return { ...entry, quantity: entry.quantity + difference };
  }
  if (change.type !== "pet.updated") return entry;
  const { status } = changed({ status: entry.status }, change);
  return status === entry.status ? entry : { ...entry, status };
}

/** The change of each pet's stock that is shown: responses may arrive in another order than they were sent in. */
const latest = new Map<bigint, StockChange>();

onNextPerson(() => latest.clear());

/** Adds to the stock of a pet, or removes from it, and offers to undo that. The number follows at once. */
export async function changeStock(
  { petId, quantity, status }: InventoryEntry,
  change: NewStockChange,
  idempotencyKey?: string,
): Promise<void> {
  const { inventory } = petstore();
  const made = await makeChange({
    shown: {
      type: "inventory.updated",
      data: { petId, quantity: quantity + change.delta, status },
      previous: { quantity },
    },
    send: () => inventory.change(petId, change, { idempotencyKey }),
    facts: (response) => {
      const before = latest.get(petId);
      const newest = before !== undefined && before.id > response.id ? before : response;
      latest.set(petId, newest);
      return { type: "inventory.updated", data: { petId, quantity: newest.quantity, status } };
    },
  });
  offerUndo(petId, made.quantity, async () => {
    const reverse = { delta: -made.delta, reason: "adjustment" } as const;
    return (await inventory.change(petId, reverse)).quantity;
  });
}

/** A count that somebody has made. */
export interface StockCount {
  readonly quantity: number;
  /** The stock that the person has seen. */
  readonly seen: number;
  readonly note: string | undefined;
}

/** Sets the stock of a pet. Rejects with a conflict if it is no longer what the person has seen. */
export async function setStock(petId: bigint, { quantity, seen, note }: StockCount, idempotencyKey?: string) {
  const { inventory } = petstore();
  const entry = await inventory.update(petId, { quantity, changeFromQuantity: seen, note }, { idempotencyKey });
  publish({ type: "inventory.updated", data: entry, source: "here" });
  offerUndo(petId, quantity, async () => {
    return (await inventory.update(petId, { quantity: seen, changeFromQuantity: quantity })).quantity;
  });
}

/** Reads the stock of a pet again and shows it everywhere. */
export async function readStock(petId: bigint): Promise<InventoryEntry> {
  const entry = await petstore().inventory.get(petId);
  publish({ type: "inventory.updated", data: entry, source: "here" });
  return entry;
}

/** `undo` takes the change back and returns the stock after that. */
function offerUndo(petId: bigint, quantity: number, undo: () => Promise<number>): void {
  const { stock: words } = allTexts.value;
  announce(words.changed(petName(petId), formatNumber(quantity)), () =>
    attempt(async () => {
      const left = await undo();
      await readStock(petId);
      inform(words.undone(petName(petId), formatNumber(left)));
    }),
  );
}
