import { Failure } from "../contract/errors.ts";
import type { keyOperations } from "../contract/keys.ts";
import { ALL_SCOPES, type GrantedScope, type Handlers } from "../contract/operation.ts";
import type { Context, Environment, Principal } from "./context.ts";
import type { Key, Keys, Store } from "./ports.ts";

export const keys: Handlers<typeof keyOperations, Context> = {
  getKey: async (_, { principal: { name, hint, scopes, expiresAt }, environment }) => ({
    name,
    hint,
    scopes: [...scopes],
    environment,
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  }),
};

/** What keys are made from. The composition root provides it: core has no randomness and no hash functions. */
export interface Secrets {
  random(bytes: number): Uint8Array;
  /** SHA-256 in hexadecimal. */
  sha256(data: string | Uint8Array): string;
  crc32(text: string): number;
}

/** Usable keys at one time: every process holds all of them in memory. */
export const KEYS_MAX = 10_000;

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

/** Creates and stores a key. */
export async function createKey(
  keys: Keys,
  request: KeyRequest,
  environment: Environment,
  now: number,
  secrets: Secrets,
): Promise<CreatedKey> {
  const usable = (await keys.list()).filter((key) => isUsable(key, now));
  if (usable.length >= KEYS_MAX)
    throw new Failure("conflict", `There are already ${KEYS_MAX} usable keys: revoke some first`);
  const text = keyText(environment, secrets);
  const key: Key = {
    id: randomBase62(8, secrets),
    name: request.name,
    hint: text.slice(-4),
    hash: secrets.sha256(text),
    scopes: request.scopes,
    createdAt: now,
    expiresAt: request.expiresAt,
    revokedAt: undefined,
    lastUsedAt: undefined,
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
  const request = { name: "first", scopes: [ALL_SCOPES], expiresAt: undefined } as const;
  return store.transaction(async ({ keys }) => {
    if (!(await keys.claimFirst(now))) return undefined;
    const created = await createKey(keys, request, environment, now, secrets);
    keep(created.text);
    return created;
  });
}

/** Creates a key with the same name and scopes; the old one keeps working for the grace period. */
export async function rotateKey(
  keys: Keys,
  old: Key,
  graceMs: number,
  environment: Environment,
  now: number,
  secrets: Secrets,
): Promise<CreatedKey> {
  const lifetime = old.expiresAt === undefined ? undefined : old.expiresAt - old.createdAt;
  const made = await createKey(
    keys,
    { name: old.name, scopes: old.scopes, expiresAt: lifetime === undefined ? undefined : now + lifetime },
    environment,
    now,
    secrets,
  );
  const isExpiring = await keys.expire(old.id, rotatedUntil(old, graceMs, now));
  if (!isExpiring) throw new Failure("conflict", `The key ${old.id} was revoked in the meantime`);
  return made;
}

/** When a key that is rotated now ends: a grace period does not make it last longer. */
export function rotatedUntil(old: Key, graceMs: number, now: number): number {
  return Math.min(now + graceMs, old.expiresAt ?? Number.POSITIVE_INFINITY);
}

/** Whether a key is accepted at this moment. */
export function isUsable(key: Key, now: number): boolean {
  return key.revokedAt === undefined && (key.expiresAt === undefined || now < key.expiresAt);
}

export function principalOf(key: Key): Principal {
  return { keyId: key.id, name: key.name, hint: key.hint, scopes: new Set(key.scopes), expiresAt: key.expiresAt };
}

/** Decision D12: with the prefix and the checksum, secret scanners recognize a leaked key without asking us. */
function keyText(environment: Environment, secrets: Secrets): string {
  const random = randomBase62(30, secrets);
  const prefix = environment === "production" ? "pets_live_" : "pets_test_";
  return `${prefix}${random}${base62(secrets.crc32(random)).padStart(6, "0")}`;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function base62(value: number): string {
  const digit = BASE62.charAt(value % 62);
  return value < 62 ? digit : base62(Math.floor(value / 62)) + digit;
}

function randomBase62(length: number, secrets: Secrets): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 in a byte: with more values some characters would be likelier than others.
    for (const byte of secrets.random(length)) if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62);
  }
  return text;
}
