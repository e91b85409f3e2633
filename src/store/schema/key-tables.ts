/* The tables of API keys and invitations. */
import type { GrantedScope } from "../../contract/operation.ts";
import { table } from "../view.ts";
import { count, int64, optional, text, time, words } from "./columns.ts";

/** API keys. */
export const API_KEYS = table(
  "api_keys",
  {
    id: text(),
    name: text(),
    hint: text(),
    hash: text(),
    scopes: words<GrantedScope>(),
    createdAt: time,
    expiresAt: optional(time),
    revokedAt: optional(time),
    lastUsedAt: optional(time),
    createdBy: optional(text()),
    position: int64,
  },
  // Not the id: collations order upper and lower case differently. A hash has only digits and a to f.
  { key: "hash", noun: "API key" },
);

/** Calls to operations that will be removed, by key. */
export const DEPRECATED_CALLS = table(
  "deprecated_calls",
  { id: text(), keyId: text(), operation: text(), calls: count, lastAt: time },
  { key: "id" },
);

/** Invitations of people. */
export const INVITATIONS = table(
  "invitations",
  {
    id: int64,
    name: text(),
    hash: text(),
    scopes: words<GrantedScope>(),
    createdAt: time,
    createdBy: optional(text()),
    creatorId: optional(text()),
    expiresAt: time,
    usedAt: optional(time),
    withdrawnAt: optional(time),
  },
  { key: "id", noun: "invitation", hasGeneratedIds: true },
);
