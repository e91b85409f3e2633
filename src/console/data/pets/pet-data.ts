/* What a pet is after a change. */
import type { PetWithIncluded } from "../../../client/index.ts";
import { type Change, changed, petIdOf } from "../events/changes.ts";
import { photosAfter } from "../photos/photo-data.ts";

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
