/* Names of pets that events and orders mention by id. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isKnown, knownPet } from "./known-pets.ts";
import { texts } from "./language.ts";
import { can, petstore } from "./session.ts";

/** As many as one request may ask for. */
const IDS_MAX = 100;

/** The names that were asked for, by id; undefined while a request is under way, and for pets that are deleted. */
const names = signal<ReadonlyMap<bigint, string | undefined>>(new Map());

/** The name of a pet, or its number. */
export function petName(id: bigint): string {
  const known = isKnown(id) ? knownPet(id).value?.pet.name : undefined;
  return known ?? names.value.get(id) ?? texts.value.pets.numberOf(id);
}

/** Loads the names of these pets, unless they are known. Names that nobody asks for any more are forgotten. */
export function usePetNames(ids: readonly bigint[]): void {
  const wanted = [...new Set(ids)].slice(0, IDS_MAX);
  useEffect(() => {
    const missing = wanted.filter((id) => !isKnown(id) && !names.value.has(id));
    if (missing.length === 0 || !can("pets:read")) return;
    names.value = new Map(wanted.map((id) => [id, names.value.get(id)]));
    petstore()
      .pets.list({ ids: missing, limit: IDS_MAX })
      .then(
        ({ items }) => {
          names.value = new Map([...names.value, ...items.map(({ id, name }): [bigint, string] => [id, name])]);
        },
        // The numbers are shown instead.
        () => {},
      );
  }, [String(wanted)]);
}
