/*
 * Lists of pets, each combination of filters by an index, however many pets there are (decision 012). Lists by status and
 * category are in the order of pets_by_status (status, id) and pets_by_category (category_id, status, id). Names and words are
 * looked up, when few pets have them, by pet_words_by_words (words, pet_id); otherwise pet_words_by_letter and
 * pet_words_by_initials (the first one or three characters, pet_id, and what else a filter needs) are walked in the order of the list.
 * Tags, references and microchips have the indexes that pet-marks.ts names, sorted lists those of sorted-pets.ts.
 */

import { petStatuses } from "../../contract/pet-status.ts";
import { after, type Eventual } from "../../core/after.ts";
import type { PetFilter } from "../../core/ports.ts";
import { startOf } from "../../core/shop/name-words.ts";
import type { Found } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { FOUND_ID, type Lookup, listFound, listRare, RARE_MAX, takeSteps, unionOf } from "./lookups.ts";
import { hasWord, initialsOf, isFoundBy, isNamed, startsWith } from "./name-conditions.ts";
import { hasDetails } from "./pet-details.ts";
import { hasMark, marksOf, walkMark } from "./pet-marks.ts";
import { allOf, atMost, byIndex, endsAt, inOrder, isOne, known, startsAfter, type TableSlice } from "./slice.ts";
import {
  idsOfRare,
  isSorted,
  listFewSorted,
  requireArrivals,
  type SortedSlice,
  sortedIds,
  walkPets,
} from "./sorted-pets.ts";

/** The most entries that are read for one page. A page may end there before it is full. */
const WALKED = 250;

const PET_ID = fragment`pet_id`;

/** Lists the pets that match every given filter. */
export function listPets(sql: Sql, filter: PetFilter, slice: TableSlice): Eventual<Found<Row>> {
  const { name, words = [], ids } = filter;
  if (isSorted(slice)) return searchList(sql, filter, slice);
  if (ids !== undefined) return after(listByIds(sql, ids, filter, slice), (items) => ({ items }));
  if (hasDetails(filter).length > 0) return searchList(sql, filter, slice);
  if (name !== undefined || words.length > 0 || marksOf(filter).length > 0) return search(sql, filter, slice);
  return after(listByStatus(sql, filter, slice), (items) => ({ items }));
}

/** Lists the pets that match a name, words or marks. */
async function search(sql: Sql, filter: PetFilter, slice: TableSlice): Promise<Found<Row>> {
  const marks = marksOf(filter);
  const found = lookups(filter);
  const entries = entriesOf(filter, slice);
  const walked = entries === undefined ? [] : [{ rows: idsOf(entries), steps: WALKED }];
  const ends = await takeSteps(sql, [...found.map(({ rows }) => ({ rows, steps: RARE_MAX })), ...walked]);
  const rare = found.find((_, nth) => ends[nth] === undefined);
  if (rare !== undefined) return { items: await listRare(sql, rare, slice) };
  if (entries !== undefined) return walk(sql, filter, slice, entries, ends[found.length]);
  const [mark, ...others] = marks;
  return mark === undefined ? { items: [] } : walkMark(sql, mark, matches(filter, others), slice);
}

/** Lists pets in another order than that of the id, or with details that have no index: few by a lookup, others by a walk of the list. */
async function searchList(sql: Sql, filter: PetFilter, slice: TableSlice): Promise<Found<Row>> {
  const { status, categoryId, ids, arrivedBefore } = filter;
  if (arrivedBefore !== undefined || slice.sort?.by === "arrivedOn") await requireArrivals(sql);
  if (isSorted(slice) && ids !== undefined) {
    if (ids.length === 0) return { items: [] };
    return listFewSorted(sql, fragment`select id as found_id from pets where id in (${ids})`, matches(filter), slice);
  }
  const found = lookups(filter);
  const ends = await takeSteps(
    sql,
    found.map(({ rows }) => ({ rows, steps: RARE_MAX })),
  );
  const rare = found.find((_, nth) => ends[nth] === undefined);
  if (isSorted(slice)) {
    if (rare !== undefined) return listFewSorted(sql, idsOfRare(rare), rare.ofListed, slice);
    const walked = (from: TableSlice, steps: number) => sortedIds(status, from as SortedSlice, steps);
    return walkPets(sql, walked, matches({ ...filter, status: undefined }), slice);
  }
  if (rare !== undefined) return { items: await listRare(sql, rare, slice) };
  const walked = (from: TableSlice, limit: number) => idsByStatus({ status, categoryId }, { ...from, limit });
  return walkPets(sql, walked, matches({ ...filter, status: undefined, categoryId: undefined }), slice);
}

