/* The port to the inquiries of visitors. */
import type { Inquiry } from "../../../contract/shop/inquiries.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Slice } from "../../slice.ts";

/** An inquiry with its personal data. */
export type StoredInquiry = Inquiry & Record<"name" | "contact" | "message", string>;

/** Filters of the list of inquiries. */
export interface InquiryFilter {
  readonly petId?: bigint | undefined;
  readonly state?: Inquiry["state"] | undefined;
}

export interface Inquiries {
  /**
   * Counts an inquiry of a day (YYYY-MM-DD); returns false if there are `max` already. Never counted down, even if the inquiry is deleted.
   */
  countForDay(day: string, max: number): Promise<boolean>;
  /** Stores an inquiry and returns it with a new positive id. */
  insert(inquiry: Omit<StoredInquiry, "id">): Promise<StoredInquiry>;
  /** Returns the inquiry with this id, or undefined. */
  find(id: bigint): MaybePromise<StoredInquiry | undefined>;
  /** Lists the inquiries that match every given filter. */
  list(filter: InquiryFilter, slice: Slice): MaybePromise<readonly StoredInquiry[]>;
  /** Replaces an inquiry, as its change at a time, if it is still exactly as expected; returns whether it was. */
  replace(expected: StoredInquiry, inquiry: StoredInquiry, at: number): Promise<boolean>;
  /** Removes an inquiry; returns it as it was then, or undefined. */
  delete(id: bigint): Promise<StoredInquiry | undefined>;
  /**
   * Deletes at most `limit` inquiries that were last changed before a time, and the counts of earlier days; returns how many inquiries. One
   * changed after `now`, by a wrong clock, counts as changed now.
   */
  purge(keptSince: number, limit: number, now: number): Promise<number>;
}
