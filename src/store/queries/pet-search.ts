/*
 * Lists of pets, each combination of filters by an index, however many pets there are. Five indexes serve them all:
 * pets_by_status (status, id), pets_by_category (category_id, status, id), pets_by_letter and pets_by_initials (the first one or
 * three characters of name_key, status, id, and what else a filter needs) and pets_by_name (the first characters of name_key, id).
 */
import type { PetStatus } from "../../contract/pets.ts";
import { nameKey } from "../../core/name-key.ts";
import type { PetFilter, Slice } from "../../core/ports.ts";
import { type Fragment, fragment, type Sql } from "../engine.ts";
import type { PetRow } from "./pets.ts";
import { allOf, inOrder, startsAfter } from "./slice.ts";

const STATUSES: readonly PetStatus[] = ["available", "pending", "sold"];

/** Names rarer than this are found by name and then sorted; more frequent ones are found soon in the order of id. */
const RARE_MAX = 256;

/** How much of a name pets_by_name has: the entry of an index must stay small. */
const INDEXED_LENGTH = 64;

/** Lists the pets that match every given filter. */
export async function listPets(sql: Sql, filter: PetFilter, slice: Slice): Promise<readonly PetRow[]> {
  const { status, categoryId, name, ids } = filter;
  // Not every engine accepts an empty `in ()`.
  if (ids?.length === 0) return [];
  const prefix = name === undefined ? undefined : prefixRange(nameKey(name));
  if (ids !== undefined) return listByIds(sql, ids, filter, prefix, slice);

  if (prefix !== undefined) {
    const found = await countByName(sql, prefix);
    if (found === 0) return [];
    if (found <= RARE_MAX) return listByName(sql, filter, prefix, slice);
    const { column, text } = initialsOf(prefix);
    const rest = [
      // Not "=", with which SQLite would take the index of categories and sort.
      ...(categoryId === undefined ? [] : [fragment`category_id between ${categoryId} and ${categoryId}`]),
      ...(text === prefix.start ? [] : [matches(prefix)]),
    ];
    return listByStatus(sql, status, slice, column, text, rest);
  }
  if (categoryId !== undefined) return listByStatus(sql, status, slice, fragment`category_id`, categoryId, []);
  const hasStatus = status && isOne(fragment`status`, status);
  return hasStatus === undefined
    ? sql<PetRow>`select id, name, category_id, status from pets where ${startsAfter(slice)} ${inOrder(slice)}`
    : sql<PetRow>`
        select id, name, category_id, status from pets
        where ${hasStatus} and ${startsAfter(slice)} ${byIndex(fragment`status`, slice)} limit ${slice.limit}`;
}

/** The longest start of a name that an index has, and that index's column. */
function initialsOf({ start }: PrefixRange): { readonly text: string; readonly column: Fragment } {
  const characters = [...start];
  return characters.length < 3
    ? { text: characters.slice(0, 1).join(""), column: fragment`substr(name_key, 1, 1)` }
    : { text: characters.slice(0, 3).join(""), column: fragment`substr(name_key, 1, 3)` };
}

function listByIds(
  sql: Sql,
  ids: readonly bigint[],
  filter: PetFilter,
  prefix: PrefixRange | undefined,
  slice: Slice,
): Promise<PetRow[]> {
  const conditions = [
    fragment`id in (${ids})`,
    startsAfter(slice),
    ...others(filter),
    ...(prefix === undefined ? [] : [matches(prefix)]),
  ];
  return sql<PetRow>`select id, name, category_id, status from pets where ${allOf(conditions)} ${inOrder(slice)}`;
}

