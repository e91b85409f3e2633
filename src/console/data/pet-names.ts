/* The names of pets that views other than their own mention. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Pet } from "../../client/index.ts";
import { texts } from "../app/language.ts";
import { can, onNextPerson, petstore } from "../app/session.ts";
import { changed, onChange } from "./changes.ts";

/** As many ids as the service takes in one request. */
const IDS_MAX = 100;

const known = signal<ReadonlyMap<bigint, Pet>>(new Map());

// Another person may see other pets.
onNextPerson(() => {
  known.value = new Map();
});

onChange((change) => {
  if (change.type !== "pet.updated") return;
  const pet = known.peek().get(change.data.id);
  if (pet !== undefined) learn([changed(pet, change)]);
});

/** Remembers pets for views that mention them. */
export function learn(pets: readonly Pet[]): void {
  known.value = new Map([...known.peek(), ...pets.map((pet) => [pet.id, pet] as const)]);
}

/** Reads pets that are mentioned by id. Without them, their numbers are shown. */
export async function learnPets(ids: readonly bigint[], signal?: AbortSignal): Promise<void> {
  const wanted = [...new Set(ids)].slice(0, IDS_MAX);
  if (wanted.length === 0 || !can("pets:read")) return;
  try {
    learn((await petstore().pets.list({ ids: wanted, limit: IDS_MAX }, { signal })).items);
  } catch {
    // A list without names is better than none.
  }
}

/** A pet that is known. */
export function knownPet(id: bigint): Pet | undefined {
  return known.value.get(id);
}

/** The name of a pet, or its number. */
export function petName(id: bigint): string {
  return knownPet(id)?.name ?? texts.value.pets.petNumber(id);
}

/** Reads the names that a component shows, each once. */
export function usePetNames(ids: readonly bigint[]): void {
  const asked = useRef(new Set<bigint>());
  const missing = ids.filter((id) => !asked.current.has(id) && !known.peek().has(id));
  useEffect(() => {
    for (const id of missing) asked.current.add(id);
    learnPets(missing);
  }, [String(missing)]);
}
