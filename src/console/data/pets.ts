/* Pets by id: how one is read with its tag, and the names of those that other views mention. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type GetPetQuery, type Pet, PetstoreError, type PetWithIncluded } from "../../client/index.ts";
import { texts } from "../app/language.ts";
import { can, petstore, session } from "../app/session.ts";
import { type Change, changed, onChange, petIdOf } from "./changes.ts";
import { photosAfter } from "./photos.ts";

/** A pet with the tag of its state. */
export interface TaggedPet {
  readonly pet: PetWithIncluded;
  /** Undefined if the service does not say. */
  readonly etag: string | undefined;
}

/** Reads a pet with its tag. */
export async function readPet(id: bigint, signal?: AbortSignal, include?: GetPetQuery["include"]): Promise<TaggedPet> {
  const { data, etag } = await petstore()
    .pets.list({ ids: [id], include }, { signal })
    .withResponse();
  const [pet] = data.items;
  if (pet === undefined) throw new PetstoreError({ code: "not_found", message: `no pet ${id}`, status: 404 });
  return { pet, etag };
}

/** A pet with what is included after a change of it, of its stock, its profile or its photos. */
export function petAfter(pet: PetWithIncluded, change: Change): PetWithIncluded {
  if (petIdOf(change) !== pet.id) return pet;
  if (change.type === "pet.updated" || change.type === "inventory.updated") return changed(pet, change);
  if (change.type === "profile.updated" && pet.profile !== undefined) {
    // A response has the whole profile: what it lacks is removed.
    return { ...pet, profile: change.source === "here" ? change.data : changed(pet.profile, change) };
  }
  return pet.photos === undefined ? pet : { ...pet, photos: [...photosAfter(pet.photos, change)] };
}

/** As many ids as the service takes in one request. */
const IDS_MAX = 100;

const known = signal<ReadonlyMap<bigint, Pet>>(new Map());

// Another person may see other pets.
session.subscribe((user) => {
  if (user === undefined) known.value = new Map();
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
