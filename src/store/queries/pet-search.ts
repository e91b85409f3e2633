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
    const initials = initialsOf(prefix);
    const rest = [
      startsAfter(slice),
      // Not "=", with which SQLite would take the index of categories and sort.
      ...(categoryId === undefined ? [] : [fragment`category_id between ${categoryId} and ${categoryId}`]),
      // The index has only the start of a name; the name itself would be read from the table.
      ...(initials.text === prefix.start ? [] : [matchesStart(prefix), matches(prefix)]),
    ];
    return listByStatus(sql, status, slice, initials.key, fragment`${initials.key} in (${twice(initials.text)})`, rest);
  }
  const rest = [startsAfter(slice)];
  if (categoryId !== undefined) {
    const hasCategory = fragment`category_id in (${twice(categoryId)})`;
    return listByStatus(sql, status, slice, fragment`category_id`, hasCategory, rest);
  }
  if (status !== undefined) return listByStatus(sql, status, slice, undefined, undefined, rest);
  return sql<PetRow>`select id, name, category_id, status from pets where ${allOf(rest)} ${inOrder(slice)}`;
}

function twice<Item>(item: Item): readonly Item[] {
  return [item, item];
}

/** The longest start of a name that an index has, and that index's column. */
function initialsOf({ start }: PrefixRange): { readonly text: string; readonly key: Fragment } {
  const characters = [...start];
  return characters.length < 3
    ? { text: characters.slice(0, 1).join(""), key: fragment`substr(name_key, 1, 1)` }
    : { text: characters.slice(0, 3).join(""), key: fragment`substr(name_key, 1, 3)` };
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

/**
 * Lists pets by an index whose last columns are status and id: for one status, or for each of them and then merged.
 *
 * `in (x, x)` and the order of the index: with `= x` PostgreSQL may scan the primary key instead, past everything that does not
 * match, because it assumes that values are spread evenly.
 */
async function listByStatus(
  sql: Sql,
  status: PetStatus | undefined,
  slice: Slice,
  key: Fragment | undefined,
  hasKey: Fragment | undefined,
  rest: readonly Fragment[],
): Promise<readonly PetRow[]> {
  const branch = (one: PetStatus) => {
    const hasStatus = hasKey === undefined ? fragment`status in (${[one, one]})` : fragment`status = ${one}`;
    const conditions = allOf([...(hasKey === undefined ? [] : [hasKey]), hasStatus, ...rest]);
    return fragment`select id, name, category_id, status from pets where ${conditions} ${byIndex(key, slice)}`;
  };
  if (status !== undefined) return sql<PetRow>`${branch(status)}`;
  const [available, pending, sold] = STATUSES.map(branch) as [Fragment, Fragment, Fragment];
  return sql<PetRow>`
    select id, name, category_id, status from (
      select * from (${available}) a union all select * from (${pending}) p union all select * from (${sold}) s
    ) every ${inOrder(slice)}`;
}

function byIndex(key: Fragment | undefined, { order, limit }: Slice): Fragment {
  if (order === "desc") {
    return key === undefined
      ? fragment`order by status desc, id desc limit ${limit}`
      : fragment`order by ${key} desc, status desc, id desc limit ${limit}`;
  }
  return key === undefined
    ? fragment`order by status, id limit ${limit}`
    : fragment`order by ${key}, status, id limit ${limit}`;
}

/** The texts that start with a prefix: from the prefix itself up to, and without, the next text that does not. */
interface PrefixRange {
  readonly start: string;
  readonly end: string;
}

function matches({ start, end }: PrefixRange): Fragment {
  return fragment`name_key >= ${start} and name_key < ${end}`;
}

/** What `pets_by_name` can tell of `matches`. */
function matchesStart({ start }: PrefixRange): Fragment {
  const indexed = prefixRange([...start].slice(0, INDEXED_LENGTH).join(""));
  return fragment`substr(name_key, 1, 64) >= ${indexed.start} and substr(name_key, 1, 64) < ${indexed.end}`;
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
  // Texts are compared in the order of their code points, of which surrogates are none.
  const next = last === undefined ? [] : [last === 0xd7ff ? 0xe000 : last + 1];
  return { start, end: String.fromCodePoint(...points, ...next, ...(last === undefined ? [LAST_CODE_POINT] : [])) };
}
