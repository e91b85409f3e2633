/* Pets that others add while a list is shown. */
import { signal } from "@preact/signals";
import type { Event, ListPetsQuery } from "../client/index.ts";
import { isKnown, petChanges, showChange } from "./known-pets.ts";

/** New pets that belong to the list, by id, and how many pets were imported. */
export interface Newcomers {
  readonly ids: ReadonlySet<bigint>;
  readonly imported: number;
}

const NONE: Newcomers = { ids: new Set(), imported: 0 };

/** The new pets since the list was loaded. */
export const newcomers = signal<Newcomers>(NONE);

let watched: ListPetsQuery = {};

/** Starts counting for a list that is being loaded. */
export function watchNewcomers(query: ListPetsQuery): void {
  watched = query;
  newcomers.value = NONE;
}

/** How many there are. A pet that was added here is not new. */
export function countNewcomers({ ids, imported }: Newcomers): number {
  return imported + [...ids].filter((id) => !isKnown(id)).length;
}

/** Follows changes by others: patches the pets that are shown, and counts the new ones. */
export function followPets(event: Event): void {
  const { ids, imported } = newcomers.value;
  if (event.type === "pet.created") {
    const isNew = !isKnown(event.data.id) && belongs(event.data);
    if (isNew) newcomers.value = { ids: new Set([...ids, event.data.id]), imported };
    // One's own new pet is known, and yet in no count.
    petChanges.value += 1;
  }
  if (event.type === "pet.updated") showChange({ pet: event.data, isDeleted: false });
  if (event.type === "pet.deleted") {
    newcomers.value = { ids: new Set([...ids].filter((id) => id !== event.data.id)), imported };
    showChange({ pet: event.data, isDeleted: true });
  }
  if (event.type === "import.completed") {
    newcomers.value = { ids, imported: imported + event.data.count };
    petChanges.value += 1;
  }
}

/** Compared as the service compares names: after NFKC, in lower case. */
const plain = (text: string) => text.normalize("NFKC").toLowerCase();

function belongs(pet: { readonly name: string; readonly status: string; readonly categoryId: bigint }): boolean {
  const { name = "", status = pet.status, categoryId = pet.categoryId } = watched;
  return plain(pet.name).startsWith(plain(name)) && pet.status === status && pet.categoryId === categoryId;
}
