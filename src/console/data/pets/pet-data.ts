/* Pets after changes. */
import type { PetWithIncluded } from "../../../client/index.ts";
import { type Change, changed, petIdOf } from "../events/changes.ts";
import { photosAfter } from "../photos/photo-data.ts";

/** A pet with its included members after a change of it, of its stock, its profile or its photos. */
export function petAfter(pet: PetWithIncluded, change: Change): PetWithIncluded {
  if (petIdOf(change) !== pet.id) return pet;
  if (change.type === "pet.updated" || change.type === "inventory.updated") return changed(pet, change);
  if (change.type === "profile.updated" && pet.profile !== undefined) {
    // A response has the whole profile: missing members were removed.
    return { ...pet, profile: change.source === "here" ? change.data : changed(pet.profile, change) };
  }
  return pet.photos === undefined ? pet : { ...pet, photos: [...photosAfter(pet.photos, change)] };
}
