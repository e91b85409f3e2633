/* A pet by its id, with the tag of its state. */
import { type GetPetQuery, PetstoreError, type PetWithIncluded } from "../../client/index.ts";
import { petstore } from "../app/session.ts";

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
