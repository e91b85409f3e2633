/* Names for sets of scopes (decision D50). */
import { ALL_SCOPES, type GrantedScope, scopes } from "../operation.ts";

/** Scopes of no role: managing access is the owner's, and a calendar has its own key. */
const OF_NO_ROLE: readonly string[] = ["keys:manage", "webhooks:manage", "calendar:read"];

const shared = scopes.filter((scope) => !OF_NO_ROLE.includes(scope));

/** Inquiries are for those who answer them (decision D66). */
const reads = shared.filter((scope) => scope.endsWith(":read") && scope !== "inquiries:read");

/** The scopes of each role. */
export const roles = {
  owner: [ALL_SCOPES],
  staff: shared,
  counter: scopes.filter((scope) => reads.includes(scope) || scope === "orders:write" || scope === "inventory:write"),
  viewer: reads,
} as const satisfies Record<string, readonly GrantedScope[]>;

export type Role = keyof typeof roles;

export const roleNames = Object.keys(roles) as readonly Role[];

/** The role with exactly these scopes, or undefined. */
export function roleOf(granted: Iterable<GrantedScope>): Role | undefined {
  const given = new Set(granted);
  return roleNames.find((name) => roles[name].length === given.size && roles[name].every((scope) => given.has(scope)));
}

/** A grant: scopes or a role. */
interface Grant {
  readonly scopes?: readonly GrantedScope[] | undefined;
  readonly role?: Role | undefined;
}

/** The scopes of a grant, in the order of the contract. */
export function grantedBy({ scopes: given = [], role }: Grant): readonly GrantedScope[] {
  const granted: readonly GrantedScope[] = role === undefined ? given : roles[role];
  return granted.includes(ALL_SCOPES) ? [ALL_SCOPES] : scopes.filter((scope) => granted.includes(scope));
}
