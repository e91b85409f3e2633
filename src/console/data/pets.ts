/* A pet by its id: how it is read with its tag, and what it is after a change. */
import { type GetPetQuery, PetstoreError, type PetWithIncluded } from "../../client/index.ts";
import { petstore } from "../app/session.ts";
import { type Change, changed, petIdOf } from "./changes.ts";
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