/** The conditions of a filter besides ids and name. */
function others({ status, categoryId }: PetFilter): Fragment[] {
  return [
    ...(status === undefined ? [] : [fragment`status = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`category_id = ${categoryId}`]),
  ];
}

/** Lists pets by an index (column, status, id): those with one status, or those with each of them, merged. */
async function listByStatus(
  sql: Sql,
  status: PetStatus | undefined,
  slice: Slice,
  column: Fragment,
  value: string | bigint,
  rest: readonly Fragment[],
): Promise<readonly PetRow[]> {
  const branch = (one: PetStatus) => {
    const conditions = allOf([isOne(column, value), fragment`status = ${one}`, startsAfter(slice), ...rest]);
    return fragment`
      select id, name, category_id, status, key from (
        select id, name, category_id, status, ${column} as key from pets where ${conditions} ${byIndex(column, slice)}
      ) one`;
  };
  const [first, ...more] = (status === undefined ? STATUSES : [status]).map(branch) as [Fragment, ...Fragment[]];
  const union = more.reduce((all, next) => fragment`${all} union all ${next}`, first);
  // In the order of the index: then both engines merge the branches and read no more of each than they need.
  return sql<PetRow>`
    select id, name, category_id, status from (${union}) every ${byIndex(fragment`key`, slice)} limit ${slice.limit}`;
}

/**
 * The condition that a column has one value, and the order of its index. With "= x", PostgreSQL knows that the order is that of
 * id and may scan the primary key instead, past everything that does not match.
 */
function isOne(column: Fragment, value: string | bigint): Fragment {
  return fragment`${column} in (${[value, value]})`;
}

function byIndex(column: Fragment, { order }: Slice): Fragment {
  return order === "desc" ? fragment`order by ${column} desc, id desc` : fragment`order by ${column}, id`;
}

/** The texts that start with a prefix: from the prefix itself up to, and without, the next text that does not. */
interface PrefixRange {
  readonly start: string;
  readonly end: string;
}

function matches({ start, end }: PrefixRange): Fragment {
  const characters = [...start];
  if (characters.length <= INDEXED_LENGTH) return isWithin(fragment`substr(name_key, 1, 64)`, { start, end });
  return fragment`${matchesStart({ start, end })} and ${isWithin(fragment`name_key`, { start, end })}`;
}

/** What `pets_by_name` can tell of `matches`. */
function matchesStart({ start }: PrefixRange): Fragment {
  return isWithin(fragment`substr(name_key, 1, 64)`, prefixRange([...start].slice(0, INDEXED_LENGTH).join("")));
}

function isWithin(column: Fragment, { start, end }: PrefixRange): Fragment {
  return fragment`${column} >= ${start} and ${column} < ${end}`;
}

/** Counts the pets whose name starts like this, up to one more than is rare. */
async function countByName(sql: Sql, prefix: PrefixRange): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>`
    select count(*) as count from (select 1 from pets where ${matchesStart(prefix)} ${byName(RARE_MAX + 1)}) found`;
  return Number(row?.count ?? 0);
}

/** Reads all pets whose name starts like this, and sorts them. */
function listByName(sql: Sql, filter: PetFilter, prefix: PrefixRange, slice: Slice): Promise<PetRow[]> {
  const conditions = [startsAfter(slice), matches(prefix), ...others(filter)];
  // The limit keeps engines from another order of reading. It is doubled for names that were added since the count.
  return sql<PetRow>`
    select id, name, category_id, status from (
      select id, name, name_key, category_id, status from pets where ${matchesStart(prefix)} ${byName(2 * RARE_MAX)}
    ) named where ${allOf(conditions)} ${inOrder(slice)}`;
}

/** In the order of the index: otherwise PostgreSQL may scan the table for frequent names. */
function byName(limit: number): Fragment {
  return fragment`order by substr(name_key, 1, 64), id limit ${limit}`;
}

const LAST_CODE_POINT = 0x10ffff;

function prefixRange(start: string): PrefixRange {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_CODE_POINT) points.pop();
  const last = points.pop();
  // No name key has this many characters.
  if (last === undefined) return { start, end: String.fromCodePoint(LAST_CODE_POINT).repeat(5000) };
  // Texts are compared in the order of their code points, of which surrogates are none.
  return { start, end: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}
