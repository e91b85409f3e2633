/* What tells pets apart besides their ids: no two have the same microchip or reference (decision D58). */
import { Failure } from "../../contract/errors.ts";
import { preview } from "../../contract/json.ts";
import type { Profile } from "../../contract/profiles.ts";

/** The members of a profile that only one pet may have with a value. */
export const uniqueMembers = ["reference", "microchip"] as const;

/** A value of such a member. */
export interface Mark {
  readonly member: (typeof uniqueMembers)[number];
  readonly value: string;
}

/** The pets that have a mark: the one with the least id, and the one with the greatest. Several only where a database was changed by hand. */
export interface MarkOwners {
  readonly first: bigint;
  readonly last: bigint;
}

/** Finds the pets that have marks, by `markKey`. */
export type FindOwners = (marks: readonly Mark[]) => Promise<ReadonlyMap<string, MarkOwners>>;

/** A text for each mark. */
export function markKey({ member, value }: Mark): string {
  return `${member}:${value}`;
}

/** The marks of a pet. */
export function marksOf(profile: Profile): readonly Mark[] {
  return uniqueMembers.flatMap((member) => {
    const value = profile[member];
    return value === undefined ? [] : [{ member, value }];
  });
}

/** A pet with a mark that is another one than this pet, which may be a new one. */
export function otherOwner(owners: MarkOwners | undefined, petId: bigint | undefined): bigint | undefined {
  if (owners === undefined) return undefined;
  if (owners.first !== petId) return owners.first;
  return owners.last === petId ? undefined : owners.last;
}

/** Refuses marks of a pet that another one has. Those that the pet had before may stay. `within` precedes the member in the body. */
export async function requireFree(
  findOwners: FindOwners,
  petId: bigint | undefined,
  change: { readonly before: Profile; readonly after: Profile },
  within = "",
): Promise<void> {
  const marks = marksOf(change.after).filter(({ member, value }) => change.before[member] !== value);
  if (marks.length === 0) return;
  const owners = await findOwners(marks);
  for (const mark of marks) {
    const owner = otherOwner(owners.get(markKey(mark)), petId);
    if (owner === undefined) continue;
    throw new Failure("conflict", `${within}${mark.member}: pet ${owner} has ${preview(mark.value)} already`);
  }
}
