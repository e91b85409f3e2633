/*
 * Lists of pets, each combination of filters by an index, however many pets there are (decision 012). Lists by status and
 * category are in the order of pets_by_status (status, id) and pets_by_category (category_id, status, id). Names and words are
 * looked up, when few pets have them, by pet_words_by_words (words, pet_id); otherwise pet_words_by_letter and
 * pet_words_by_initials (the first one or three characters, pet_id, and what else a filter needs) are walked in the order of the list.
 * Tags, references and microchips have the indexes that pet-marks.ts names.
 */
import { INT64_MAX } from "../../contract/common.ts";
import type { PetStatus } from "../../contract/pets.ts";
import { startOf } from "../../core/name-words.ts";
import type { PetFilter } from "../../core/ports.ts";
import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { PET } from "../tables.ts";
import { hasWord, initialsOf, isFoundBy, isNamed, startsWith } from "./name-conditions.ts";
import { hasMark, marksOf, walkMark } from "./pet-marks.ts";
import { allOf, atMost, byIndex, endsAt, type FoundRows, inOrder, isOne, startsAfter } from "./slice.ts";

const STATUSES: readonly PetStatus[] = ["available", "pending", "sold"];

/** What fewer pets have is looked up and then sorted; what more pets have is found soon in the order of id. */
const RARE_MAX = 256;

/** Entries that are walked past for one page, at most. What was found up to there is the page. */
const WALKED = 500;

const PET_ID = fragment`pet_words.pet_id`;

/** Lists the pets that match every given filter. */
export async function listPets(sql: Sql, filter: PetFilter, slice: Slice): Promise<FoundRows> {
  const { name, words = [], ids } = filter;
  if (ids !== undefined) return { rows: await listByIds(sql, ids, filter, slice) };
  const marks = marksOf(filter);
  if (name === undefined && words.length === 0 && marks.length === 0) {
    return { rows: await listByStatus(sql, filter, slice) };
  }
  for (const { all, matching, isWhole } of lookups(filter)) {
    const ids = await idsIfRare(sql, all, matching);
    if (ids === undefined) continue;
    return { rows: await listByIds(sql, isWhole ? nearest(ids, slice) : ids, filter, slice) };
  }
  const [mark] = marks;
  return mark === undefined ? walk(sql, filter, slice) : walkMark(sql, mark, matches(filter), slice);
}

/** Lists pets by their status and category, exactly in the order of an index. */
function listByStatus(sql: Sql, { status, categoryId }: PetFilter, slice: Slice): Promise<readonly Row[]> {
  if (categoryId !== undefined) {
    const hasCategory = isOne(fragment`category_id`, categoryId);
    const order = byIndex(fragment`category_id`, slice);
    return merged(
      sql,
      (one) => fragment`
        select ${PET.list} from pets
        where ${hasCategory} and status = ${one} and ${startsAfter(slice)} ${order}`,
      status,
      slice,
    );
  }
  return status === undefined
    ? sql`select ${PET.list} from pets where ${startsAfter(slice)} ${inOrder(slice)}`
    : sql`
        select ${PET.list} from pets
        where ${isOne(fragment`status`, status)} and ${startsAfter(slice)}
        ${byIndex(fragment`status`, slice)} ${atMost(slice.limit)}`;
}

/** Merges the lists of each status, or of one. Without a limit whose value it knows, SQLite would read and sort all of a list. */
function merged(
  sql: Sql,
  list: (status: PetStatus) => Fragment,
  status: PetStatus | undefined,
  slice: Slice,
): Promise<readonly Row[]> {
  const lists = (status === undefined ? STATUSES : [status]).map(
    (one) => fragment`select ${PET.list} from (${list(one)} limit ${slice.limit}) one`,
  );
  return sql`select ${PET.list} from (${unionOf(lists)}) every ${inOrder(slice)}`;
}

function unionOf([first, ...more]: readonly Fragment[]): Fragment {
  return more.reduce((all, next) => fragment`${all} union all ${next}`, first ?? fragment``);
}

/** Lists those of some pets that match. */
async function listByIds(sql: Sql, ids: readonly bigint[], filter: PetFilter, slice: Slice): Promise<readonly Row[]> {
  // Not every engine accepts an empty `in ()`.
  if (ids.length === 0) return [];
  const conditions = allOf([fragment`id in (${ids})`, startsAfter(slice), ...matches(filter)]);
  return sql`select ${PET.list} from pets where ${conditions} ${inOrder(slice)}`;
}

/** The conditions of a filter, for pets that are found by something else. */
function matches(filter: PetFilter): readonly Fragment[] {
  const { status, categoryId, name, words = [] } = filter;
  return [
    ...(status === undefined ? [] : [fragment`status = ${status}`]),
    // Not "=", with which SQLite would take the index of categories and sort.
    ...(categoryId === undefined ? [] : [fragment`category_id between ${categoryId} and ${categoryId}`]),
    ...(name === undefined ? [] : [isNamed(name)]),
    ...words.map((word) => hasWord(fragment`pets.id`, word)),
    ...marksOf(filter).map((mark) => hasMark(fragment`pets.id`, mark)),
  ];
}

