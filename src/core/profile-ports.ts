/* The port to the profiles of pets, like those in ports.ts. */
import type { PetProfile, Profile } from "../contract/profiles.ts";

export interface Profiles {
  /** Returns what is known of the pet with this id, or undefined if there is no such pet. */
  find(petId: bigint): Promise<Profile | undefined>;
  /** Like `find`, and keeps others from changing or removing the pet until the end of the transaction. */
  lock(petId: bigint): Promise<Profile | undefined>;
  /** Returns the profile of each of these pets, by id. At least one is given. */
  ofPets(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, PetProfile>>;
  /** Replaces the profiles of pets that are new or locked. */
  put(profiles: readonly PetProfile[]): Promise<void>;
}
