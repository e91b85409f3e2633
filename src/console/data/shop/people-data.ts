/* Access to the shop: keys of people and of machines, and pending invitations. */

import type { ApiKey, Invitation } from "../../../client/index.ts";
import { FIRST_KEY } from "../../../contract/keys/first-key.ts";
import { now } from "../../app/formats/day.ts";
import { allTexts } from "../../app/formats/language.ts";
import { petstore, type Role, session } from "../../app/session/session.ts";
import { shownOnce } from "../../app/shown-once.ts";
import { onChange } from "../events/changes.ts";
import { type Resource, useResource } from "../resource.ts";

/** More than a shop has. */
const KEYS_MAX = 1000;

/** Every key, the newest first, including ended ones. */
export function useKeys(): Resource<readonly ApiKey[]> {
  return useResource<readonly ApiKey[]>("people keys", {
    load: async (signal) => {
      const keys: ApiKey[] = [];
      for await (const key of petstore().keys.list({ order: "desc" }, { signal })) {
        keys.push(key);
        if (keys.length === KEYS_MAX) break;
      }
      return keys;
    },
    topic: "keys",
  });
}

/** The invitations that may still be accepted, the newest first. */
export function useInvitations(): Resource<readonly Invitation[]> {
  return useResource<readonly Invitation[]>("people invitations", {
    load: async (signal) => (await petstore().invitations.list({ order: "desc", limit: 100 }, { signal })).items,
    // An invitation becomes a key.
    topic: "keys",
  });
}

/** The prefix under which the link of an invitation is shown, before its id. */
export const INVITATION = "invitation ";

/** The link of an accepted or withdrawn invitation is useless. */
onChange(({ type }) => {
  const about = shownOnce.peek()?.about;
  if (type !== "key.created" || !about?.startsWith(INVITATION)) return;
  // Without a response it stays, and opening it shows why it fails.
  forgetUsed(about).catch(() => {});
});

async function forgetUsed(about: string): Promise<void> {
  const { items } = await petstore().invitations.list({ order: "desc", limit: 100 });
  const isOpen = items.some(({ id }) => about === `${INVITATION}${id}`);
  if (!isOpen && shownOnce.peek()?.about === about) shownOnce.value = undefined;
}

/** A key with a role is a person's; one with scopes of its own is a machine's. */
export function isPerson({ role }: Pick<ApiKey, "role">): boolean {
  return role !== undefined;
}

/** The name to greet a person by; undefined for the key of a program, of the settings, or of a new store. */
export function firstName(): string | undefined {
  const key = session.value?.key;
  if (key === undefined || !isPerson(key) || key.name === FIRST_KEY || /^[A-Z_*]+$/.test(key.name)) return undefined;
  // The name of a device follows that of the person.
  return key.name.split(" ")[0];
}

/** Whether it is the key of this page. */
export function isOwn({ name, hint }: Pick<ApiKey, "name" | "hint">): boolean {
  return session.value?.key.hint === hint && session.value.key.name === name;
}

/** Whether a key manages others, and so may have invited people. */
export function managesKeys({ scopes }: Pick<ApiKey, "scopes">): boolean {
  return scopes.includes("*") || scopes.includes("keys:manage");
}

/** Whether a key has ended. */
export function isEnded({ revokedAt, expiresAt }: ApiKey): boolean {
  return [revokedAt, expiresAt].some((end) => end !== undefined && Date.parse(end) <= now());
}

/** The roles, from the one that may do everything to the one that may only read. */
export function roles(): readonly Role[] {
  return Object.keys(allTexts.value.people.roles) as Role[];
}

/** The roles that the own key may grant: only full access grants everything. */
export function grantableRoles(): readonly Role[] {
  const isOwner = session.value?.key.scopes.includes("*") ?? false;
  return isOwner ? roles() : roles().filter((role) => role !== "owner");
}

/** The role of a key in words; without one, how much it may do. */
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
