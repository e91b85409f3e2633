/* A filter that few rows match is looked up by its index, then sorted. One that many rows match is read in the order of the list. */
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { type Fragment, fragment, type Row, type Sql } from "../engine.ts";
import { allOf, atMost, inOrder, startsAfter, type TableSlice } from "./table-slice.ts";

/** A filter with at most so many matches is looked up and sorted. With more, reading in the order of id finds them soon. */
export const RARE_MAX = 256;

/** The column with the ids of a lookup: a name that no table has. */
export const FOUND_ID = fragment`found_id`;

/** A lookup of rows by one filter. */
export interface Lookup {
  /** The matching ids, as `found_id`, in the order of an index. */
  readonly rows: Fragment;
  /** The conditions that can be tested on these rows. */
  readonly ofRows: readonly Fragment[];
  /** The conditions on the rows of the list. */
  readonly ofListed: readonly Fragment[];
  /** The most rows to look up and sort, if not `RARE_MAX`. */
  readonly most?: number;
  /** An id may be found more than once. */
  readonly isRepeated?: true;
}

/** Some steps over the ids of a query, in its order. */
interface Steps {
  readonly rows: Fragment;
  readonly steps: number;
}

/** Takes the steps of all queries in one statement. Returns the next id of each, if there are more. Reads only index entries. */
export async function takeSteps(sql: Sql, queries: readonly Steps[]): Promise<readonly (bigint | undefined)[]> {
  if (queries.length === 0) return [];
  const places = queries.map(
    ({ rows, steps }, nth) =>
      fragment`select cast(${nth} as integer) as nth, found_id from (${rows} limit 1 offset ${steps}) place`,
  );
  const found = await sql<{ nth: bigint | number; found_id: bigint }>`${unionOf(places)}`;
  const ends = new Map(found.map(({ nth, found_id }) => [Number(nth), found_id]));
  return queries.map((_, nth) => ends.get(nth));
}

/** The rows of several queries. */
export function unionOf([first, ...more]: readonly Fragment[]): Fragment {
  return more.reduce((all, next) => fragment`${all} union all ${next}`, first ?? fragment``);
}

/** Lists the rows of a lookup, up to twice as many as count as few, because some may have been added since. */
export function listRare(sql: Sql, lookup: Lookup, slice: TableSlice): MaybePromise<readonly Row[]> {
  const { ofListed } = lookup;
  const limit = ofListed.length === 0 ? slice.limit : 2 * RARE_MAX;
  return listFound(sql, idsAfter(lookup, { ...slice, limit }), slice, ofListed);
}

/** The ids of a lookup from a place on, in the order of a list. */
export function idsAfter(lookup: Lookup, slice: Omit<TableSlice, "view">): Fragment {
  const conditions = allOf([...lookup.ofRows, startsAfter(slice, FOUND_ID)]);
  return fragment`${idsIn(lookup)} where ${conditions} ${inOrder(slice, FOUND_ID)}`;
}

/** The ids of a lookup, each once. A condition may follow. */
export function idsIn({ rows, most = RARE_MAX, isRepeated }: Lookup): Fragment {
  const select = isRepeated ? fragment`select distinct` : fragment`select`;
  return fragment`${select} found_id from (${rows} ${atMost(2 * most)}) matching`;
}

/** The steps that tell whether few rows match. */
export function stepsOf({ rows, most = RARE_MAX }: Lookup): Steps {
  return { rows, steps: most };
}

/** Lists the matching rows among the ids of a query, in its order. */
export function listFound(
  sql: Sql,
  found: Fragment,
  slice: TableSlice,
  conditions: readonly Fragment[] = [],
): MaybePromise<readonly Row[]> {
  return sql`${listedFrom(found, slice, conditions)}`;
}

/** The statement of `listFound`. The cross join keeps the engines from reading the table first. */
export function listedFrom(found: Fragment, slice: TableSlice, conditions: readonly Fragment[]): Fragment {
  const { list, table } = slice.view;
  const matching = allOf([fragment`${table}.id = found.found_id`, ...conditions]);
  return fragment`
    select ${list} from (${found}) found cross join ${table} where ${matching} ${inOrder(slice, FOUND_ID)}`;
}