/** Ids of pets, as a query of so many of them. */
type Ids = (limit: number) => Fragment;

/** How pets are looked up by one of the filters. */
interface Lookup {
  /** Those that match it. */
  readonly all: Ids;
  /** Those of them that match what else is known there. */
  readonly matching: Ids;
  /** Whether nothing else has to match. */
  readonly isWhole: boolean;
}

/** How pets are looked up, by what the fewest of them have first. */
function lookups(filter: PetFilter): readonly Lookup[] {
  const { status, categoryId, name } = filter;
  const byMarks = marksOf(filter).map(({ table, column, value }): Lookup => {
    const all: Ids = (limit) => fragment`
      select pet_id as id from ${table} where ${isOne(column, value)} order by ${column}, pet_id ${atMost(limit)}`;
    return { all, matching: all, isWhole: false };
  });
  const byWords = (start: string) => (conditions: readonly Fragment[]) => (limit: number) =>
    fragment`
    select pet_id as id from pet_words where ${allOf([startsWith(fragment`words`, start), ...conditions])}
    order by words, pet_id ${atMost(limit)}`;
  const isWhole = name === undefined && byMarks.length === 0;
  const byStarts = searched(filter).map((start): Lookup => {
    const by = byWords(start);
    return { all: by([]), matching: by(ofEntry(filter, start)), isWhole };
  });
  const found = [...byMarks, ...byStarts];
  if (categoryId === undefined) return found;
  const ofStatus = status === undefined ? fragment`` : fragment`and status = ${status}`;
  const ofCategory: Ids = (limit) => fragment`
    select id from pets where ${isOne(fragment`category_id`, categoryId)} ${ofStatus}
    order by category_id, status, id ${atMost(limit)}`;
  return [...found, { all: ofCategory, matching: ofCategory, isWhole: false }];
}

/** What the entries of the pets start with that match: one for each word, and one for the name. */
function searched({ name, words = [] }: PetFilter): readonly string[] {
  return name === undefined ? words : [startOf(name), ...words];
}

/** The ids that match, unless those of all are many. Ids are read only then: a count takes a fraction of the time. */
async function idsIfRare(sql: Sql, all: Ids, matching: Ids): Promise<readonly bigint[] | undefined> {
  const [row] = await sql<{ count: bigint | number }>`
    select count(*) as count from (${all(RARE_MAX + 1)}) found`;
  const count = Number(row?.count ?? 0);
  if (count > RARE_MAX) return undefined;
  if (count === 0) return [];
  // Twice as many, for those that were added since the count.
  const rows = await sql<{ id: bigint }>`${matching(2 * RARE_MAX)}`;
  return rows.map(({ id }) => id);
}

/** The first ids of a slice, as many as it has. */
function nearest(ids: readonly bigint[], { after, order, limit }: Slice): readonly bigint[] {
  const sign = order === "desc" ? -1 : 1;
  const rest = ids.filter((id) => (order === "desc" ? id < after : id > after));
  rest.sort((a, b) => (a < b ? -sign : sign));
  return rest.slice(0, limit);
}

/** Walks the pets that have the longest of the words, in the order of id. */
async function walk(sql: Sql, filter: PetFilter, slice: Slice): Promise<FoundRows> {
  const start = searched(filter).reduce((longest, one) => (one.length > longest.length ? one : longest));
  const { key, initials } = initialsOf(start);
  const order = byIndex(key, slice, PET_ID);
  const where = allOf([isOne(key, initials), startsAfter(slice, PET_ID)]);
  const end = fragment`select pet_id from pet_words where ${where} ${order} limit 1 offset ${WALKED}`;
  const last = slice.order === "desc" ? 0n : INT64_MAX;
  const conditions = [
    where,
    endsAt(slice, fragment`coalesce((${end}), ${last})`, PET_ID),
    startsWith(fragment`words`, start),
    ...ofEntry(filter, start),
    ...(filter.name === undefined ? [] : [isNamed(filter.name)]),
  ];
  const rows = await sql`
    select pets.id as id, name, pets.category_id as category_id, pets.status as status
    from pet_words join pets on pets.id = pet_words.pet_id
    where ${allOf(conditions)} ${order} ${atMost(slice.limit)}`;
  if (rows.length === slice.limit) return { rows };
  const [stopped] = await sql<{ pet_id: bigint }>`${end}`;
  return { rows, searchedTo: stopped?.pet_id };
}

/** The conditions of a filter on an entry of `pet_words` that starts as one of its words, or as its name. */
function ofEntry({ status, categoryId, name, words = [] }: PetFilter, start: string): readonly Fragment[] {
  const startOfName = name === undefined ? "" : startOf(name);
  const others = [...words, ...(/[^, ]+/.exec(startOfName) ?? [])].filter((word) => word !== start);
  return [
    ...(status === undefined ? [] : [fragment`pet_words.status = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`pet_words.category_id = ${categoryId}`]),
    // Last what takes longest: most entries fail before.
    ...others.map((word) => fragment`' ' || words like ${`% ${word}%`}`),
    isFoundBy(start, start === startOfName),
  ];
}
