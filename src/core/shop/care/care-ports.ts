/* The port to care: entries that are done, and entries that are due (decision 091). */
import type { CareOfLine } from "../../../contract/care/care-lines.ts";
import type { Care } from "../../../contract/care/care-schemas.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Slice } from "../../slice.ts";

/** An entry with the id of the next one that it has created, if any. */
export type StoredCare = Care & { readonly nextId?: bigint | undefined };

/** An entry that is to be stored for a pet. */
export type NewCare = Omit<Care, "id" | "petId">;

/** Filters of the list of due care. */
export interface DueFilter {
  readonly petId?: bigint | undefined;
  readonly kind?: Care["kind"] | undefined;
  /** Only entries due before this day. */
  readonly dueBefore?: string | undefined;
}

export interface CareEntries {
  /** Stores an entry and returns it with a new positive id. */
  insert(care: Omit<StoredCare, "id">): Promise<StoredCare>;
  /** Stores entries and returns them with new positive ids, in any order. */
  insertAll(care: readonly Omit<StoredCare, "id">[]): Promise<readonly StoredCare[]>;
  /** Returns the entry with this id, or undefined. */
  find(id: bigint): MaybePromise<StoredCare | undefined>;
  /** Lists the entries of a pet. */
  list(petId: bigint, slice: Slice): MaybePromise<readonly StoredCare[]>;
  /** Lists open entries, by the day on which it is due, then by id. `slice.sort.after` is a day. */
  listDue(filter: DueFilter, slice: Slice<"dueOn">): MaybePromise<readonly StoredCare[]>;
  /** Returns which of these pets are vaccinated on a day: something was done, and nothing is overdue. At least one is given. */
  vaccinated(petIds: readonly bigint[], today: string): MaybePromise<ReadonlySet<bigint>>;
  /** Returns at least those entries of these pets that have a day or a weight of one of these entries. */
  findLike(petIds: readonly bigint[], entries: readonly NewCare[]): Promise<readonly StoredCare[]>;
  /** Returns the care of each of these pets as in a line of a file: the last that was done, and the first that is due. */
  lines(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, CareOfLine>>;
  /** Counts the entries of each of these pets that has some. */
  counts(petIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
  /** Counts the entries of a pet, at most up to a number. */
  count(petId: bigint, max: number): Promise<number>;
  /** Replaces an entry if it is still exactly as expected; returns whether it was. */
  replace(expected: StoredCare, care: StoredCare): Promise<boolean>;
  /** Removes an entry if it is still exactly as expected; returns it then. */
  delete(expected: StoredCare): Promise<StoredCare | undefined>;
  /** Removes those of these entries that still are exactly as expected, of pets that are locked; returns the others that exist. */
  deleteAll(
    expected: readonly StoredCare[],
  ): Promise<{ readonly removed: readonly StoredCare[]; readonly changed: readonly StoredCare[] }>;
}
