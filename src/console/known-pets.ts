/*
 * Every pet that the page shows, as it is now. The list and the panel show the same pet from here, so a change that is made here
 * or by others is seen everywhere at once, and only the row of that pet is drawn again.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { Pet } from "../client/index.ts";
import { session } from "./session.ts";

/** A pet on the page. */
export interface KnownPet {
  readonly pet: Pet;
  /** Somebody has deleted it since it was shown. Its row stays, so that nothing moves. */
  readonly isDeleted: boolean;
}

interface Entry {
  readonly known: Signal<KnownPet | undefined>;
  /** The count of changes on the page when this pet was changed last. */
  changedAt: number;
  /** How many changes that were made here have no response yet. */
  underWay: number;
  /** Changes that wait until then. */
  waiting: KnownPet[];
}

const entries = new Map<bigint, Entry>();
let changes = 0;

// Another person may see other pets.
session.subscribe((current) => {
  if (current === undefined) entries.clear();
});

/** Counts changes to what the page shows: counts of pets may be out of date. */
export const petChanges = signal(0);

function entryOf(id: bigint): Entry {
  let entry = entries.get(id);
  if (entry === undefined) {
    entry = { known: signal(undefined), changedAt: 0, underWay: 0, waiting: [] };
    entries.set(id, entry);
  }
  return entry;
}

/** A pet that the page may know, to be followed by components. */
export function knownPet(id: bigint): Signal<KnownPet | undefined> {
  return entryOf(id).known;
}

/** Whether a pet has been on the page. */
export function isKnown(id: bigint): boolean {
  return entries.get(id)?.known.value !== undefined;
}

/** Starts to read pets. The result takes what was read, except for pets that have changed since the start. */
export function startReading(): (pets: readonly Pet[]) => void {
  const startedAt = changes;
  return (pets) =>
    batch(() => {
      for (const pet of pets) {
        const entry = entryOf(pet.id);
        if (entry.changedAt <= startedAt && entry.underWay === 0) entry.known.value = { pet, isDeleted: false };
      }
    });
}

/** Shows a change before the service has made it, and holds back all others until it is settled. */
export function startChange(pet: Pet): void {
  const entry = entryOf(pet.id);
  entry.underWay += 1;
  set(entry, { pet, isDeleted: false });
}

/** Ends a change: shows how the pet is after it, or after its failure. While another one is under way, that one is shown. */
export function settleChange(known: KnownPet): void {
  const entry = entryOf(known.pet.id);
  entry.underWay -= 1;
  if (entry.underWay > 0) return;
  set(entry, known);
  for (const later of entry.waiting.splice(0)) set(entry, later);
}

/** Shows a change that the service has made, here or by others, if the page shows the pet. */
export function showChange(known: KnownPet): void {
  const entry = entries.get(known.pet.id);
  if (entry !== undefined && entry.underWay > 0) entry.waiting.push(known);
  else if (entry?.known.value !== undefined) set(entry, known);
  petChanges.value += 1;
}

function set(entry: Entry, known: KnownPet): void {
  entry.changedAt = ++changes;
  entry.known.value = known;
  petChanges.value += 1;
}
