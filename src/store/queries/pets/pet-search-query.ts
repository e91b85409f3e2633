/*
 * Lists of pets, bounded for any number of pets: each combination of filters has an index (decision 012). Lists by status and category are
 * in the order of pets_by_status (status, id) and pets_by_category (category_id, status, id). The indexes of names and words are in
 * term-search.ts and entry-search.ts, those of tags, references and microchips in profile-filters.ts, those of sorted lists in
 * sorted-pets.ts.
 */

import { petStatuses } from "../../../contract/pets/pet-status.ts";
import { chain, type MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import type { PetFilter } from "../../../core/ports.ts";
import type { Found } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { FOUND_ID, idsAfter, type Lookup, listFound, listRare, stepsOf, takeSteps, unionOf } from "../lookups.ts";
import { allOf, atMost, byIndex, inOrder, isOne, known, startsAfter, type TableSlice } from "../table-slice.ts";
import { isNamed } from "../words/name-conditions.ts";
import type { WordSearch } from "../words/word-search.ts";
import { petsWithCareDue } from "./care-queries.ts";
import { hasDetails } from "./detail-filters.ts";
import { matchesFilter, profileFilters, walkFilter } from "./profile-filters.ts";
import { idsOfRare, isSorted, listFewSorted, type SortedSlice, sortedIds, walkPets } from "./sorted-pets.ts";

/** The most entries that are read for one page. A page may end there before it is full. */
const WALKED = 250;

/** The most due entries of care to look up: they are in no order that a walk of pets could follow. */
const DUE_MAX = 10_000;

/** Whether a filter needs an index of words. */
export function hasWords({ name, words = [] }: PetFilter): boolean {
  return name !== undefined || words.length > 0;
}

/** Lists the pets that match every given filter. */
export function listPets(sql: Sql, index: WordSearch, filter: PetFilter, slice: TableSlice): MaybePromise<Found<Row>> {
  const { ids } = filter;
  const search = { sql, index };
  if (isSorted(slice)) return searchList(search, filter, slice);
  if (ids !== undefined) return chain(listByIds(search, ids, filter, slice), (items) => ({ items }));
  if (hasDetails(filter).length > 0) return searchList(search, filter, slice);
  if (hasWords(filter) || profileFilters(filter).length > 0) return searchIndexes(search, filter, slice);
  return chain(listByStatus(sql, filter, slice), (items) => ({ items }));
}

/** A connection, and its search for words. */
interface Search {
  readonly sql: Sql;
  readonly index: WordSearch;
}

/** Lists the pets that match a name, words or profile filters. */
async function searchIndexes(search: Search, filter: PetFilter, slice: TableSlice): Promise<Found<Row>> {
  const { sql, index } = search;
  const marks = profileFilters(filter);
  const found = lookups(index, filter);
  const entries = index.entries(filter, slice);
  const walked = entries === undefined ? [] : [{ rows: entries.ids, steps: WALKED }];
  const ends = await takeSteps(sql, [...found.map(stepsOf), ...walked]);
  const rare = found.find((_, nth) => ends[nth] === undefined);
  if (rare !== undefined) return { items: await listRare(sql, rare, slice) };
  if (entries !== undefined) {
    const end = ends[found.length];
    const items = await sql`${entries.list(end, matches(index, filter))}`;
    return { items, searchedTo: items.length === slice.limit ? undefined : end };
  }
  const [mark, ...others] = marks;
  if (mark !== undefined) return walkFilter(sql, mark, matches(index, filter, others), slice);
  return walkList(search, filter, slice);
}

/** Lists pets in another order than by id, or with details without an index: few by a lookup, others by walking the list. */
async function searchList(search: Search, filter: PetFilter, slice: TableSlice): Promise<Found<Row>> {
  const { sql, index } = search;
  const { status, ids } = filter;
  if (isSorted(slice) && ids !== undefined) {
    if (ids.length === 0) return { items: [] };
    return listFewSorted(
      sql,
      fragment`select id as found_id from pets where id in (${ids})`,
      matches(index, filter),
      slice,
    );
  }
  const found = lookups(index, filter);
  const ends = await takeSteps(sql, found.map(stepsOf));
  const rare = found.find((_, nth) => ends[nth] === undefined);
  if (isSorted(slice)) {
    if (rare !== undefined) return listFewSorted(sql, idsOfRare(rare), rare.ofListed, slice);
    const walked = (from: TableSlice, steps: number) => sortedIds(status, from as SortedSlice, steps);
    return walkPets(sql, walked, matches(index, { ...filter, status: undefined }), slice);
  }
  if (rare === undefined) return walkList(search, filter, slice);
  if (rare.most === undefined) return { items: await listRare(sql, rare, slice) };
  // These may be thousands: a page reads the pets that it passes, and no more.
  return walkPets(sql, (from, steps) => idsAfter(rare, { ...from, limit: steps }), rare.ofListed, slice);
}

/** Walks the list by status and category. */
function walkList({ sql, index }: Search, filter: PetFilter, slice: TableSlice): Promise<Found<Row>> {
  const { status, categoryId } = filter;
  const walked = (from: TableSlice, limit: number) => idsByStatus({ status, categoryId }, { ...from, limit });
  return walkPets(sql, walked, matches(index, { ...filter, status: undefined, categoryId: undefined }), slice);
}

/** Lists pets by their status and category, exactly in the order of an index. */
function listByStatus(sql: Sql, filter: PetFilter, slice: TableSlice): MaybePromise<readonly Row[]> {
  // Merges the lists of each status, and reads only the pets on the page.
  return isMerged(filter)
    ? listFound(sql, idsByStatus(filter, slice), slice)
    : sql`${byStatus(slice.view.list, filter, slice)}`;
}

/** The ids of such a list, as `found_id`. */
function idsByStatus(filter: PetFilter, slice: TableSlice): Fragment {
  if (!isMerged(filter)) return byStatus(IDS, filter, slice);
  const merged = petStatuses.map(
    (status) => fragment`select found_id from (${byStatus(IDS, { ...filter, status }, slice)}) one`,
  );
  return fragment`select found_id from (${unionOf(merged)}) every ${inOrder(slice, FOUND_ID)}`;
}

const IDS = fragment`id as found_id`;

/** Whether the index has a list for each status. */
function isMerged({ status, categoryId }: PetFilter): boolean {
  return categoryId !== undefined && status === undefined;
}

function byStatus(columns: Fragment, { status, categoryId }: PetFilter, slice: TableSlice): Fragment {
  const isAfter = startsAfter(slice);
  if (status === undefined) return fragment`select ${columns} from pets where ${isAfter} ${inOrder(slice)}`;
  return categoryId === undefined
    ? fragment`
        select ${columns} from pets where ${isOne(fragment`status`, status)} and ${isAfter}
        ${byIndex(fragment`status`, slice)} ${atMost(slice.limit)}`
    : fragment`
        select ${columns} from pets
        where ${isOne(fragment`category_id`, categoryId)} and status = ${known(status)} and ${isAfter}
        ${byIndex(fragment`category_id`, slice)} ${atMost(slice.limit)}`;
}

/** Lists the pets with these ids that match. */
function listByIds(
  { sql, index }: Search,
  ids: readonly bigint[],
  filter: PetFilter,
  slice: TableSlice,
): MaybePromise<readonly Row[]> {
  // Not every engine accepts an empty `in ()`.
  if (ids.length === 0) return [];
  const conditions = allOf([fragment`id in (${ids})`, startsAfter(slice), ...matches(index, filter)]);
  return sql`select ${slice.view.list} from pets where ${conditions} ${inOrder(slice)}`;
}

/** The conditions of a filter on pets found otherwise. */
function matches(index: WordSearch, filter: PetFilter, marks = profileFilters(filter)): readonly Fragment[] {
  const { status, categoryId, name, words = [] } = filter;
  return [
    // As expressions: for plain columns an engine would use the index of all pets with this value.
    ...(status === undefined ? [] : [fragment`status || '' = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`+category_id = ${known(categoryId)}`]),
    ...(name === undefined ? [] : [isNamed(name)]),
    ...words.map((word) => index.has(fragment`pets.id`, word)),
    ...marks.map((mark) => matchesFilter(fragment`pets.id`, mark)),
    ...hasDetails(filter),
  ];
}

/** The lookups of a filter, the most selective first. */
function lookups(index: WordSearch, filter: PetFilter): readonly Lookup[] {
  const { status, categoryId, careDue, today = "" } = filter;
  const marks = profileFilters(filter);
  const byMarks = marks.map((mark): Lookup => {
    const { table, column, value } = mark;
    const rows = fragment`select pet_id as found_id from ${table} where ${isOne(column, value)} order by ${column}, pet_id`;
    const others = marks.filter((other) => other !== mark);
    return { rows, ofRows: [], ofListed: matches(index, filter, others) };
  });
  const byWords = index
    .lookups(filter)
    .map(({ rows, ofRows, left }): Lookup => ({ rows, ofRows, ofListed: matches(index, left) }));
  const byCare: readonly Lookup[] = careDue
    ? [
        {
          rows: petsWithCareDue(today),
          ofRows: [],
          ofListed: matches(index, { ...filter, careDue: undefined }),
          most: DUE_MAX,
          isRepeated: true,
        },
      ]
    : [];
  const found = [...byMarks, ...byWords, ...byCare];
  if (categoryId === undefined) return found;
  const ofStatus = status === undefined ? fragment`` : fragment`and status = ${known(status)}`;
  const ofCategory = fragment`
    select id as found_id from pets where ${isOne(fragment`category_id`, categoryId)} ${ofStatus}
    order by category_id, status, id`;
  return [...found, { rows: ofCategory, ofRows: [], ofListed: matches(index, filter) }];
}
