import { invalidField, notFound } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { keyOperations } from "../../contract/keys/keys.ts";
import { grantedBy } from "../../contract/keys/roles.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { Context } from "../context.ts";
import { page } from "../pagination.ts";
import { requireMatch } from "../preconditions.ts";
import { HOUR_MS, isoTime } from "../times.ts";
import type { Key } from "./key-ports.ts";
import { type CreatedKey, createKey, lockKeys, type Manager, revokeKey, rotateKey, updateKey } from "./key-rules.ts";
import { presentedKey, shownGrant } from "./presented-keys.ts";

/** How long the old key works after a rotation over the API. */
const GRACE_MS = 24 * HOUR_MS;

export const keys: Handlers<typeof keyOperations, Context> = {
  getKey: async (_, { principal: { keyId, isStored, name, hint, scopes, expiresAt }, environment }) => ({
    id: isStored ? keyId : undefined,
    name,
    hint,
    ...shownGrant(scopes),
    environment,
    expiresAt: isoTime(expiresAt),
  }),

  listKeys: async ({ query }, context) => {
    const { store } = context;
    const { items, next } = await page(query, ["keys"], context, store.keys.listPage, ({ position }) => position);
    const calls = await store.keys.deprecatedCalls(items.map(({ id }) => id));
    return { items: items.map((key) => presentedKey(key, calls)), next };
  },

  createKey: async ({ body: { name, expiresAt, ...grant } }, context) => {
    const request = { name, scopes: grantedBy(grant), expiresAt: futureTime(expiresAt, context.now) };
    return withSecret(await createKey(await lockKeys(context), request));
  },

  getKeyById: async ({ params: { keyId } }, { store }) =>
    presentedKey((await store.keys.find(keyId)) ?? notFound("key", keyId), await store.keys.deprecatedCalls([keyId])),

  updateKey: async ({ params: { keyId }, body }, context) => {
    const { manager, key: current } = await findLocked(keyId, context);
    const { name = current.name, scopes, role, expiresAt } = body;
    const isGranted = scopes !== undefined || role !== undefined;
    const changed = await updateKey(manager, current, {
      name,
      scopes: isGranted ? grantedBy({ scopes, role }) : current.scopes,
      expiresAt: expiresAt === undefined ? current.expiresAt : futureTime(expiresAt ?? undefined, context.now),
    });
    return presentedKey(changed, await context.store.keys.deprecatedCalls([keyId]));
  },

  deleteKey: async ({ params: { keyId } }, context) => {
    const { manager, key } = await findLocked(keyId, context);
    await revokeKey(manager, key);
  },

  rotateKey: async ({ params: { keyId } }, context) => {
    const { manager, key } = await findLocked(keyId, context);
    return withSecret(await rotateKey(manager, key, GRACE_MS));
  },
};

/** Locks the keys until the end of the transaction. Returns the key, and who changes it. */
async function findLocked(keyId: string, context: Context): Promise<{ readonly manager: Manager; readonly key: Key }> {
  const manager = await lockKeys(context);
  const key = (await context.store.keys.find(keyId)) ?? notFound("key", keyId);
  requireMatch(context, presentedKey(key));
  return { manager, key };
}

/** A time in a request, which must not be over. */
export function futureTime(text: string | undefined, now: number): number | undefined {
  const time = text === undefined ? undefined : Date.parse(text);
  if (time === undefined || time > now) return time;
  throw invalidField("validation_failed", "expiresAt", "a time in the future", preview(text));
}

/** A new key as its creator gets it. */
export function withSecret({ text, key }: CreatedKey) {
  return { ...presentedKey(key), secret: text };
}
