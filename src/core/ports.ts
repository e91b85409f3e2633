/*
 * The port to the store. Its comments are the promise of every store: `storeConformance` tests them sentence by
 * sentence on each engine. Lists are in ascending order of id; `after` is exclusive. Times are epoch milliseconds.
 */
import type { InventoryEntry } from "../contract/inventory.ts";
import type { Scope } from "../contract/operation.ts";
import type { Order } from "../contract/orders.ts";
import type { Pet, PetStatus } from "../contract/pets.ts";

/** Where a list goes on, and how far. */
export interface Slice {
  readonly after: bigint;
  readonly limit: number;
}

export interface PetFilter {
  readonly status?: PetStatus | undefined;
  readonly ids?: readonly bigint[] | undefined;
}

export interface Pets {
  /** Stores an animal with its stock and answers it with a new positive id. */
  insert(pet: Omit<Pet, "id">, quantity: number): Promise<Pet>;
  /** Answers the animal with this id, to the last digit and byte as it was stored, or undefined. */
  find(id: bigint): Promise<Pet | undefined>;
  /** Lists animals that fit every given filter; ids that do not exist are left out, repeated ones count once. */
  list(filter: PetFilter, slice: Slice): Promise<readonly Pet[]>;
}

export interface Inventory {
  /** Lists the stock of all animals; an entry's status is the animal's. */
  list(slice: Slice): Promise<readonly InventoryEntry[]>;
  /** Answers an animal's entry, or undefined. */
  find(petId: bigint): Promise<InventoryEntry | undefined>;
  /**
   * Sets an animal's stock and answers the entry, or undefined when there is no such animal. With `expected` it is set only
   * while the entry is just that, and otherwise undefined is answered.
   */
  setQuantity(petId: bigint, quantity: number, expected?: InventoryEntry): Promise<InventoryEntry | undefined>;
}

export interface Orders {
  /** Lists orders. */
  list(slice: Slice): Promise<readonly Order[]>;
}

/** An API key as it is stored: never the key itself, only its SHA-256. */
export interface Key {
  readonly id: string;
  readonly name: string;
  /** The last characters of the key, by which a person tells it from others. */
  readonly hint: string;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
  readonly lastUsedAt: number | undefined;
}

export interface Keys {
  /** Stores a key. */
  insert(key: Key): Promise<void>;
  /** Lists every key in the order of its creation, revoked and expired ones too. */
  list(): Promise<readonly Key[]>;
  /** A number that is another one after any insert, revocation or change of expiry, in every process. */
  revision(): Promise<bigint>;
  /** Revokes a key that is not revoked yet; says whether there was one. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Sets when a key expires; says whether there was one that is not revoked. */
  expire(id: string, at: number): Promise<boolean>;
  /** Records when keys were last used. It does not change the revision. */
  touch(ids: readonly string[], at: number): Promise<void>;
  /** True for at most one caller in the life of the store, and only while it has no key: that one makes the first. */
  claimFirst(at: number): Promise<boolean>;
}

/** A request that a client may send more than once and that is to have its effect once. */
export interface IdempotentRequest {
  /** A hash of the API key's id and the Idempotency-Key: those of two clients never meet. */
  readonly id: string;
  /** A hash of everything that was asked. */
  readonly fingerprint: string;
}

/** An answer as it was given. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Idempotency {
  /** True for exactly one request with this API key and Idempotency-Key: an answer from before `keptSince` is forgotten. */
  claim(request: IdempotentRequest, at: number, keptSince: number): Promise<boolean>;
  /** Stores the answer to a claimed request. */
  complete(request: IdempotentRequest, answer: StoredResponse): Promise<void>;
  /** Answers the fingerprint and the answer of the request that claimed this Idempotency-Key. */
  find(
    request: IdempotentRequest,
  ): Promise<{ readonly fingerprint: string; readonly answer: StoredResponse } | undefined>;
  /** Forgets at most `limit` answers from before `keptSince`; says how many. */
  purge(keptSince: number, limit: number): Promise<number>;
}

/** What is stored. */
export interface Repositories {
  readonly pets: Pets;
  readonly inventory: Inventory;
  readonly orders: Orders;
  readonly keys: Keys;
  readonly idempotency: Idempotency;
}

/** Stands for a moment in the life of a store. */
export interface ChangeMark {
  readonly own: number;
  readonly others: number;
}

/** Stands for one state of all that is committed. Only whether two that the same store told are equal means something. */
export type Version = number | string;

/** The store: facts that are read as committed, and transactions that change them. */
export interface Store extends Repositories {
  /**
   * Runs work in one transaction. Resolves only when all of it is durable; when work throws, nothing of it is kept and
   * the error is thrown on. Transactions do not see each other's uncommitted changes, lose no update of each other as if
   * they ran one after the other, and a failing one takes no other with it. Work may run more than once; only the last
   * run counts. Work awaits nothing but its facts. Throws `service_unavailable` when the store cannot take writes now.
   */
  transaction<Result>(work: (facts: Repositories) => Promise<Result>): Promise<Result>;
  /**
   * A version that is another one after any commit, by whatever process, that was acknowledged before the call. None comes
   * back, not after a crash either. It stays the same while there are only reads, of which this is one. Undefined when the
   * store cannot tell; throws when it does not answer.
   */
  version(): Version | undefined | Promise<Version | undefined>;
  /**
   * Which animals commits have added or changed since the moment of a mark, perhaps some more, and the mark of this moment: nothing
   * that is read after it is older. Undefined instead of the animals when that cannot be told: without a mark, after many
   * changes, or when another process has changed something.
   */
  changesSince(mark: ChangeMark | undefined): {
    readonly mark: ChangeMark;
    readonly petIds: readonly bigint[] | undefined;
  };
  /** Resolves when the store answers; throws when it does not. */
  ping(): Promise<void>;
  /** Finishes the transactions that were begun, then lets go of everything. */
  close(): Promise<void>;
}

/** What a store reports of its work, for the metrics. */
export interface StoreObserver {
  /** A commit put this many transactions on disk. */
  committed(transactions: number): void;
  /** This many transactions wait for their turn. */
  queued(transactions: number): void;
}
