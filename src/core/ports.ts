/*
 * The port to the store. Its comments are the promises of every store: `storeConformance` tests them sentence by sentence on each engine.
 * Lists are in the order of id; `after` is exclusive. Times are epoch milliseconds. A `MaybePromise` is a plain value where the store is in
 * this process; changes always return promises.
 */

import type { Category } from "../contract/pets/categories.ts";
import type { InventoryEntry, StockChange, StockChangeReason } from "../contract/pets/inventory.ts";
import type { Pet, PetStatus } from "../contract/pets/pets.ts";
import type { Profile } from "../contract/pets/profiles.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Events } from "./feed/event-ports.ts";
import type { Freshness } from "./freshness.ts";
import type { Imports } from "./imports/import-ports.ts";
import type { ImportRuns } from "./imports/run-ports.ts";
import type { Invitations } from "./keys/invitation-ports.ts";
import type { Keys } from "./keys/key-ports.ts";
import type { Purges } from "./purge/purge-clock.ts";
import type { CareEntries } from "./shop/care/care-ports.ts";
import type { Orders } from "./shop/orders/order-ports.ts";
import type { Receipts } from "./shop/orders/receipt-ports.ts";
import type { Profiles } from "./shop/pets/profile-ports.ts";
import type { Photos } from "./shop/photos/photo-ports.ts";
import type { Inquiries } from "./shop/visitors/inquiry-ports.ts";
import type { Found, Slice } from "./slice.ts";
import type { Deliveries, Webhooks } from "./webhooks/webhook-ports.ts";

export interface PetFilter {
  readonly status?: PetStatus | undefined;
  readonly categoryId?: bigint | undefined;
  /** The name starts with this text, whatever its case (`nameKey`). */
  readonly name?: string | undefined;
  /** Each is the start of a word of the name, breed, color, a tag, the reference or the microchip, folded (`searchedWords`). */
  readonly words?: readonly string[] | undefined;
  /** One of the tags (`tagKey`). */
  readonly tag?: string | undefined;
  /** The shop's own number. */
  readonly reference?: string | undefined;
  readonly microchip?: string | undefined;
  readonly ids?: readonly bigint[] | undefined;
  readonly sex?: Profile["sex"];
  readonly size?: Profile["size"];
  /** Born on this day or later, before that day: a year or a month counts as its first day. */
  readonly bornAfter?: string | undefined;
  readonly bornBefore?: string | undefined;
  readonly currency?: string | undefined;
  /** The price, in the smallest unit of any currency. */
  readonly priceFrom?: bigint | undefined;
  readonly priceTo?: bigint | undefined;
  /** Whether there is a photo. */
  readonly photo?: boolean | undefined;
  /** Arrived, or without a known arrival added, before this day. */
  readonly arrivedBefore?: string | undefined;
  /** Whether visitors may see it. */
  readonly published?: boolean | undefined;
  /** Whether something is due for it on `today` or was due before it. */
  readonly careDue?: boolean | undefined;
  readonly today?: string | undefined;
}

export interface ListedPet extends Pet {
  /** If requested. Changes with every change of the profile or the photos; both lock the row of the pet. */
  readonly revision?: bigint;
  /** Its stock, if asked for. */
  readonly quantity?: number;
  /** The sort key, in a list that is not in the order of id. */
  readonly sortKey?: string;
}

