import { type NewPet, type Pet, PetstoreError, type PetUpdate } from "../client/index.ts";
import { startReading } from "./known-pets.ts";
import { changedFields, fieldsOf, type PetDraft, type PetFields } from "./pet-drafts.ts";
import { petstore } from "./session.ts";

/** A pet with the tag of its state. */
export interface TaggedPet {
  readonly pet: Pet;
  /** Undefined if the service does not say. */
  readonly etag: string | undefined;
}

/** Reads a pet with its tag, which only the operation for one pet returns. That is gone in 2030; then the list has the pet. */
export async function readPet(id: bigint, signal?: AbortSignal): Promise<TaggedPet> {
  const learn = startReading();
  const tagged = await readTagged(id, signal);
  learn([tagged.pet]);
  return tagged;
}

async function readTagged(id: bigint, signal: AbortSignal | undefined): Promise<TaggedPet> {
  try {
    const { data: pet, etag } = await petstore().pets.get(id, { signal }).withResponse();
    return { pet, etag };
  } catch (error) {
    if (!PetstoreError.is(error) || error.code !== "gone") throw error;
    const [pet] = (await petstore().pets.list({ ids: [id] }, { signal })).items;
    if (pet === undefined) throw new PetstoreError({ code: "not_found", message: error.message, status: 404 });
    return { pet, etag: undefined };
  }
}

/** The outcome of saving a draft: the pet, or the fields that somebody else has changed too. */
export type Saved =
  | { readonly saved: TaggedPet }
  | { readonly conflicts: readonly (keyof PetFields)[]; readonly draft: PetDraft };

/**
 * Saves a draft: only the fields that were changed, and only if the pet is still as it was when they were typed. A change by
 * others of other fields is no conflict.
 */
export async function saveDraft(id: bigint, draft: PetDraft): Promise<Saved> {
  const { typed, base, etag } = draft;
  const changed = changedFields(typed, base);
  const update: PetUpdate = {
    ...(changed.includes("name") && { name: typed.name }),
    ...(changed.includes("categoryId") && { categoryId: BigInt(typed.categoryId) }),
    ...(typed.note !== "" && { note: typed.note }),
  };
  try {
    const response = await petstore().pets.update(id, update, { ifMatch: etag }).withResponse();
    return { saved: { pet: response.data, etag: response.etag } };
  } catch (error) {
    if (!PetstoreError.is(error) || error.code !== "precondition_failed") throw error;
  }
  const now = await readPet(id);
  const theirs = fieldsOf(now.pet);
  const rebased = { typed: rebase(typed, base, theirs), base: theirs, etag: now.etag };
  const left = changedFields(rebased.typed, theirs);
  if (left.length === 0) return { saved: now };
  const conflicts = left.filter((field) => base[field] !== theirs[field]);
  return conflicts.length === 0 ? saveDraft(id, rebased) : { conflicts, draft: rebased };
}

/** What was typed, on top of a newer state: fields that were not touched are as they are now. */
function rebase(typed: PetFields, base: PetFields, theirs: PetFields): PetFields {
  const mine = changedFields(typed, base);
  return {
    ...theirs,
    note: typed.note,
    ...(mine.includes("name") && { name: typed.name }),
    ...(mine.includes("categoryId") && { categoryId: typed.categoryId }),
  };
}

/** Adds a pet. */
export async function addPet({ name, categoryId, status }: PetFields, idempotencyKey: string): Promise<Pet> {
  const pet: NewPet = { name, categoryId: BigInt(categoryId), status };
  const learn = startReading();
  const added = await petstore().pets.create(pet, { idempotencyKey });
  learn([added]);
  return added;
}
