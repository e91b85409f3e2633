/* The port to care: entries that are done, and entries that are due (decision 091). */
import type { Care } from "../../../contract/care/care-schemas.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Slice } from "../../slice.ts";

/** An entry with the id of the next one that it made, if it made one. */
export type StoredCare = Care & { readonly nextId?: bigint | undefined };

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
  /** Returns the entry with this id, or undefined. */
  find(id: bigint): MaybePromise<StoredCare | undefined>;
  /** Lists the entries of a pet. */
  list(petId: bigint, slice: Slice): MaybePromise<readonly StoredCare[]>;
  /** Lists open entries, by the day on which it is due, then by id. `slice.sort.after` is a day. */
  listDue(filter: DueFilter, slice: Slice<"dueOn">): MaybePromise<readonly StoredCare[]>;
  /** Returns which of these pets are vaccinated on a day: something was done, and nothing is overdue. At least one is given. */
  vaccinated(petIds: readonly bigint[], today: string): MaybePromise<ReadonlySet<bigint>>;
  /** Counts the entries of a pet, at most up to a number. */
  count(petId: bigint, max: number): Promise<number>;
  /** Replaces an entry if it is still exactly as expected; returns whether it was. */
  replace(expected: StoredCare, care: StoredCare): Promise<boolean>;
  /** Removes an entry if it is still exactly as expected; returns it then. */
  delete(expected: StoredCare): Promise<StoredCare | undefined>;
}