export interface Pets {
  /** Stores a pet with its stock and a change with the reason `created`; returns it with a new positive id. */
  insert(pet: Omit<Pet, "id">, quantity: number, at: number): Promise<Pet>;
  /** Returns the pet with this id exactly as it was stored, or undefined. */
  find(id: bigint): MaybePromise<Pet | undefined>;
  /**
   * Lists the pets that match every given filter; unknown ids are left out, repeated ones count once. The work is bounded: a search for
   * words that many pets have, but few together, may find fewer pets than asked for, and returns how far it looked.
   */
  list(filter: PetFilter, slice: Slice, includedColumn?: "revision" | "quantity"): MaybePromise<Found<ListedPet>>;
  /** Replaces a pet if it is still exactly as expected; returns whether it was. */
  replace(expected: Pet, pet: Pet): Promise<boolean>;
  /** Changes the status of a pet that has the status `from` and, if given, this stock; returns it, or undefined. */
  changeStatus(id: bigint, from: PetStatus, to: PetStatus, quantity?: number): Promise<Pet | undefined>;
  /** Removes a pet with its profile, its stock, the changes of it, its photos and its care; returns it as it was then, or undefined. */
  delete(id: bigint): Promise<Pet | undefined>;
  /** Whether any pet has this category. */
  isInUse(categoryId: bigint): Promise<boolean>;
  /** Counts the pets that match, at most up to a number. */
  count(filter: Pick<PetFilter, "status" | "categoryId">, max: number): Promise<number>;
  /** Returns the smallest category after this one, or of all, that any pet has; undefined if there is none. */
  nextCategory(after: bigint | undefined): Promise<bigint | undefined>;
}

/** A change to make to a pet's stock. */
export interface NewStockChange {
  readonly petId: bigint;
  readonly delta: number;
  readonly reason: StockChangeReason;
  readonly note?: string | undefined;
  readonly orderId?: bigint | undefined;
  readonly at: number;
}

/** A change of a pet's stock, with the pet's status. */
export type RecordedStockChange = StockChange & Pick<InventoryEntry, "status">;

