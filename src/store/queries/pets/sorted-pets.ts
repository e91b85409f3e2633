/*
 * Lists of pets sorted by name or by arrival, bounded for any number of pets, by pets_by_name (status, substr(name_key, 1, 64), id) and
 * pets_by_arrival (status, arrival, id); and walks of lists for filters without an index.
 */

import { petStatuses } from "../../../contract/pets/pet-status.ts";
import type { PetStatus } from "../../../contract/pets/pets.ts";
import type { Found, Sorting } from "../../../core/slice.ts";
import { type Fragment, fragment, type Row, type Sql } from "../../engine.ts";
import { FOUND_ID, idsIn, type Lookup, unionOf } from "../lookups.ts";
import { allOf, atMost, isOne, known, type TableSlice } from "../table-slice.ts";

/** A slice of a list that is not sorted by id. */
export type SortedSlice = TableSlice & { readonly sort: Sorting };

/** Whether a slice is of such a list. */
export function isSorted(slice: TableSlice): slice is SortedSlice {
  return slice.sort !== undefined;
}

const KEYS: Readonly<Record<Sorting["by"], Fragment>> = {
  // PostgreSQL has no index of long texts.
  name: fragment`substr(name_key, 1, 64)`,
  arrivedOn: fragment`arrival`,
};

/** The pets that are read for one page, in up to three steps: most pages need one. A page may end early. */
const WALKED = [100, 1000, 8900];

/** The ids of a list from a position on, at most so many, in its order: as `found_id`, with `found_key` in a sorted list. */
type Walked = (from: TableSlice, steps: number) => Fragment;

/** Walks the pets of a list and finds those that match the conditions. */
export async function walkPets(
  sql: Sql,
  walked: Walked,
  conditions: readonly Fragment[],
  slice: TableSlice,
): Promise<Found<Row>> {
  if (conditions.length === 0) return { items: await read(sql, walked(slice, slice.limit), [], slice) };
  const rows: Row[] = [];
  let from = slice;
  for (const steps of WALKED) {
    const found = walked(from, steps);
    rows.push(...(await read(sql, found, conditions, { ...slice, limit: slice.limit - rows.length })));
    if (rows.length === slice.limit) return { items: rows };
    const [stopped] = await sql<FoundPlace>`
      select ${isSorted(slice) ? fragment`found_id, found_key` : fragment`found_id`} from (${found}) walked ${inFoundOrder(slice)} limit 1 offset ${steps - 1}`;
    if (stopped === undefined) return { items: rows };
    from = {
      ...from,
      after: stopped.found_id,
      ...(isSorted(from) && { sort: { ...from.sort, after: stopped.found_key } }),
    };
  }
  return { items: rows, searchedTo: from.after, searchedKey: from.sort?.after };
}

interface FoundPlace extends Row {
  readonly found_id: bigint;
  readonly found_key: string;
}

/** Reads the matching pets among the found ids. The cross join keeps the engines from reading the table first. */
function read(sql: Sql, found: Fragment, conditions: readonly Fragment[], slice: TableSlice) {
  const columns = isSorted(slice) ? fragment`${slice.view.list}, found_key` : slice.view.list;
  return sql`
    select ${columns} from (${matching(found, conditions, slice)}) found cross join pets
    where pets.id = found.found_id ${inFoundOrder(slice)}`;
}

/** The matching pets among the found ids. A count: PostgreSQL may turn an `exists` into a join that reads all pets. */
function matching(found: Fragment, conditions: readonly Fragment[], slice: TableSlice): Fragment {
  const place = isSorted(slice) ? fragment`found_id, found_key` : fragment`found_id`;
  const isMatch = allOf([fragment`pets.id = walked.found_id`, ...conditions]);
  const where = conditions.length === 0 ? fragment`` : fragment`where (select count(*) from pets where ${isMatch}) > 0`;
  return fragment`select ${place} from (${found}) walked ${where} ${inFoundOrder(slice)} ${atMost(slice.limit)}`;
}

function inFoundOrder({ order, sort }: TableSlice): Fragment {
  const direction = directionOf(order);
  const byId = fragment`found_id ${direction}`;
  return sort === undefined ? fragment`order by ${byId}` : fragment`order by found_key ${direction}, ${byId}`;
}

function directionOf(order: TableSlice["order"]): Fragment {
  return order === "desc" ? fragment`desc` : fragment`asc`;
}

/** The pets with a status, or all, in the order of a sorted list. */
export function sortedIds(status: PetStatus | undefined, from: SortedSlice, steps: number): Fragment {
  const key = KEYS[from.sort.by];
  const direction = directionOf(from.order);
  const branches = (status === undefined ? petStatuses : [status]).flatMap((one) =>
    // First those with the same key, in the order of id: with the key too, SQLite would sort them. One condition for both would read all
    // with that key on every page.
    positionsAfter(key, from).map(
      (place, nth, { length }) => fragment`
        select found_id, found_key from (
          select id as found_id, ${key} as found_key from pets
          where ${allOf([isOne(fragment`status`, one), ...place])}
          order by status ${direction}, ${length === 2 && nth === 0 ? fragment`` : fragment`${key} ${direction},`} id ${direction} ${atMost(steps)}
        ) branch`,
    ),
  );
  return fragment`select found_id, found_key from (${unionOf(branches)}) every ${inFoundOrder(from)} ${atMost(steps)}`;
}

/** The conditions of rows after a position: each is a range of an index. */
function positionsAfter(
  key: Fragment,
  { after, order, sort }: SortedSlice,
  id = fragment`id`,
): readonly (readonly Fragment[])[] {
  if (sort.after === undefined) return [[]];
  // A bare cast has text affinity, which keeps SQLite from using the part of pets_by_name that is an expression.
  const place = fragment`(${known(sort.after)} || '')`;
  return order === "desc"
    ? [[fragment`${key} = ${place}`, fragment`${id} < ${after}`], [fragment`${key} < ${place}`]]
    : [[fragment`${key} = ${place}`, fragment`${id} > ${after}`], [fragment`${key} > ${place}`]];
}

/** Lists few pets, sorted. `found` has their ids, as `found_id`. */
export async function listFewSorted(
  sql: Sql,
  found: Fragment,
  conditions: readonly Fragment[],
  slice: SortedSlice,
): Promise<Found<Row>> {
  const places = positionsAfter(fragment`found_key`, slice, FOUND_ID).filter((place) => place.length > 0);
  const either = places.map(allOf).reduce((one, other) => fragment`${one} or ${other}`, fragment`1 = 0`);
  // Not a join: PostgreSQL would rather read all pets after the place, where the lookup may find some thousands.
  const keyed = fragment`
    with keyed as materialized (
      select found_id, (select ${KEYS[slice.sort.by]} from pets where id = found.found_id) as found_key from (${found}) found
    )
    select found_id, found_key from keyed
    where ${allOf([fragment`found_key is not null`, ...(places.length === 0 ? [] : [fragment`(${either})`])])}`;
  return { items: await read(sql, keyed, conditions, slice) };
}

/** The ids that a lookup finds. */
export function idsOfRare(lookup: Lookup): Fragment {
  const { ofRows } = lookup;
  return ofRows.length === 0 ? idsIn(lookup) : fragment`${idsIn(lookup)} where ${allOf(ofRows)}`;
}
