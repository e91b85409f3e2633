import { useEffect, useRef } from "preact/hooks";
import { isKnown, knownPet, startReading } from "./known-pets.ts";
import { texts } from "./language.ts";
import { can, petstore } from "./session.ts";

/** As many ids as the service takes in one request. */
const IDS_MAX = 100;

/** Reads pets that are shown by name elsewhere than in their list. Without them, their numbers are shown. */
export async function learnPets(ids: readonly bigint[], signal?: AbortSignal): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0 || !can("pets:read")) return;
  const learn = startReading();
  try {
    learn((await petstore().pets.list({ ids: wanted, limit: IDS_MAX }, { signal })).items);
  } catch {
    // A list without names is better than none.
  }
}

/** The name of a pet, or its number. */
export function petName(id: bigint): string {
  return knownPet(id).value?.pet.name ?? texts.value.pets.petNumber(id);
}

/** Reads the names that a component shows, each once. */
export function usePetNames(ids: readonly bigint[]): void {
  const asked = useRef(new Set<bigint>());
  const missing = ids.filter((id) => !asked.current.has(id) && !isKnown(id)).slice(0, IDS_MAX);
  useEffect(() => {
    for (const id of missing) asked.current.add(id);
    learnPets(missing);
  }, [String(missing)]);
}
