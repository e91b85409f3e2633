/* The pets that other views mention. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Order, PetWithIncluded } from "../../../client/index.ts";
import { allTexts } from "../../app/formats/language.ts";
import { can, onNextPerson, petstore } from "../../app/session/session.ts";
import { onChange, petIdOf } from "../events/changes.ts";
import { petAfter } from "./pet-data.ts";

/** The most ids that the service accepts in one request. */
const IDS_MAX = 100;

/** What is shown of a mentioned pet. */
const INCLUDED = ["photos", "profile"] as const;

const known = signal<ReadonlyMap<bigint, PetWithIncluded>>(new Map());

// Another person may see other pets.
onNextPerson(() => {
  known.value = new Map();
});

onChange((change) => {
  const pet = known.peek().get(petIdOf(change) ?? 0n);
  if (pet === undefined || change.type === "pet.deleted") return;
  const after = petAfter(pet, change);
  if (after !== pet) cachePets([after]);
});

/** Caches pets for views that mention them. */
export function cachePets(pets: readonly PetWithIncluded[]): void {
  known.value = new Map([
    ...known.peek(),
    ...pets.map((pet) => [pet.id, { ...known.peek().get(pet.id), ...pet }] as const),
  ]);
}

/** Reads mentioned pets by id. Until then their numbers are shown. */
export async function loadPets(ids: readonly bigint[], signal?: AbortSignal): Promise<void> {
  const wanted = [...new Set(ids)].slice(0, IDS_MAX);
  if (wanted.length === 0 || !can("pets:read")) return;
  try {
    cachePets((await petstore().pets.list({ ids: wanted, limit: IDS_MAX, include: INCLUDED }, { signal })).items);
  } catch {
    // A list without names is better than none.
  }
}

/** The pets that a pet belongs together with, as far as they are available. */
export function partnersOf(id: bigint): readonly bigint[] {
  return (knownPet(id)?.profile?.together ?? []).filter((other) => knownPet(other)?.status === "available");
}

/** Reads a pet and those that it belongs together with. */
export async function readTogether(id: bigint): Promise<readonly bigint[]> {
  if (knownPet(id) === undefined) await loadPets([id]);
  await loadPets((knownPet(id)?.profile?.together ?? []).filter((other) => knownPet(other) === undefined));
  return [id, ...partnersOf(id)];
}

/** A cached pet. */
export function knownPet(id: bigint): PetWithIncluded | undefined {
  return known.value.get(id);
}

/** The name of a pet, or its number. */
export function petName(id: bigint): string {
  return knownPet(id)?.name ?? allTexts.value.pets.petNumber(id);
}

/** The name of the pet of an order: its present one, or else the one when the order was placed. */
export function orderedPet({ petId, pet }: Pick<Order, "petId" | "pet">): string {
  return knownPet(petId)?.name ?? pet?.name ?? petName(petId);
}

/** Reads the pets that a component shows, each once. */
export function usePetNames(ids: readonly bigint[]): void {
  const asked = useRef(new Set<bigint>());
  const missing = ids.filter((id) => !asked.current.has(id) && !known.peek().has(id));
  useEffect(() => {
    for (const id of missing) asked.current.add(id);
    loadPets(missing);
  }, [String(missing)]);
}
