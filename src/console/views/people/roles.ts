import { allTexts } from "../../app/language.ts";
import type { Role } from "../../app/session.ts";
import { roles } from "../../data/people.ts";

/** The role of a key in words, or how much one without a role may do. */
export function roleName({ role, scopes }: { readonly role?: string; readonly scopes: readonly string[] }): string {
  const { people: words } = allTexts.value;
  const known = roles().find((name) => name === role);
  return known === undefined ? words.scopeCount(scopes.length) : words.roles[known];
}

/** What a key may do, in words. */
export function grantText({ role, scopes }: { readonly role?: string; readonly scopes: readonly string[] }): string {
  const names: Readonly<Record<string, string>> = allTexts.value.people.scopes;
  return roleText(role) ?? scopes.map((scope) => names[scope] ?? scope).join(", ");
}

/** What a role allows, in a sentence. */
export function roleText(role: string | undefined): string | undefined {
  const known = roles().find((name) => name === role);
  return known && allTexts.value.people.roleTexts[known];
}

/** The options of a field for a role. */
export function roleOptions(offered: readonly Role[]): Readonly<Record<string, string>> {
  const { roles: names } = allTexts.value.people;
  return Object.fromEntries(offered.map((role) => [role, names[role]]));
}
