/*
 * Lists of pets, each combination of filters by an index, however many pets there are (decision 012). Lists by status and
 * category are in the order of pets_by_status (status, id) and pets_by_category (category_id, status, id). Names and words are
 * looked up, when few pets have them, by pets_by_name (the first characters of name_key, id) and pet_words_by_word (word,
 * pet_id); otherwise pet_words_by_letter and pet_words_by_initials (the first one or three characters of a word, pet_id, and what
 * else a filter needs) are walked in the order of the list.
 */
import type { PetStatus } from "../../contract/pets.ts";
import { fold, startOf } from "../../core/name-words.ts";
import type { PetFilter } from "../../core/ports.ts";
import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { PET } from "../tables.ts";
import { hasWord, initialsOf, isFirst, isNamed, isNamedAbout, startsWith } from "./name-conditions.ts";
import { allOf, atMost, endsAt, ID, inOrder, startsAfter } from "./slice.ts";

const STATUSES: readonly PetStatus[] = ["available", "pending", "sold"];

/** What fewer pets have is looked up and then sorted; what more pets have is found soon in the order of id. */
const RARE_MAX = 256;

/** Words that are walked past for one page, at first and at most. It has what was found up to there: filters may exclude each other. */
const WALKED_FIRST = 1000;
const WALKED_MAX = 10_000;

const PET_ID = fragment`pet_words.pet_id`;

/** The pets that were found, and if the search stopped before it had read everything, the id up to which it did. */
export interface FoundRows {
  readonly rows: readonly Row[];
  readonly searchedTo?: bigint | undefined;
}

/** Lists the pets that match every given filter. */
export async function listPets(sql: Sql, filter: PetFilter, slice: Slice): Promise<FoundRows> {
  const { name, words = [], ids } = filter;
  if (ids !== undefined) return { rows: await listByIds(sql, ids, filter, slice) };
  if (name === undefined && words.length === 0) return { rows: await listByStatus(sql, filter, slice) };
  for (const matching of lookups(filter)) {
    const rare = await idsIfRare(sql, matching);
    if (rare !== undefined) return { rows: await listByIds(sql, rare, filter, slice) };
  }
  return walk(sql, filter, slice);
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
function matches({ status, categoryId, name, words = [] }: PetFilter): readonly Fragment[] {
  return [
    ...(status === undefined ? [] : [fragment`status = ${status}`]),
    // Not "=", with which SQLite would take the index of categories and sort.
    ...(categoryId === undefined ? [] : [fragment`category_id between ${categoryId} and ${categoryId}`]),
    ...(name === undefined ? [] : [isNamed(name)]),
    ...words.map((word) => hasWord(fragment`pets.id`, word)),
  ];
}

/** For each filter, the ids of the pets that match it, as a query of so many of them. */
function lookups({ status, categoryId, name, words = [] }: PetFilter): ((limit: number) => Fragment)[] {
  const ofStatus = status === undefined ? fragment`` : fragment`and status = ${status}`;
  return [
    ...words.map((word) => (limit: number) => {
      return fragment`select pet_id as id from pet_words where ${startsWith(fragment`word`, word)} order by word, pet_id ${atMost(limit)}`;
    }),
    ...(name === undefined
      ? []
      : [
          // In the order of the index: otherwise PostgreSQL may scan the table for frequent names.
          (limit: number) => fragment`
        select id from pets where ${isNamedAbout(name)} order by substr(name_key, 1, 64), id ${atMost(limit)}`,
        ]),
    ...(categoryId === undefined
      ? []
      : [
          (limit: number) => fragment`
        select id from pets where ${isOne(fragment`category_id`, categoryId)} ${ofStatus}
        order by category_id, status, id ${atMost(limit)}`,
        ]),
  ];
}

/** The ids that match, unless they are many. Ids are read only then: a count takes a fraction of the time. */
async function idsIfRare(sql: Sql, matching: (limit: number) => Fragment): Promise<readonly bigint[] | undefined> {
  const [row] = await sql<{ count: bigint | number }>`
    select count(*) as count from (${matching(RARE_MAX + 1)}) found`;
  const count = Number(row?.count ?? 0);
  if (count > RARE_MAX) return undefined;
  if (count === 0) return [];
  // Twice as many, for those that were added since the count.
  const rows = await sql<{ id: bigint }>`${matching(2 * RARE_MAX)}`;
  return rows.map(({ id }) => id);
}

/** Walks the pets that have the longest of the words, in the order of id. */
async function walk(sql: Sql, filter: PetFilter, slice: Slice): Promise<FoundRows> {
  const { status, categoryId, name, words = [] } = filter;
  const start = name === undefined ? "" : startOf(fold(name));
  const walked = [start, ...words].reduce((longest, word) => (word.length > longest.length ? word : longest));
  if (walked === "") return { rows: await listUnfolded(sql, filter, slice) };
  const { key, initials } = initialsOf(walked);
  const others = words.filter((word) => word !== walked);
  const where = allOf([isOne(key, initials), startsAfter(slice, PET_ID)]);
  const order = byIndex(key, slice, PET_ID);
  const conditions = allOf([
    where,
    startsWith(fragment`word`, walked),
    walked === start ? fragment`nth = 0` : isFirst(walked),
    ...(status === undefined ? [] : [fragment`pet_words.status = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`pet_words.category_id = ${categoryId}`]),
    ...others.map((word) => hasWord(PET_ID, word)),
    ...(name === undefined ? [] : [isNamed(name)]),
  ]);
  // Most pages are full soon. To look for a second word takes longer than to pass over another status.
  for (let steps = WALKED_FIRST; ; steps = WALKED_MAX) {
    const [last] = await sql<{ pet_id: bigint }>`
      select pet_id from pet_words where ${where} ${order} limit 1 offset ${steps}`;
    const end = last?.pet_id;
    const rows = await sql`
      select pets.id as id, name, pets.category_id as category_id, pets.status as status
      from pet_words join pets on pets.id = pet_words.pet_id
      where ${end === undefined ? conditions : allOf([conditions, endsAt(slice, end, PET_ID)])}
      ${order} ${atMost(slice.limit)}`;
    if (rows.length === slice.limit || end === undefined) return { rows };
    if (steps === WALKED_MAX || others.length > 0) return { rows, searchedTo: end };
  }
}

/** Lists pets whose name starts with nothing but an accent, of which no word knows: there are next to none. */
function listUnfolded(sql: Sql, filter: PetFilter, slice: Slice): Promise<readonly Row[]> {
  const conditions = allOf([startsAfter(slice), ...matches(filter)]);
  return sql`select ${PET.list} from pets where ${conditions} ${inOrder(slice)}`;
}

/**
 * The condition that a column has one value, and the order of its index. With "= x", PostgreSQL knows that the order is that of
 * id and may scan the primary key instead, past everything that does not match.
 */
function isOne(column: Fragment, value: string | bigint): Fragment {
  return fragment`${column} in (${[value, value]})`;
}

function byIndex(column: Fragment, { order }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`order by ${column} desc, ${id} desc` : fragment`order by ${column}, ${id}`;
}
