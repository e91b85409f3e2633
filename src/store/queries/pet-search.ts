/*
 * Lists of pets, each combination of filters by an index, however many pets there are. Four indexes serve them all:
 * pets_by_status (status, id), pets_by_category (category_id, status, id), pets_by_initials (the first two characters of name_key,
 * status, id) and pets_by_name (the first characters of name_key, id).
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
  if (ids === undefined && prefix !== undefined) {
    const rare = await rareIds(sql, prefix);
    if (rare?.length === 0) return [];
    if (rare !== undefined) return listByIds(sql, rare, filter, prefix, slice);
  }
  if (ids !== undefined) return listByIds(sql, ids, filter, prefix, slice);

  const rest = [
    startsAfter(slice),
    ...(prefix === undefined ? [] : [matches(prefix)]),
    ...(categoryId === undefined ? [] : [fragment`category_id = ${categoryId}`]),
  ];
  const initials = prefix === undefined ? "" : [...prefix.start].slice(0, 2).join("");
  if ([...initials].length === 2) {
    const key = fragment`substr(name_key, 1, 2)`;
    return listByStatus(sql, status, slice, key, fragment`${key} in (${[initials, initials]})`, rest);
  }
  if (categoryId !== undefined) {
    return listByStatus(
      sql,
      status,
      slice,
      fragment`category_id`,
      fragment`category_id in (${[categoryId, categoryId]})`,
      rest,
    );
  }
  if (prefix !== undefined || status !== undefined) return listByStatus(sql, status, slice, undefined, undefined, rest);
  return sql<PetRow>`select id, name, category_id, status from pets where ${allOf(rest)} ${inOrder(slice)}`;
}

function listByIds(
  sql: Sql,
  ids: readonly bigint[],
  { status, categoryId }: PetFilter,
  prefix: PrefixRange | undefined,
  slice: Slice,
): Promise<PetRow[]> {
  const conditions = [
    fragment`id in (${ids})`,
    startsAfter(slice),
    ...(status === undefined ? [] : [fragment`status = ${status}`]),
    ...(categoryId === undefined ? [] : [fragment`category_id = ${categoryId}`]),
    ...(prefix === undefined ? [] : [matches(prefix)]),
  ];
  return sql<PetRow>`select id, name, category_id, status from pets where ${allOf(conditions)} ${inOrder(slice)}`;
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

/** The ids of all pets whose name starts like this; undefined if there are many. */
async function rareIds(sql: Sql, prefix: PrefixRange): Promise<readonly bigint[] | undefined> {
  const indexed = prefixRange([...prefix.start].slice(0, INDEXED_LENGTH).join(""));
  const rows = await sql<{ id: bigint }>`
    select id from pets where substr(name_key, 1, 64) >= ${indexed.start} and substr(name_key, 1, 64) < ${indexed.end}
    limit ${RARE_MAX + 1}`;
  return rows.length > RARE_MAX ? undefined : rows.map(({ id }) => id);
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
