import type { Environment } from "../../core/context.ts";
import { execute } from "../../core/execute.ts";
import type { Key } from "../../core/keys/key-ports.ts";
import {
  type CreatedKey,
  createKey,
  isUsable,
  type KeyRequest,
  type Manager,
  revokeKey,
  rotatedUntil,
  rotateKey,
} from "../../core/keys/key-rules.ts";
import type { Secrets } from "../../core/keys/secrets.ts";
import type { Store } from "../../core/ports.ts";
import { UsageError } from "../../files/problems/usage-error.ts";

/** The store of the keys, and the time. */
export interface KeyContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly now: number;
  readonly secrets: Secrets;
}

/** Creates a key. It expires after `lifetimeMs`, if given. */
export function create(
  context: KeyContext,
  { name, scopes, lifetimeMs }: Pick<KeyRequest, "name" | "scopes"> & { lifetimeMs: number | undefined },
): Promise<CreatedKey> {
  const request = { name, scopes, expiresAt: lifetimeMs === undefined ? undefined : context.now + lifetimeMs };
  return manage(context, (manager) => createKey(manager, request));
}

/** Revokes the active key with this id or name and returns it. */
export function revoke(context: KeyContext, idOrName: string): Promise<Key> {
  return manage(context, async (manager) => {
    const key = await findUsable(manager, idOrName);
    await revokeKey(manager, key);
    return key;
  });
}

/** Creates a key like the active one with this id or name. The old key keeps working for `graceMs`. */
export function rotate(
  context: KeyContext,
  idOrName: string,
  graceMs: number,
): Promise<{ readonly created: CreatedKey; readonly old: Key; readonly endsAt: number }> {
  return manage(context, async (manager) => {
    const old = await findUsable(manager, idOrName);
    const created = await rotateKey(manager, old, graceMs);
    return { created, old, endsAt: rotatedUntil(old, graceMs, context.now) };
  });
}

/** Returns all keys with their state. */
export async function list({
  store,
  now,
}: KeyContext): Promise<readonly (Key & { readonly state: "usable" | "expired" | "revoked" })[]> {
  const keys = await store.keys.list();
  const state = (key: Key) => (key.revokedAt !== undefined ? "revoked" : isUsable(key, now) ? "usable" : "expired");
  return keys.map((key) => ({ ...key, state: state(key) }));
}

/** Runs a change in one transaction, as the operator. */
function manage<Result>(
  { store, ...context }: KeyContext,
  work: (manager: Manager) => Promise<Result>,
): Promise<Result> {
  return execute({ store, work: (unit) => work({ ...unit, ...context, by: undefined }) });
}

async function findUsable({ store: { keys }, now }: Manager, idOrName: string): Promise<Key> {
  await keys.lock();
  const usable = await keys.listUsable(now);
  const withId = usable.filter(({ id }) => id === idOrName);
  const found = withId.length > 0 ? withId : usable.filter(({ name }) => name === idOrName);
  const [key, ...others] = found;
  if (key === undefined) throw new UsageError(`no usable key ${idOrName}; \`petstore keys list\` shows all keys`);
  if (others.length === 0) return key;
  const choices = found.map((one) => `${one.id} (...${one.hint}, created ${new Date(one.createdAt).toISOString()})`);
  throw new UsageError(`${found.length} keys are named ${idOrName}: give the id, one of ${choices.join(", ")}`);
}
