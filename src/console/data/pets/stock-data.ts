/* The stock of a pet, and its changes. */
import type { InventoryEntry, NewStockChange } from "../../../client/index.ts";
import { allTexts, formatNumber } from "../../app/formats/language.ts";
import { petstore } from "../../app/session/session.ts";
import { run, type Step, sendQuietly, type Words } from "../command.ts";
import { type Change, changed, petIdOf, publish } from "../events/changes.ts";
import { type Resource, useResource } from "../resource.ts";
import { petName } from "./pet-names.ts";

/** The stock and the status of a pet, kept up to date. */
export function useStock(petId: bigint): Resource<InventoryEntry> {
  return useResource<InventoryEntry>(`stock ${petId}`, {
    load: (signal) => petstore().inventory.get(petId, { signal }),
    apply: (entry, change) => (petIdOf(change) === petId ? after(entry, change) : entry),
  });
}

function after(entry: InventoryEntry, change: Change): InventoryEntry {
  if (change.type === "inventory.updated") {
    if (change.source !== "pending") return changed(entry, change);
    // Changes by an amount add up, whatever others count meanwhile.
    const difference = change.data.quantity - (change.previous?.quantity ?? change.data.quantity);
    return { ...entry, quantity: entry.quantity + difference };
  }
  if (change.type !== "pet.updated") return entry;
  const { status } = changed({ status: entry.status }, change);
  return status === entry.status ? entry : { ...entry, status };
}

/** Adds to the stock of a pet, or removes from it. */
export async function changeStock(entry: InventoryEntry, change: NewStockChange): Promise<void> {
  await run([addition(entry, change)], wordsFor(entry));
}

function addition(entry: InventoryEntry, change: NewStockChange): StockStep {
  const back = { delta: -change.delta, reason: "adjustment" } as const;
  return changing(entry, change, ({ quantity }) => changing({ ...entry, quantity }, back));
}

/** A change of the stock by a form. */
export interface RecordedStock {
  /** The difference to the stock before. */
  readonly delta: number;
  /** Shows the notification, with Undo. */
  readonly tell: () => void;
}

/** Adds to the stock of a pet for a form, or removes from it. */
export async function addStock(entry: InventoryEntry, change: NewStockChange, key: string): Promise<RecordedStock> {
  return { delta: change.delta, tell: await sendQuietly(addition(entry, change), wordsFor(entry), key) };
}

/** Undoes the change of a form, and returns how many are left. May be sent again safely. */
export async function takeStockBack(petId: bigint, { delta }: RecordedStock, seen: number, idempotencyKey: string) {
  if (delta === 0) return seen;
  const back = { delta: -delta, reason: "adjustment" } as const;
  return (await petstore().inventory.change(petId, back, { idempotencyKey })).quantity;
}

/** A change of the stock, which is shown at once. One that undoes another has no undo. */
function changing({ petId, quantity, status }: InventoryEntry, change: NewStockChange, undo?: StockStep["undo"]) {
  const { inventory } = petstore();
  return stockStep(petId, undo, {
    optimistic: {
      type: "inventory.updated",
      data: { petId, quantity: quantity + change.delta, status },
      previous: { quantity },
    },
    async send({ key }) {
      const made = await inventory.change(petId, change, { idempotencyKey: key });
      // The status may have changed since.
      return undo === undefined ? inventory.get(petId) : { petId, quantity: made.quantity, status };
    },
  });
}

type StockStep = Step<InventoryEntry>;

function stockStep(petId: bigint, undo: StockStep["undo"], step: Pick<StockStep, "optimistic" | "send">): StockStep {
  return {
    ...step,
    about: `stock ${petId}`,
    facts: (data) => ({ type: "inventory.updated", data }),
    // Without a response, only the service knows whether the stock has changed.
    refresh: async () => void (await readStock(petId)),
    undo,
  };
}

/** A count of the pets. */
export interface StockCount {
  readonly quantity: number;
  /** The stock that the person saw. */
  readonly seen: number;
  readonly note?: string | undefined;
}

/** Sets the stock of a pet for a form. Rejects with a conflict if it is no longer what the person saw. */
export async function setStock(petId: bigint, count: StockCount, key: string): Promise<RecordedStock> {
  const { quantity, seen } = count;
  const step = counting(petId, count, () => counting(petId, { quantity: seen, seen: quantity }));
  return { delta: quantity - seen, tell: await sendQuietly(step, wordsFor({ petId }), key) };
}

function counting(petId: bigint, { quantity, seen, note }: StockCount, undo?: StockStep["undo"]) {
  const update = { quantity, changeFromQuantity: seen, note };
  return stockStep(petId, undo, {
    send: async ({ key }) => petstore().inventory.update(petId, update, { idempotencyKey: key }),
  });
}

function wordsFor({ petId }: Pick<InventoryEntry, "petId">): Words<InventoryEntry> {
  const { stock: words } = allTexts.value;
  return {
    done: ([now]) => words.changed(petName(petId), formatNumber(now?.quantity ?? 0)),
    undone: ([now]) => words.undone(petName(petId), formatNumber(now?.quantity ?? 0)),
  };
}

/** Reads the stock of a pet again and shows it everywhere. */
export async function readStock(petId: bigint): Promise<InventoryEntry> {
  const entry = await petstore().inventory.get(petId);
  publish({ type: "inventory.updated", data: entry, source: "here" });
  return entry;
}
