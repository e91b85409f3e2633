import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment } from "../engine.ts";
import type { View } from "../view.ts";

/** A slice of a table, and the columns to read. */
export interface TableSlice extends Slice {
  readonly view: Pick<View<unknown>, "table" | "list" | "joined">;
}

/** The column by which lists are sorted. */
export const ID = fragment`id`;

/** The condition that starts a slice. */
export function startsAfter({ after, order }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`${id} < ${after}` : fragment`${id} > ${after}`;
}

/** The condition that ends a slice at an id, inclusive. */
export function endsAt({ order }: Slice, last: bigint, id = ID): Fragment {
  return order === "desc" ? fragment`${id} >= ${last}` : fragment`${id} <= ${last}`;
}

/** The order and the length of a slice. */
export function inOrder({ order, limit }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`order by ${id} desc ${atMost(limit)}` : fragment`order by ${id} ${atMost(limit)}`;
}

/** At most so many rows. */
export function atMost(limit: number): Fragment {
  return fragment`limit ${limit} + 0`;
}

/**
 * A typed parameter. For an untyped one in a limit, in a pattern of `like`, or compared with a column without a unique index, SQLite plans
 * the statement again for each value, which takes longer than running it.
 */
export function known(value: string | bigint): Fragment {
  return typeof value === "string" ? fragment`cast(${value} as text)` : fragment`cast(${value} as bigint)`;
}

/** Several conditions that must all hold. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((all, condition) => fragment`${all} and ${condition}`);
}

/**
 * The condition that a column has one value, for lists in the order of its index. With "= x", PostgreSQL may scan the primary key instead,
 * past everything that does not match.
 */
export function isOne(column: Fragment, value: string | bigint): Fragment {
  return fragment`${column} in (${[value, value]})`;
}

/** The order of an index of a column, with the id after it. */
export function byIndex(column: Fragment, { order }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`order by ${column} desc, ${id} desc` : fragment`order by ${column}, ${id}`;
}

/** Rows listed by a number that is not unique. */
interface KeyedRows {
  readonly view: TableSlice["view"];
  readonly where: Fragment;
  /** The number. An index has it, with the id after it. */
  readonly key: Fragment;
}

/**
 * The rows of a slice sorted by a number, then by id: first those with the last number, then those after it. One condition for both would
 * read all with that number.
 */
export function byKey({ view: { list, table }, where, key }: KeyedRows, { sort, ...slice }: Slice<string>): Fragment {
  const inKeyOrder = fragment`${byIndex(key, slice)} ${atMost(slice.limit)}`;
  const listed = (more: Fragment, order: Fragment) =>
    fragment`select ${list} from ${table} where ${where} ${more} ${order}`;
  if (sort?.after === undefined) return listed(fragment``, inKeyOrder);
  const last = known(BigInt(sort.after));
  const same = listed(fragment`and ${key} = ${last} and ${startsAfter(slice)}`, inOrder(slice));
  const later = slice.order === "desc" ? fragment`and ${key} < ${last}` : fragment`and ${key} > ${last}`;
  return fragment`
    select ${list} from (
      select ${list} from (${same}) same union all select ${list} from (${listed(later, inKeyOrder)}) later
    ) keyed ${inKeyOrder}`;
}
