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
  /** How the pet was before them, or after the last one that the service has responded to. */
  confirmed: KnownPet | undefined;
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
    entry = { known: signal(undefined), changedAt: 0, underWay: 0, confirmed: undefined, waiting: [] };
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

/** Shows a pet as it will be before the service has changed it, and holds back all other changes until this one is settled. */
export function startChange(before: Pet, after: Pet): void {
  const entry = entryOf(before.id);
  if (entry.underWay === 0) entry.confirmed = entry.known.value ?? { pet: before, isDeleted: false };
  entry.underWay += 1;
  set(entry, { pet: after, isDeleted: false });
}

/**
 * Ends a change. `known` is how the pet is now; undefined if the service has not said, and then the pet is shown as the service
 * had it last. While another change is under way, that one is shown.
 */
export function settleChange(id: bigint, known: KnownPet | undefined): void {
  const entry = entryOf(id);
  entry.underWay -= 1;
  if (known !== undefined) entry.confirmed = known;
  if (entry.underWay > 0) return;
  if (entry.confirmed !== undefined) set(entry, entry.confirmed);
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
