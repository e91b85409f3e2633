import * as z from "zod";
import { listParameters, pageOf, parameter } from "../common.ts";
import { operation } from "../operation.ts";
import { WORD_MAX } from "../values/texts.ts";
import { ApiKey, ApiKeySummary, CreatedKey, CurrentKey, KeyUpdate, NewKey } from "./key-schemas.ts";

const phone = {
  id: "4Hx2bLq9",
  name: "Anna, front desk",
  hint: "x7Qz",
  scopes: ["pets:read", "orders:read", "orders:write"],
  createdAt: "2026-12-01T08:00:00.000Z",
  createdBy: "Maria",
  deprecatedCalls: [],
};
const SECRET = "pets_live_7fK2mQ9xVb4Tn8Lc3Rw6Yh1Zs5Jd0g1cQx7Qz";

const getKey = operation({
  id: "getKey",
  method: "GET",
  path: "/key",
  tag: "Keys",
  summary: "Get the API key of the request",
  description: "Returns the API key of the request, with its permissions. Every valid key may call this.",
  stability: "beta",
  success: { status: 200, description: "The key", schema: CurrentKey },
  examples: {
    response: {
      id: "9kTz03Wd",
      name: "kiosk",
      hint: "x7Qz",
      scopes: ["pets:read"],
      environment: "production",
      expiresAt: "2027-01-01T00:00:00.000Z",
    },
  },
});

const common = { tag: "Keys", stability: "beta", scope: "keys:manage" } as const;
/** Text that is not one names no key: 404. A database may not even compare it with one. */
const readKeyId = (text: string) => (/^[A-Za-z0-9]{1,64}$/.test(text) ? text : undefined);
const keyId = parameter("letters and digits", readKeyId, {
  type: "string",
  maxLength: WORD_MAX,
  description: "Id of the key",
});
const byKey = z.object({ keyId });
const LINKS = { getKeyById: "keyId", updateKey: "keyId", deleteKey: "keyId", rotateKey: "keyId" } as const;
const OWN_SCOPES = "A key cannot grant scopes that it lacks, nor change, rotate or revoke a key that has them: 403.";
const OWN_END = "A key that expires cannot give another key, or itself, a later end: 403.";
const LAST_KEY = "The last key that may manage keys cannot be weakened: 409.";

const listKeys = operation({
  ...common,
  id: "listKeys",
  method: "GET",
  path: "/keys",
  summary: "List API keys",
  description:
    "Returns all keys in the order of creation, including ended ones, one page at a time. Secrets are never included.",
  query: listParameters,
  success: pageOf("keys", ApiKey, "ApiKeys", "API keys in the order of creation"),
  examples: { response: [phone] },
});

const createKey = operation({
  ...common,
  id: "createKey",
  method: "POST",
  path: "/keys",
  summary: "Create an API key",
  description: `Creates a key with scopes, or with the scopes of a role. ${OWN_SCOPES} ${OWN_END}`,
  body: NewKey,
  idempotencyKey: true,
  settings: ApiKeySummary,
  success: {
    status: 201,
    description: "The created key, with its secret",
    schema: CreatedKey,
    shownOnce: "secret",
    location: "/keys/{id}",
    links: LINKS,
  },
  errors: ["conflict"],
  examples: {
    body: { name: phone.name, scopes: phone.scopes },
    response: { ...phone, secret: SECRET },
  },
});

const getKeyById = operation({
  ...common,
  id: "getKeyById",
  method: "GET",
  path: "/keys/{keyId}",
  summary: "Get an API key",
  description: "Returns one key, without its secret.",
  params: byKey,
  settings: ApiKeySummary,
  success: { status: 200, description: "The key", schema: ApiKey },
  examples: { params: { keyId: phone.id }, response: { ...phone, lastUsedAt: "2026-12-01T09:30:00.000Z" } },
});

const updateKey = operation({
  ...common,
  id: "updateKey",
  method: "PATCH",
  path: "/keys/{keyId}",
  summary: "Change an API key",
  description: `Changes the given members of a key that has not ended, and withdraws its pending invitations that it could no longer create. ${OWN_SCOPES} ${OWN_END} ${LAST_KEY}`,
  params: byKey,
  body: KeyUpdate,
  mergePatch: true,
  idempotencyKey: true,
  ifMatch: ApiKey,
  settings: ApiKeySummary,
  success: { status: 200, description: "The changed key", schema: ApiKey },
  errors: ["conflict"],
  examples: {
    params: { keyId: phone.id },
    body: { name: "Anna, till" },
    response: { ...phone, name: "Anna, till" },
  },
});

const deleteKey = operation({
  ...common,
  id: "deleteKey",
  method: "DELETE",
  path: "/keys/{keyId}",
  summary: "Revoke an API key",
  description:
    "Ends a key and withdraws its pending invitations. Within a second, no process accepts the key. It stays in the list as long " +
    "as events are kept. Revoking a key again changes nothing. " +
    `A key may revoke itself. ${OWN_SCOPES} The last key that may manage keys cannot be revoked: 409.`,
  params: byKey,
  ifMatch: ApiKey,
  settings: ApiKeySummary,
  success: { status: 204, description: "The key is revoked" },
  errors: ["conflict"],
  examples: { params: { keyId: phone.id } },
});

const rotateKey = operation({
  ...common,
  id: "rotateKey",
  method: "POST",
  path: "/keys/{keyId}/rotation",
  summary: "Rotate an API key",
  description:
    "Creates a key with the same name, scopes and lifetime, which ends with the key of the request at the latest. The old key ends " +
    `after 24 hours, so that its user has time to switch. After a leak, revoke the old key. ${OWN_SCOPES} ${OWN_END}`,
  params: byKey,
  idempotencyKey: true,
  settings: ApiKeySummary,
  success: {
    status: 201,
    description: "The new key, with its secret",
    schema: CreatedKey,
    shownOnce: "secret",
    location: "/keys/{id}",
    links: LINKS,
  },
  errors: ["conflict"],
  examples: { params: { keyId: phone.id }, response: { ...phone, id: "8mPw41Xc", secret: SECRET } },
});

/** The operations on API keys. */
export const keyOperations = { getKey, listKeys, createKey, getKeyById, updateKey, deleteKey, rotateKey } as const;
