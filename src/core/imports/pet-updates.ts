/* What an import changed of a pet, kept so that it can be undone (decision 022). */
import type { Profile } from "../../contract/pets/profiles.ts";
import { type Identifier, identifiersOf } from "../shop/pets/identifiers.ts";
import { changedProfile, mergeProfile, type ProfilePatch } from "../shop/pets/profile-rules.ts";
import type { PetChange, PetWithStock } from "./import-ports.ts";
import type { ChangedMembers, PetUpdate } from "./run-ports.ts";

const MEMBERS = ["name", "categoryId", "status", "quantity"] as const;

/** The members that a change of a pet changes, as they were before and after it. */
export function differences({ before, after, care = [] }: PetChange): Pick<PetUpdate, "before" | "after"> {
  const changed = MEMBERS.filter((member) => before[member] !== after[member]);
  const described = Object.keys(changedProfile(before.profile, after.profile) ?? {}) as (keyof Profile)[];
  const membersOf = (pet: PetWithStock): ChangedMembers => ({
    ...Object.fromEntries(changed.map((member) => [member, pet[member]])),
    ...(described.length > 0 && {
      profile: Object.fromEntries(described.map((member) => [member, pet.profile[member] ?? null])),
    }),
  });
  return { before: membersOf(before), after: { ...membersOf(after), ...(care.length > 0 && { care }) } };
}

/** A pet whose change is undone as far as possible. */
interface Restored {
  readonly pet: PetWithStock;
  /** Whether every member is as it was before the change. */
  readonly isWhole: boolean;
}

/** Restores the members of a pet that have not changed since. `isTaken` tells which identifiers another pet has now. */
export function restore(
  current: PetWithStock,
  { before, after }: Pick<PetUpdate, "before" | "after">,
  isTaken: (identifier: Identifier) => boolean,
): Restored {
  const own = MEMBERS.filter((member) => after[member] !== undefined);
  const kept = own.filter((member) => current[member] === after[member]);
  const described = Object.keys(after.profile ?? {}) as (keyof Profile)[];
  const unchanged = described.filter((member) => {
    const value = after.profile?.[member] ?? undefined;
    if (changedProfile({ [member]: current.profile[member] }, { [member]: value }) !== undefined) return false;
    return !identifiersOf({ [member]: before.profile?.[member] ?? undefined }).some(isTaken);
  });
  const patch = Object.fromEntries(unchanged.map((member) => [member, before.profile?.[member] ?? null]));
  return {
    pet: {
      ...current,
      ...Object.fromEntries(kept.map((member) => [member, before[member]])),
      profile: mergeProfile(current.profile, patch as ProfilePatch),
    },
    isWhole: kept.length === own.length && unchanged.length === described.length,
  };
}
