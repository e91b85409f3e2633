/* The rules of keys, for requests and for commands (decision D48). */
import { Failure, notFound } from "../../contract/errors/errors.ts";
import { FIRST_KEY } from "../../contract/keys/first-key.ts";
import { ALL_SCOPES, type GrantedScope } from "../../contract/operation.ts";
import { type Context, type Environment, hasAll, type Principal, REALM } from "../context.ts";
import type { Unit } from "../execute.ts";
import type { Store } from "../ports.ts";
import { recordKey } from "../recorded-events.ts";
import { isoTime } from "../times.ts";
import type { Key, KeyChange, Keys } from "./key-ports.ts";
import { changesOf, summaryOf } from "./presented-keys.ts";
import { keyText, randomBase62, type Secrets } from "./secrets.ts";

/** Usable keys at one time: every process holds all of them in memory. */
export const KEYS_MAX = 10_000;

/** Keys that have ended: more than that are deleted before their time. */
export const ENDED_KEYS_MAX = 10_000;

/** The key that manages others, with its transaction. */
export interface Manager extends Unit {
  /** The key that does it; undefined for the operator at a shell, who may do everything. */
  readonly by: Principal | undefined;
  readonly now: number;
  readonly environment: Environment;
  readonly secrets: Secrets;
}

/** A new key. Its text is shown once and never stored. */
export interface CreatedKey {
  readonly text: string;
  readonly key: Key;
}

export interface KeyRequest {
  readonly name: string;
  readonly scopes: readonly GrantedScope[];
  readonly expiresAt: number | undefined;
}

/** One failure for every refused key, so that it does not say why. */
export const INVALID_KEY = refusedKey("The API key is unknown, expired or revoked");

/** Refuses a credential that is not accepted (RFC 6750 3.1). */
export function refusedKey(message: string): Failure {
  const challenge = `${REALM}, error="invalid_token", error_description="${message}"`;
  return new Failure("unauthorized", message, { headers: { "WWW-Authenticate": challenge } });
}

/**
 * Locks all keys until the end of the transaction. Returns the key of the request, read again, as one that manages others. Throws if it has
 * ended or may no longer manage keys: the keys that it creates would outlive it.
 */
export async function lockKeys(context: Context): Promise<Manager> {
  const { principal: by, store, events, now, environment } = context;
  const manager = { by, store, events, now, environment, secrets: context };
  await store.keys.lock();
  if (!by.isStored) return manager;
  const own = await store.keys.find(by.keyId);
  if (own === undefined || !isUsable(own, now)) throw INVALID_KEY;
  const current = { ...manager, by: principalOf(own) };
  requireAll(current, ["keys:manage"]);
  return current;
}

/** Creates a key. Throws `insufficient_scope` when it may do more or lasts longer than the manager's own, `conflict` when there are too many. */
export async function createKey(manager: Manager, request: KeyRequest): Promise<CreatedKey> {
  requireAll(manager, request.scopes);
  requireAsLong(manager, request);
  const created = await storeKey(manager.store.keys, { ...request, createdBy: manager.by?.name }, manager);
  recordKey(manager, "key.created", summaryOf(created.key));
  return created;
}

/** Changes a key that has not ended. Throws `conflict` if no other key could manage keys for as long. */
export async function updateKey(manager: Manager, current: Key, change: KeyChange): Promise<Key> {
  requireAll(manager, current.scopes);
  requireAll(manager, change.scopes);
  requireUsable(current, manager.now);
  // A scope for a key that lasts longer would outlast the manager's own key, too.
  const isExtended = change.expiresAt !== current.expiresAt || !hasAll(principalOf(current), change.scopes);
  if (isExtended) requireAsLong(manager, change);
  await requireOtherManager(manager, current, change);
  const changed = (await manager.store.keys.update(current.id, change)) ?? notFound("key", current.id);
  await withdrawInvitations(manager, changed);
  const [before, after] = [summaryOf(current), summaryOf(changed)];
  const previous = changesOf(before, after);
  if (previous !== undefined) recordKey(manager, "key.updated", after, previous);
  return changed;
}

/** Revokes a key. One that is revoked already stays as it is. */
export async function revokeKey(manager: Manager, current: Key): Promise<void> {
  requireAll(manager, current.scopes);
  if (current.revokedAt !== undefined) return;
  if (isUsable(current, manager.now)) await requireOtherManager(manager, current);
  const revoked = (await manager.store.keys.revoke(current.id, manager.now)) ?? notFound("key", current.id);
  await withdrawInvitations(manager, { ...revoked, scopes: [] });
  recordKey(manager, "key.revoked", summaryOf(revoked));
}

/**
 * Creates a key with the same name, scopes and lifetime; the old one keeps working for the grace period. The new one ends with the
 * manager's own key at the latest, and is responsible for pending invitations: they end with it.
 */
export async function rotateKey(manager: Manager, old: Key, graceMs: number): Promise<CreatedKey> {
  const { now } = manager;
  requireAll(manager, old.scopes);
  requireUsable(old, now);
  requireAsLong(manager, old);
  const { name, scopes, createdAt } = old;
  const expiresAt = old.expiresAt && Math.min(now + old.expiresAt - createdAt, endOf(manager.by ?? {}));
  const created = await createKey(manager, { name, scopes, expiresAt });
  await manager.store.invitations.handOver(old.id, created.key.id, now);
  await updateKey(manager, old, { name, scopes, expiresAt: rotatedUntil(old, graceMs, now) });
  return created;
}

