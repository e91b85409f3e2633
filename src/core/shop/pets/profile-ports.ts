/* The port to the store for profiles. Its comments are promises, as in `ports.ts`. */
import type { PetProfile } from "../../../contract/pets/profiles.ts";
import type { FindOwners, Identifier } from "./identifiers.ts";

/** What is known of a pet. */
export type FoundProfile = Omit<PetProfile, "petId">;

export interface Profiles {
  /** Returns what is known of the pet with this id, or undefined if there is no such pet. */
  find(petId: bigint): Promise<FoundProfile | undefined>;
  /** Like `find`, and keeps others from changing or removing the pet until the end of the transaction. */
  lock(petId: bigint): Promise<FoundProfile | undefined>;
  /** Returns the profile of each of these pets, by id. At least one is given. */
  ofPets(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, PetProfile>>;
  /** Keeps others from giving a pet one of these identifiers until the end of the transaction. Call it before pets are locked. */
  claim(identifiers: readonly Identifier[]): Promise<void>;
  /** Returns which pets have these identifiers, by `identifierKey`, in a transaction that has claimed them or one that changes nothing. */
  readonly owners: FindOwners;
  /** Changes which pets one belongs together with, in both directions. All of them are locked. */
  pair(petId: bigint, before: readonly bigint[], after: readonly bigint[]): Promise<void>;
  /** Replaces the profiles of pets that are new or locked, but not what they belong together with. */
  put(profiles: readonly PetProfile[]): Promise<void>;
}
