/* Parts of lists, for every port to the store. */

/** Where a part of a list starts, its direction, and how many items it has at most. */
export interface Slice {
  readonly after: bigint;
  readonly limit: number;
  /** `asc` if omitted. */
  readonly order?: "asc" | "desc";
}

/** What a search found. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** Where the search stopped before it had found enough: more items may match after this id. */
  readonly searchedTo?: bigint | undefined;
}
