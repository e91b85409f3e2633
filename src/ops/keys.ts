import type { GrantedScope } from "../contract/operation.ts";
import type { Environment } from "../core/context.ts";
import { execute } from "../core/execute.ts";
import { type CreatedKey, createKey, isUsable, rotatedUntil, rotateKey, type Secrets } from "../core/keys.ts";
import type { Key, Store } from "../core/ports.ts";
import { UsageError } from "./command.ts";

/** Where keys are managed, and when. */
export interface KeyContext {
  readonly store: Store;
  readonly environment: Environment;
  readonly now: number;
  readonly secrets: Secrets;
}

/** Creates a key that expires after `lifetimeMs`, if that is given. */
export function create(
  { store, environment, now, secrets }: KeyContext,
  { name, scopes, lifetimeMs }: { name: string; scopes: readonly GrantedScope[]; lifetimeMs: number | undefined },
): Promise<CreatedKey> {
  const request = { name, scopes, expiresAt: lifetimeMs === undefined ? undefined : now + lifetimeMs };
  return execute({ store, work: ({ store: { keys } }) => createKey(keys, request, environment, now, secrets) });
}

/** Revokes the usable key with this id or name and returns it. */
export async function revoke(context: KeyContext, idOrName: string): Promise<Key> {
  const key = await findUsable(context, idOrName);
  await execute({ store: context.store, work: ({ store: { keys } }) => keys.revoke(key.id, context.now) });
  return key;
}

/** Creates a key like the usable one with this id or name, which keeps working for `graceMs`. */
export async function rotate(
  context: KeyContext,
  idOrName: string,
  graceMs: number,
): Promise<{ readonly created: CreatedKey; readonly old: Key; readonly endsAt: number }> {
  const { store, environment, now, secrets } = context;
  const old = await findUsable(context, idOrName);
  const created = await execute({
    store,
    work: ({ store: { keys } }) => rotateKey(keys, old, graceMs, environment, now, secrets),
  });
  return { created, old, endsAt: rotatedUntil(old, graceMs, now) };
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

async function findUsable({ store, now }: KeyContext, idOrName: string): Promise<Key> {
  const usable = (await store.keys.list()).filter((key) => isUsable(key, now));
  const withId = usable.filter(({ id }) => id === idOrName);
  const found = withId.length > 0 ? withId : usable.filter(({ name }) => name === idOrName);
  const [key, ...others] = found;
  if (key === undefined) throw new UsageError(`no usable key ${idOrName}; \`petstore keys list\` shows all keys`);
  if (others.length === 0) return key;
  const choices = found.map((one) => `${one.id} (...${one.hint}, created ${new Date(one.createdAt).toISOString()})`);
  throw new UsageError(`${found.length} keys are named ${idOrName}: give the id, one of ${choices.join(", ")}`);
}
