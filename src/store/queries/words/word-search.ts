import type { PetFilter } from "../../../core/ports.ts";
import type { Fragment } from "../../engine.ts";
import type { Lookup } from "../lookups.ts";
import type { TableSlice } from "../table-slice.ts";

/** The search for pets by words and by the start of their names. Engines have different indexes of words (decision 012). */
export interface WordSearch {
  /** The condition that a pet has a word. */
  has(petId: Fragment, word: string): Fragment;
  /** The lookups of a filter by its name and its words, the most selective first. */
  lookups(filter: PetFilter): readonly WordLookup[];
  /** The entries of the longest word, in the order of id; undefined for a filter without words. */
  entries(filter: PetFilter, slice: TableSlice): Entries | undefined;
}

/** A lookup of pets by a word or a name. */
export interface WordLookup extends Omit<Lookup, "ofListed"> {
  /** The rest of the filter, to compare with the found pets. */
  readonly left: PetFilter;
}

/** Entries of an index of words in the order of id: the pets of a word, and others that share only its first characters. */
export interface Entries {
  /** The ids of their pets, as `found_id`. */
  readonly ids: Fragment;
  /** The statement that lists the pets of a page, from the entries up to an end; `conditions` are those of the filter on `pets`. */
  list(end: bigint | undefined, conditions: readonly Fragment[]): Fragment;
}

/** The longest of some starts of words or names. */
export function longestOf(starts: readonly string[]): string | undefined {
  return starts.length === 0
    ? undefined
    : starts.reduce((longest, one) => (one.length > longest.length ? one : longest));
}
