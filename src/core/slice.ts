/* Parts of lists, for every port to the store. */

/** Where a part of a list starts, its direction, and how many items it has at most. */
export interface Slice<By extends string = PetSorting> {
  readonly after: bigint;
  readonly limit: number;
  /** `asc` if omitted. */
  readonly order?: "asc" | "desc";
  /** The sort key, before the id; by default the id alone. */
  readonly sort?: Sorting<By> | undefined;
}

type PetSorting = "name" | "arrivedOn";

/** How a list is sorted. */
export interface Sorting<By extends string = PetSorting> {
  readonly by: By;
  /** The sort key of the item with the id `after`; undefined at the start of the list. */
  readonly after: string | undefined;
}

/** What a search found. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** Where the search stopped early: more items may match after this id. */
  readonly searchedTo?: bigint | undefined;
  /** The sort key there. */
  readonly searchedKey?: string | undefined;
}