/** Lists pets by their status and category, exactly in the order of an index. */
function listByStatus(sql: Sql, filter: PetFilter, slice: TableSlice): Eventual<readonly Row[]> {
  // The lists of each status are merged, and only those pets are read that are on the page.
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
function listByIds(sql: Sql, ids: readonly bigint[], filter: PetFilter, slice: TableSlice): Eventual<readonly Row[]> {
  // Not every engine accepts an empty `in ()`.
  if (ids.length === 0) return [];
  const conditions = allOf([fragment`id in (${ids})`, startsAfter(slice), ...matches(filter)]);
  return sql`select ${slice.view.list} from pets where ${conditions} ${inOrder(slice)}`;
}

/** The conditions of a filter, for pets that are found by something else. */
function matches(filter: PetFilter, marks = marksOf(filter)): readonly Fragment[] {
  const { status, categoryId, name, words = [] } = filter;
  return [
    // Not the columns alone, with which an engine would take the index of all pets that have this.
    ...(status === undefined ? [] : [fragment`status || '' = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`+category_id = ${known(categoryId)}`]),
    ...(name === undefined ? [] : [isNamed(name)]),
    ...words.map((word) => hasWord(fragment`pets.id`, word)),
    ...marks.map((mark) => hasMark(fragment`pets.id`, mark)),
    ...hasDetails(filter),
  ];
}

/** The lookups of a filter, the most selective first. */
function lookups(filter: PetFilter): readonly Lookup[] {
  const { status, categoryId } = filter;
  const marks = marksOf(filter);
  const byMarks = marks.map((mark): Lookup => {
    const { table, column, value } = mark;
    const rows = fragment`select pet_id as found_id from ${table} where ${isOne(column, value)} order by ${column}, pet_id`;
    const others = marks.filter((other) => other !== mark);
    return { rows, ofRows: [], ofListed: matches(filter, others) };
  });
  const byStarts = searched(filter).map((start): Lookup => {
    const rows = fragment`
      select pet_id as found_id, words from pet_words where ${startsWith(fragment`words`, start)} order by words, pet_id`;
    return { rows, ofRows: wordsOfEntry(filter, start), ofListed: matches({ ...filter, words: [] }) };
  });
  const found = [...byMarks, ...byStarts];
  if (categoryId === undefined) return found;
  const ofStatus = status === undefined ? fragment`` : fragment`and status = ${known(status)}`;
  const ofCategory = fragment`
    select id as found_id from pets where ${isOne(fragment`category_id`, categoryId)} ${ofStatus}
    order by category_id, status, id`;
  return [...found, { rows: ofCategory, ofRows: [], ofListed: matches(filter) }];
}

/** The starts of entries to look for: one for each word, and one for the name. */
function searched({ name, words = [] }: PetFilter): readonly string[] {
  return name === undefined ? words : [startOf(name), ...words];
}

/** The entries of `pet_words` with the first characters of the longest word, in the order of id. */
interface Entries {
  readonly start: string;
  readonly where: Fragment;
  readonly order: Fragment;
}

function entriesOf(filter: PetFilter, slice: TableSlice): Entries | undefined {
  const starts = searched(filter);
  if (starts.length === 0) return undefined;
  const start = starts.reduce((longest, one) => (one.length > longest.length ? one : longest));
  const { key, initials } = initialsOf(start);
  const where = allOf([isOne(key, initials), startsAfter(slice, PET_ID)]);
  return { start, where, order: byIndex(key, slice, PET_ID) };
}

function idsOf({ where, order }: Entries): Fragment {
  return fragment`select pet_id as found_id from pet_words where ${where} ${order}`;
}

/** Walks the entries up to the end, and finds the pets that match. */
async function walk(
  sql: Sql,
  filter: PetFilter,
  slice: TableSlice,
  { start, where, order }: Entries,
  end: bigint | undefined,
): Promise<Found<Row>> {
  const conditions = allOf([
    where,
    ...(end === undefined ? [] : [endsAt(slice, end, PET_ID)]),
    startsWith(fragment`words`, start),
    ...ofEntry(filter, start),
    ...(filter.name === undefined ? [] : [isNamed(filter.name)]),
    ...marksOf(filter).map((mark) => hasMark(fragment`pet_words.pet_id`, mark)),
  ]);
  const rows = await sql`
    select ${slice.view.joined}
    from pet_words join pets on pets.id = pet_words.pet_id
    where ${conditions} ${order} ${atMost(slice.limit)}`;
  return { items: rows, searchedTo: rows.length === slice.limit ? undefined : end };
}

/** The conditions of a filter on an entry of `pet_words` that starts as one of its words, or as its name. */
function ofEntry(filter: PetFilter, start: string): readonly Fragment[] {
  const { status, categoryId } = filter;
  return [
    ...(status === undefined ? [] : [fragment`pet_words.status = ${known(status)}`]),
    ...(categoryId === undefined ? [] : [fragment`pet_words.category_id = ${known(categoryId)}`]),
    // Last what takes longest: most entries fail before.
    ...wordsOfEntry(filter, start),
  ];
}

/** The conditions on its words. */
function wordsOfEntry({ name, words = [] }: PetFilter, start: string): readonly Fragment[] {
  const startOfName = name === undefined ? "" : startOf(name);
  const others = [...words, ...(/[^, ]+/.exec(startOfName) ?? [])].filter((word) => word !== start);
  return [
    ...others.map((word) => fragment`' ' || words like ${known(`% ${word}%`)}`),
    isFoundBy(start, start === startOfName),
  ];
}