/** When a key that is rotated now ends: a grace period does not make it last longer. */
export function rotatedUntil(old: Key, graceMs: number, now: number): number {
  return Math.min(now + graceMs, endOf(old));
}

/** Creates and stores a key, however many are created at once. */
export async function storeKey(
  keys: Keys,
  request: KeyRequest & Pick<Key, "createdBy">,
  { environment, now, secrets }: Pick<Manager, "environment" | "now" | "secrets">,
): Promise<CreatedKey> {
  // One at a time: each counts the keys of those before it.
  await keys.lock();
  const { usable, ended } = await keys.count(now);
  if (usable >= KEYS_MAX) {
    throw new Failure("conflict", `There are already ${KEYS_MAX} usable keys; revoke some first`);
  }
  if (ended > ENDED_KEYS_MAX) await keys.purge(now, ended - ENDED_KEYS_MAX);
  const text = keyText(environment, secrets);
  const key: Key = {
    id: randomBase62(8, secrets),
    hint: text.slice(-4),
    hash: secrets.sha256(text),
    createdAt: now,
    revokedAt: undefined,
    lastUsedAt: undefined,
    ...request,
  };
  await keys.insert(key);
  return { text, key };
}

/**
 * Creates the first key, with every scope, for exactly one caller in the life of the store (decision D13). `keep` receives its text
 * before it is stored; when it throws, there is no key.
 */
export function createFirstKey(
  store: Store,
  environment: Environment,
  now: number,
  secrets: Secrets,
  keep: (text: string) => void,
): Promise<CreatedKey | undefined> {
  const request = { name: FIRST_KEY, scopes: [ALL_SCOPES], expiresAt: undefined } as const;
  return store.transaction(async ({ keys }) => {
    if (!(await keys.claimFirst(now))) return undefined;
    const created = await storeKey(keys, request, { environment, now, secrets });
    keep(created.text);
    return created;
  });
}

/** Whether a key is accepted at this moment. */
export function isUsable(key: Key, now: number): boolean {
  return key.revokedAt === undefined && now < endOf(key);
}

export function principalOf({ id, name, hint, scopes, expiresAt }: Key): Principal {
  return { keyId: id, isStored: true, name, hint, scopes: new Set(scopes), expiresAt };
}

/** When a key ends unless it is revoked, in epoch milliseconds. */
function endOf({ expiresAt }: { readonly expiresAt?: number | undefined }): number {
  return expiresAt ?? Number.POSITIVE_INFINITY;
}

/** Throws `insufficient_scope` when the manager's own key lacks a scope. */
export function requireAll({ by }: Pick<Manager, "by">, scopes: readonly GrantedScope[]): void {
  if (by === undefined || hasAll(by, scopes)) return;
  const lacking = scopes.filter((scope) => !by.scopes.has(scope)).join(", ");
  const what = scopes.includes(ALL_SCOPES) ? `${ALL_SCOPES}, which is more than every scope by name` : lacking;
  throw new Failure("insufficient_scope", `Only a key with the same scopes may do this; the API key lacks ${what}`);
}

/** Throws `insufficient_scope` when a key would last longer than the manager's own: no key extends its own lifetime. */
function requireAsLong({ by }: Pick<Manager, "by">, { expiresAt }: Pick<Key, "expiresAt">): void {
  if (by?.expiresAt === undefined || endOf({ expiresAt }) <= by.expiresAt) return;
  const expected = `${isoTime(by.expiresAt)} at the latest, when the API key of the request ends`;
  const got = expiresAt === undefined ? "no end" : isoTime(expiresAt);
  throw new Failure("insufficient_scope", `expiresAt: expected ${expected}; got ${got}`);
}

function requireUsable(key: Key, now: number): void {
  if (isUsable(key, now)) return;
  const end = key.revokedAt === undefined ? "has expired" : "is revoked";
  throw new Failure("conflict", `The key ${key.id} ${end}: create another one`);
}

/** Refuses to revoke or weaken a key when no other could manage keys as long. The caller holds the lock of the keys. */
async function requireOtherManager({ store, now }: Manager, key: Key, change?: KeyChange): Promise<void> {
  if (!managesKeys(key) || (change !== undefined && managesKeys(change) && endOf(change) >= endOf(key))) return;
  const usable = await store.keys.listUsable(now);
  if (usable.some((other) => other.id !== key.id && managesKeys(other) && endOf(other) >= endOf(key))) return;
  const message = `The key ${key.id} is the last one that may manage keys: first create another one with keys:manage that lasts as long`;
  throw new Failure("conflict", message);
}

/** Ends the pending invitations of a key that it could no longer create: for what they grant, or for how long they last. */
async function withdrawInvitations({ store, now }: Manager, key: Key): Promise<void> {
  const own = { scopes: new Set(key.scopes) };
  for (const { id, scopes, expiresAt } of await store.invitations.listPendingOf(key.id, now)) {
    const isKept = managesKeys(key) && hasAll(own, scopes) && expiresAt <= endOf(key);
    if (!isKept) await store.invitations.withdraw(id, now);
  }
}

function managesKeys({ scopes }: Pick<Key, "scopes">): boolean {
  return scopes.includes(ALL_SCOPES) || scopes.includes("keys:manage");
}
