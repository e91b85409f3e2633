/* Parts of lists, for every port to the store. */

/** Where a part of a list starts, its direction, and how many items it has at most. */
export interface Slice<By extends string = PetSorting> {
  readonly after: bigint;
  readonly limit: number;
  /** `asc` if omitted. */
  readonly order?: "asc" | "desc";
  /** What the list is sorted by, and then by the id; the id alone if omitted. */
  readonly sort?: Sorting<By> | undefined;
}

type PetSorting = "name" | "arrivedOn";

/** What a list is sorted by. */
export interface Sorting<By extends string = PetSorting> {
  readonly by: By;
  /** What the item with the id `after` is sorted by; undefined at the start of the list. */
  readonly after: string | undefined;
}

/** What a search found. */
export interface Found<Item> {
  readonly items: readonly Item[];
  /** Where the search stopped before it had found enough: more items may match after this id. */
  readonly searchedTo?: bigint | undefined;
  /** What the list is sorted by there. */
  readonly searchedKey?: string | undefined;
}
