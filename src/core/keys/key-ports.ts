/* The port to the keys of the store, like those in ports.ts. */
import type { GrantedScope } from "../../contract/operation.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Slice } from "../slice.ts";

/** Stands for PETSTORE_API_KEY, which is not in the store. */
export const CONFIGURED_KEY_ID = "configured";

/** An API key as it is stored: never the key itself, only its SHA-256. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The last characters of the key, by which a person tells it from others. */
  readonly hint: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly GrantedScope[];
  readonly createdAt: number;
  /** The name of the key that created it; undefined for commands of the operator. */
  readonly createdBy?: string | undefined;
  readonly expiresAt?: number | undefined;
  readonly revokedAt?: number | undefined;
  readonly lastUsedAt?: number | undefined;
}

/** The members of a key that may change. */
export type KeyChange = Pick<Key, "name" | "scopes" | "expiresAt">;

/** A key with its position in the order of creation. */
export type PositionedKey = Key & { readonly position: bigint };

/** Calls of a deprecated operation with a key. */
export interface DeprecatedCalls {
  readonly keyId: string;
  readonly operation: string;
  readonly calls: number;
  readonly lastAt: number;
}

export interface Keys {
  /** Locks all keys until the end of the transaction. */
  lock(): Promise<void>;
  /** Stores a key. */
  insert(key: Key): Promise<void>;
  /** Returns the key with this id, or undefined. */
  find(id: string): MaybePromise<Key | undefined>;
  /** Lists every key in the order of creation, including revoked and expired ones. */
  list(): MaybePromise<readonly Key[]>;
  /** Lists the keys that are neither revoked nor expired at this time, in the order of creation. */
  listUsable(now: number): MaybePromise<readonly Key[]>;
  /** Lists keys in the order of creation, by their positions. */
  listPage(slice: Slice): MaybePromise<readonly PositionedKey[]>;
  /** Counts the keys that are neither revoked nor expired at this time, and the others. */
  count(now: number): Promise<{ readonly usable: number; readonly ended: number }>;
  /** Changes a key that is not revoked; returns it, or undefined. */
  update(id: string, change: KeyChange): Promise<Key | undefined>;
  /** A number that differs after any insert, change or revocation, in every process. */
  revision(): Promise<bigint>;
  /** Revokes a key that is not revoked yet; returns it, or undefined. */
  revoke(id: string, at: number): Promise<Key | undefined>;
  /** Records when keys were last used. It does not change the revision. */
  touch(ids: readonly string[], at: number): Promise<void>;
  /** Adds to the calls of deprecated operations. It does not change the revision. */
  addDeprecatedCalls(calls: readonly DeprecatedCalls[]): Promise<void>;
  /** Returns the calls of deprecated operations with these keys, or with every key. */
  deprecatedCalls(keyIds?: readonly string[]): Promise<readonly DeprecatedCalls[]>;
  /**
   * Deletes at most `limit` keys that had ended at a time, those that ended first, and the calls of keys that do not exist; returns
   * how many keys. It does not change the revision.
   */
  purge(endedAt: number, limit: number): Promise<number>;
  /** True for at most one caller in the life of the store, and only while it has no key: that one makes the first. */
  claimFirst(at: number): Promise<boolean>;
}
