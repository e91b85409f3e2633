/*
 * Lists of pets, each combination of filters by an index, however many pets there are (decision 012). Lists by status and
 * category are in the order of pets_by_status (status, id) and pets_by_category (category_id, status, id). Names and words are
 * looked up, when few pets have them, by pet_words_by_words (words, pet_id); otherwise pet_words_by_letter and
 * pet_words_by_initials (the first one or three characters, pet_id, and what else a filter needs) are walked in the order of the list.
 * Tags, references and microchips have the indexes that pet-marks.ts names.
 */
import type { PetStatus } from "../../contract/pets.ts";
import { startOf } from "../../core/name-words.ts";
import type { PetFilter } from "../../core/ports.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { hasWord, initialsOf, isFoundBy, isNamed, startsWith } from "./name-conditions.ts";
import { hasMark, marksOf, walkMark } from "./pet-marks.ts";
import {
  allOf,
  atMost,
  byIndex,
  endsAt,
  type FoundRows,
  inOrder,
  isOne,
  known,
  type PetSlice,
  startsAfter,
} from "./slice.ts";

const STATUSES: readonly PetStatus[] = ["available", "pending", "sold"];

/** What fewer pets have is looked up and then sorted; what more pets have is found soon in the order of id. */
const RARE_MAX = 256;

/** Entries that are walked past for one page, at most. What was found up to there is the page. */
const WALKED = 250;

const PET_ID = fragment`pet_id`;

/** Lists the pets that match every given filter. */
export async function listPets(sql: Sql, filter: PetFilter, slice: PetSlice): Promise<FoundRows> {
  const { name, words = [], ids } = filter;
  if (ids !== undefined) return { rows: await listByIds(sql, ids, filter, slice) };
  const marks = marksOf(filter);
  if (name === undefined && words.length === 0 && marks.length === 0) {
    return { rows: await listByStatus(sql, filter, slice) };
  }
  const found = lookups(filter);
  const entries = entriesOf(filter, slice);
  const { isCommon, end } = await takeSteps(sql, found, entries);
  const rare = found.find((_, nth) => !isCommon.has(nth));
  if (rare !== undefined) return { rows: await listRare(sql, rare, slice) };
  if (entries !== undefined) return walk(sql, filter, slice, entries, end);
  const [mark, ...others] = marks;
  return mark === undefined ? { rows: [] } : walkMark(sql, mark, matches(filter, others), slice);
}

/** Lists pets by their status and category, exactly in the order of an index. */
function listByStatus(sql: Sql, { status, categoryId }: PetFilter, slice: PetSlice): Promise<readonly Row[]> {
  const after = startsAfter(slice);
  if (categoryId === undefined) {
    return status === undefined
      ? sql`select ${slice.view.list} from pets where ${after} ${inOrder(slice)}`
      : sql`
          select ${slice.view.list} from pets where ${isOne(fragment`status`, status)} and ${after}
          ${byIndex(fragment`status`, slice)} ${atMost(slice.limit)}`;
  }
  const ofCategory = (columns: Fragment, one: PetStatus) => fragment`
    select ${columns} from pets where ${isOne(fragment`category_id`, categoryId)} and status = ${known(one)} and ${after}
    ${byIndex(fragment`category_id`, slice)} ${atMost(slice.limit)}`;
  if (status !== undefined) return sql`${ofCategory(slice.view.list, status)}`;
  // The lists of each status are merged, and only those pets are read that are on the page.
  const merged = STATUSES.map((one) => fragment`select pet_id from (${ofCategory(fragment`id as pet_id`, one)}) one`);
  return listFound(sql, fragment`select pet_id from (${unionOf(merged)}) every ${inOrder(slice, PET_ID)}`, slice);
}

function unionOf([first, ...more]: readonly Fragment[]): Fragment {
  return more.reduce((all, next) => fragment`${all} union all ${next}`, first ?? fragment``);
}

/** Lists those that match of the pets whose ids a query finds, in its order. The cross join keeps the engines from reading pets first. */
function listFound(
  sql: Sql,
  found: Fragment,
  slice: PetSlice,
  conditions: readonly Fragment[] = [],
): Promise<readonly Row[]> {
  const matching = allOf([fragment`pets.id = found.pet_id`, ...conditions]);
  return sql`
    select ${slice.view.list} from (${found}) found cross join pets where ${matching} ${inOrder(slice, PET_ID)}`;
}

/** Lists those of some pets that match. */
async function listByIds(
  sql: Sql,
  ids: readonly bigint[],
  filter: PetFilter,
  slice: PetSlice,
): Promise<readonly Row[]> {
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
  ];
}

/** How pets are looked up by one of the filters. */
interface Lookup {
  /** The rows that match it, in the order of an index. */
  readonly rows: Fragment;
  /** The conditions on them that are known there. */
  readonly ofRows: readonly Fragment[];
  /** The conditions on the pets. */
  readonly ofPets: readonly Fragment[];
}

