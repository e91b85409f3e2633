/* Keys as clients and events get them. */
import { INT32_MAX } from "../../contract/common.ts";
import type { ApiKey, ApiKeySummary } from "../../contract/keys/key-schemas.ts";
import { roleOf } from "../../contract/keys/roles.ts";
import type { GrantedScope } from "../../contract/operation.ts";
import { changedMembers } from "../recorded-events.ts";
import { isoTime } from "../times.ts";
import type { DeprecatedCalls, Key } from "./key-ports.ts";

/** The scopes of a key or an invitation, with the role whose set they are. */
export function shownGrant(granted: Iterable<GrantedScope>) {
  const scopes = [...granted];
  return { scopes, role: roleOf(scopes) };
}

/** A key without its use. */
export function summaryOf({ id, name, hint, scopes, createdAt, createdBy, expiresAt, revokedAt }: Key): ApiKeySummary {
  return {
    id,
    name,
    hint,
    ...shownGrant(scopes),
    createdAt: isoTime(createdAt),
    createdBy,
    expiresAt: isoTime(expiresAt),
    revokedAt: isoTime(revokedAt),
  };
}

/** A key as clients get it. */
export function presentedKey(key: Key, calls: readonly DeprecatedCalls[] = []): ApiKey {
  return {
    ...summaryOf(key),
    lastUsedAt: isoTime(key.lastUsedAt),
    deprecatedCalls: calls
      .filter(({ keyId }) => keyId === key.id)
      .map(({ operation, calls: count, lastAt }) => ({
        operation,
        count: Math.min(count, INT32_MAX),
        lastAt: isoTime(lastAt),
      })),
  };
}

/** The members that differ, as they were before; undefined if none does. */
export function changesOf(before: ApiKeySummary, after: ApiKeySummary): Partial<ApiKeySummary> | undefined {
  const { scopes, role } = before;
  const changed = changedMembers(before, after, ["name", "expiresAt"]);
  return scopes.join() === after.scopes.join() ? changed : { ...changed, scopes, role };
}