export interface Inventory {
  /** Lists the stock of all pets; an entry's status is the pet's. */
  list(slice: Slice): MaybePromise<readonly InventoryEntry[]>;
  /** Returns the entry of a pet, or undefined. */
  find(petId: bigint): MaybePromise<InventoryEntry | undefined>;
  /** Returns the stock of each of these pets, by id, without those that do not exist. At least one is given. */
  quantities(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
  /** Returns when the stock of each of these pets first changed, in RFC 3339, by id. At least one is given. */
  firstChanges(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
  /**
   * Adds to the stock of a pet and records the change, which it returns. Returns undefined and changes nothing if there is no such
   * pet, if its stock would fall below 0 or exceed the largest count, or if its entry is not as expected.
   */
  change(change: NewStockChange, expected?: Partial<InventoryEntry>): Promise<RecordedStockChange | undefined>;
  /** Like `find`, and locks the pet until the end of the transaction. */
  lock(petId: bigint): Promise<InventoryEntry | undefined>;
  /** Lists the changes of a pet's stock. */
  changes(petId: bigint, slice: Slice): MaybePromise<readonly StockChange[]>;
  /**
   * Sums up at most `limit` stock changes from before `keptSince`; returns how many it looked at, and 0 when none are left. All changes of
   * a pet but the first become one with the reason `summary`: their sum, the quantity after them and the time of the last.
   */
  foldChanges(keptSince: number, limit: number): Promise<number>;
}

export interface Categories {
  /** Stores a category and returns it with a new positive id; undefined if one has its name, whatever the case. */
  insert(category: Omit<Category, "id">): Promise<Category | undefined>;
  /** Returns the category with this id, or undefined. */
  find(id: bigint): MaybePromise<Category | undefined>;
  /** Lists categories. */
  list(slice: Slice): MaybePromise<readonly Category[]>;
  /** Whether another category than this one has the name, whatever its case. */
  isTaken(name: string, exceptId: bigint): Promise<boolean>;
  /** Replaces a category if it is still exactly as expected; returns whether it was. */
  replace(expected: Category, category: Category): Promise<boolean>;
  /** Removes a category; returns it as it was then, or undefined. */
  delete(id: bigint): Promise<Category | undefined>;
}

/** A request that a client may repeat and that must take effect once. */
export interface IdempotentRequest {
  /** A hash of the API key's id and the Idempotency-Key, so that two clients never share one. */
  readonly id: string;
  /** A hash of the whole request. */
  readonly fingerprint: string;
}

/** A response as it was sent. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a 204. */
  readonly body?: string;
}

/** A request that was made, and its response. */
export interface KnownRequest {
  readonly fingerprint: string;
  readonly response: StoredResponse;
}

export interface Idempotency {
  /** True for exactly one request with this API key and Idempotency-Key. Responses from before `keptSince` have expired. */
  claim(request: IdempotentRequest, at: number, keptSince: number): Promise<boolean>;
  /** Stores the response to a claimed request. */
  complete(request: IdempotentRequest, response: StoredResponse): Promise<void>;
  /** Returns the request that claimed this Idempotency-Key at `keptSince` or later, or undefined. */
  find(request: IdempotentRequest, keptSince: number): Promise<KnownRequest | undefined>;
  /** Deletes at most `limit` responses from before `keptSince`; returns how many. */
  purge(keptSince: number, limit: number): Promise<number>;
}

/** Everything that is stored, by resource. */
export interface Repositories {
  readonly pets: Pets;
  readonly photos: Photos;
  readonly profiles: Profiles;
  readonly inventory: Inventory;
  readonly orders: Orders;
  readonly receipts: Receipts;
  readonly inquiries: Inquiries;
  readonly care: CareEntries;
  readonly categories: Categories;
  readonly imports: Imports;
  readonly importRuns: ImportRuns;
  readonly events: Events;
  readonly purges: Purges;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly keys: Keys;
  readonly invitations: Invitations;
  readonly idempotency: Idempotency;
}

/** The store: queries that see what is committed, and transactions that change it. */
export interface Store extends Repositories {
  /** The repositories for a read that may miss the newest changes: those of a standby that is fresh enough, or the store's own. */
  reading(freshness: Freshness): Repositories;
  /** A position up to which everything is that was committed before the call. Only a store with standbys has it. */
  readonly position?: () => Promise<string>;
  /**
   * Runs work in one transaction. Resolves only when all of it is durable; when work throws, nothing of it is kept and the error is
   * rethrown. A transaction sees no uncommitted change of another, and a failing one affects no other. A rule that must hold under
   * concurrency is a condition of one statement on one row: transactions need not be serializable. Work may run more than once; only the
   * last run counts. Work awaits nothing but its repositories. Throws `service_unavailable` when the store cannot take writes now or, for a
   * client's transaction, when too many are queued. The service's own are always queued.
   */
  transaction<Result>(work: (repositories: Repositories) => Promise<Result>, isOfClient?: boolean): Promise<Result>;
  /**
   * A number that differs after any commit, by any process, that was acknowledged before the call, and stays the same while
   * nothing is committed. Undefined when the store has no cheap one, or has yet to read what another process committed.
   */
  version(): number | undefined;
  /** Whether no other process serves this store. */
  readonly isAlone: boolean;
  /** Gives the events that have committed since the last call their positions, where `append` does not do that. */
  publishEvents(): Promise<void>;
  /** Fills in some of the rows that an upgrade has left for later; false when none are left. Several processes may do it. */
  fillNext(now: number): Promise<boolean>;
  /** The upgrades that have left rows of a table for later, and how far they are. */
  fillings(): Promise<readonly { readonly step: string; readonly table: string; readonly percent: number }[]>;
  /** Resolves when pets can be read; throws when they cannot, or when the store has found itself damaged since it was opened. */
  ping(): Promise<void>;
  /** How many bytes the store takes on disk. */
  size(): Promise<number>;
  /** Finishes the transactions that have begun, then closes the store. */
  close(): Promise<void>;
}

/** What a store reports for the metrics. */
export interface StoreObserver {
  /** A commit made this many transactions durable. */
  committed(transactions: number): void;
  /** This many transactions are waiting. */
  queued(transactions: number): void;
  /** The log was not copied into the database, for this reason. Nothing is lost, but the log grows and keeps what was erased until it can be. */
  checkpointFailed?(reason: string): void;
  /** A standby stopped answering or following, for this reason; or, without one, it answers reads again. */
  standbyChanged?(standby: string, reason: string | undefined): void;
  /** An upgrade of the schema waits for a table that others use: the first time that it begins again. */
  upgradeWaits?(): void;
}
