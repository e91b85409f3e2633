/* The port to the store for profiles. Its comments are promises, as in `ports.ts`. */
import type { PetProfile } from "../../../contract/pets/profiles.ts";
import type { FindOwners, Identifier } from "./identifiers.ts";

/** The profile of a pet without its id. */
export type FoundProfile = Omit<PetProfile, "petId">;

export interface Profiles {
  /** Returns the profile of the pet with this id, or undefined if there is no such pet. */
  find(petId: bigint): Promise<FoundProfile | undefined>;
  /** Like `find`, and locks the pet until the end of the transaction. */
  lock(petId: bigint): Promise<FoundProfile | undefined>;
  /** Returns the profile of each of these pets, by id. At least one is given. */
  ofPets(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, PetProfile>>;
  /** Locks these identifiers until the end of the transaction, so that no other pet gets one. Call it before pets are locked. */
  claim(identifiers: readonly Identifier[]): Promise<void>;
  /** Returns which pets have these identifiers, by `identifierKey`, in a transaction that has claimed them or one that changes nothing. */
  readonly owners: FindOwners;
  /** Changes with which pets one belongs together, in both directions. All of them are locked. */
  pair(petId: bigint, before: readonly bigint[], after: readonly bigint[]): Promise<void>;
  /** Replaces the profiles of pets that are new or locked, except `together`. */
  put(profiles: readonly PetProfile[]): Promise<void>;
}