/** How pets are looked up, by what the fewest of them have first. */
function lookups(filter: PetFilter): readonly Lookup[] {
  const { status, categoryId } = filter;
  const marks = marksOf(filter);
  const byMarks = marks.map((mark): Lookup => {
    const { table, column, value } = mark;
    const rows = fragment`select pet_id from ${table} where ${isOne(column, value)} order by ${column}, pet_id`;
    const others = marks.filter((other) => other !== mark);
    return { rows, ofRows: [], ofPets: matches(filter, others) };
  });
  const byStarts = searched(filter).map((start): Lookup => {
    const rows = fragment`
      select pet_id, words from pet_words where ${startsWith(fragment`words`, start)} order by words, pet_id`;
    return { rows, ofRows: wordsOfEntry(filter, start), ofPets: matches({ ...filter, words: [] }) };
  });
  const found = [...byMarks, ...byStarts];
  if (categoryId === undefined) return found;
  const ofStatus = status === undefined ? fragment`` : fragment`and status = ${known(status)}`;
  const ofCategory = fragment`
    select id as pet_id from pets where ${isOne(fragment`category_id`, categoryId)} ${ofStatus}
    order by category_id, status, id`;
  return [...found, { rows: ofCategory, ofRows: [], ofPets: matches(filter) }];
}

/** What the entries of the pets start with that match: one for each word, and one for the name. */
function searched({ name, words = [] }: PetFilter): readonly string[] {
  return name === undefined ? words : [startOf(name), ...words];
}

/** What one statement tells of all lookups, and of a walk. */
interface Steps {
  /** The numbers of the lookups by which more than few pets are found. */
  readonly isCommon: ReadonlySet<number>;
  /** The last pet that the walk comes to, if there are more after it. */
  readonly end: bigint | undefined;
}

/** The number of the walk among the lookups. */
const WALK = -1;

/** Steps over so many rows of each lookup, and of a walk. Only entries of indexes are read, and none of their values. */
async function takeSteps(sql: Sql, lookups: readonly Lookup[], entries: Entries | undefined): Promise<Steps> {
  const after = (nth: number, rows: Fragment, steps: number) =>
    fragment`select cast(${nth} as integer) as nth, pet_id from (${rows} limit 1 offset ${steps}) place`;
  const places = lookups.map(({ rows }, nth) => after(nth, rows, RARE_MAX));
  if (entries !== undefined) {
    const { where, order } = entries;
    places.push(after(WALK, fragment`select pet_id from pet_words where ${where} ${order}`, WALKED));
  }
  const found = await sql<{ nth: bigint | number; pet_id: bigint }>`${unionOf(places)}`;
  const ends = new Map(found.map(({ nth, pet_id }) => [Number(nth), pet_id]));
  return { isCommon: new Set(ends.keys()), end: ends.get(WALK) };
}

/** Lists the pets that are found by a lookup: twice as many as are few, for those that were added since. */
function listRare(sql: Sql, { rows, ofRows, ofPets }: Lookup, slice: PetSlice): Promise<readonly Row[]> {
  const conditions = allOf([...ofRows, startsAfter(slice, PET_ID)]);
  const limit = ofPets.length === 0 ? slice.limit : 2 * RARE_MAX;
  const found = fragment`
    select pet_id from (${rows} ${atMost(2 * RARE_MAX)}) matching where ${conditions}
    ${inOrder({ ...slice, limit }, PET_ID)}`;
  return listFound(sql, found, slice, ofPets);
}

/** The entries of `pet_words` that begin as the longest of the words does, in the order of id. */
interface Entries {
  readonly start: string;
  readonly where: Fragment;
  readonly order: Fragment;
}

function entriesOf(filter: PetFilter, slice: PetSlice): Entries | undefined {
  const starts = searched(filter);
  if (starts.length === 0) return undefined;
  const start = starts.reduce((longest, one) => (one.length > longest.length ? one : longest));
  const { key, initials } = initialsOf(start);
  const where = allOf([isOne(key, initials), startsAfter(slice, PET_ID)]);
  return { start, where, order: byIndex(key, slice, PET_ID) };
}

/** Walks the entries up to the end, and finds the pets that match. */
async function walk(
  sql: Sql,
  filter: PetFilter,
  slice: PetSlice,
  { start, where, order }: Entries,
  end: bigint | undefined,
): Promise<FoundRows> {
  const conditions = allOf([
    where,
    ...(end === undefined ? [] : [endsAt(slice, fragment`${end}`, PET_ID)]),
    startsWith(fragment`words`, start),
    ...ofEntry(filter, start),
    ...(filter.name === undefined ? [] : [isNamed(filter.name)]),
    ...marksOf(filter).map((mark) => hasMark(fragment`pet_words.pet_id`, mark)),
  ]);
  const rows = await sql`
    select ${slice.view.joined}
    from pet_words join pets on pets.id = pet_words.pet_id
    where ${conditions} ${order} ${atMost(slice.limit)}`;
  return { rows, searchedTo: rows.length === slice.limit ? undefined : end };
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
