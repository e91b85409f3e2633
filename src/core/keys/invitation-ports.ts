/* The port to the invitations of the store, like those in ports.ts. */
import type { GrantedScope } from "../../contract/operation.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import type { Slice } from "../slice.ts";

/** An invitation as it is stored: never its secret, only the SHA-256 of that. */
export interface StoredInvitation {
  readonly id: bigint;
  readonly name: string;
  /** SHA-256 of the secret, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly GrantedScope[];
  readonly createdAt: number;
  /** The name of the key that created it, and its id unless it is PETSTORE_API_KEY. */
  readonly createdBy?: string | undefined;
  readonly creatorId?: string | undefined;
  readonly expiresAt: number;
  readonly usedAt?: number | undefined;
  readonly withdrawnAt?: number | undefined;
}

export type NewInvitation = Pick<
  StoredInvitation,
  "name" | "hash" | "scopes" | "createdAt" | "createdBy" | "creatorId" | "expiresAt"
>;

/** A pending invitation is neither used, nor withdrawn, nor expired. */
export interface Invitations {
  /**
   * Stores an invitation and returns it with a new positive id. Returns undefined and stores none if `max` are pending at this
   * time, however many are inserted at once.
   */
  insert(invitation: NewInvitation, max: number, now: number): Promise<StoredInvitation | undefined>;
  /** Returns the invitation with this id, or undefined. */
  find(id: bigint): MaybePromise<StoredInvitation | undefined>;
  /** Returns the invitation with this hash, or undefined. */
  findByHash(hash: string): MaybePromise<StoredInvitation | undefined>;
  /** Lists the invitations that are pending at this time. */
  listPending(slice: Slice, now: number): MaybePromise<readonly StoredInvitation[]>;
  /** Lists the invitations of a key that are pending at this time. */
  listPendingOf(creatorId: string, now: number): MaybePromise<readonly StoredInvitation[]>;
  /** Gives the invitations of a key that are pending at this time to another key. */
  handOver(creatorId: string, to: string, now: number): Promise<void>;
  /** Uses a pending invitation; true for one caller at most. */
  use(id: bigint, now: number): Promise<boolean>;
  /** Withdraws a pending invitation; returns whether there was one. */
  withdraw(id: bigint, now: number): Promise<boolean>;
  /** Deletes at most `limit` invitations that expired before a time, also used and withdrawn ones; returns how many. */
  purge(before: number, limit: number): Promise<number>;
}
