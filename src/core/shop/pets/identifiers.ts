/* What identifies pets besides their ids: no two have the same microchip or reference (decision D58). */
import { Failure } from "../../../contract/errors/errors.ts";
import { preview } from "../../../contract/json/json.ts";
import type { Profile } from "../../../contract/pets/profiles.ts";

/** The members of a profile that only one pet may have with a value. */
export const uniqueMembers = ["reference", "microchip"] as const;

/** A value of such a member. */
export interface Identifier {
  readonly member: (typeof uniqueMembers)[number];
  readonly value: string;
}

/** The pets that have an identifier: those with the least and the greatest id. Two only where a database was changed by hand. */
export interface IdentifierOwners {
  readonly first: bigint;
  readonly last: bigint;
}

/** Finds the pets that have identifiers, by `identifierKey`. */
export type FindOwners = (identifiers: readonly Identifier[]) => Promise<ReadonlyMap<string, IdentifierOwners>>;

/** A text for each identifier. */
export function identifierKey({ member, value }: Identifier): string {
  return `${member}:${value}`;
}

/** The identifiers of a pet. */
export function identifiersOf(profile: Profile): readonly Identifier[] {
  return uniqueMembers.flatMap((member) => {
    const value = profile[member];
    return value === undefined ? [] : [{ member, value }];
  });
}

/** Another pet than this one, which may be new, that has the identifier. */
export function otherOwner(owners: IdentifierOwners | undefined, petId: bigint | undefined): bigint | undefined {
  if (owners === undefined) return undefined;
  if (owners.first !== petId) return owners.first;
  return owners.last === petId ? undefined : owners.last;
}

/** Throws for identifiers that another pet has. Those that the pet had before may stay. `within` precedes the member in the body. */
export async function requireUnusedIdentifiers(
  findOwners: FindOwners,
  petId: bigint | undefined,
  change: { readonly before: Profile; readonly after: Profile },
  within = "",
): Promise<void> {
  const identifiers = identifiersOf(change.after).filter(({ member, value }) => change.before[member] !== value);
  if (identifiers.length === 0) return;
  const owners = await findOwners(identifiers);
  for (const identifier of identifiers) {
    const owner = otherOwner(owners.get(identifierKey(identifier)), petId);
    if (owner === undefined) continue;
    throw new Failure(
      "conflict",
      `${within}${identifier.member}: pet ${owner} already has ${preview(identifier.value)}`,
    );
  }
}
