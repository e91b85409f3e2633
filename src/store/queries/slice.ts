import type { Slice } from "../../core/slice.ts";
import { type Fragment, fragment, type Row } from "../engine.ts";
import type { View } from "../view.ts";

/** A slice of a table, and what is read of each row. */
export interface TableSlice extends Slice {
  readonly view: Pick<View<unknown>, "table" | "list" | "joined">;
}

/** The column that lists are in the order of. */
export const ID = fragment`id`;

/** The condition that starts a slice. */
export function startsAfter({ after, order }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`${id} < ${after}` : fragment`${id} > ${after}`;
}

/** The condition that ends a slice at an id, which it contains. */
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
 * A value to compare with. Where a parameter alone is a limit, the pattern of `like`, or what a column without a unique index equals,
 * SQLite plans the statement again each time, which takes longer than to run it.
 */
export function known(value: string | bigint): Fragment {
  return typeof value === "string" ? fragment`cast(${value} as text)` : fragment`cast(${value} as bigint)`;
}

/** Several conditions that must all hold. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((all, condition) => fragment`${all} and ${condition}`);
}

/**
 * The condition that a column has one value, and the order of its index. With "= x", PostgreSQL knows that the order is that of
 * id and may scan the primary key instead, past everything that does not match.
 */
export function isOne(column: Fragment, value: string | bigint): Fragment {
  return fragment`${column} in (${[value, value]})`;
}

/** The order of an index of a column, with the id after it. */
export function byIndex(column: Fragment, { order }: Slice, id = ID): Fragment {
  return order === "desc" ? fragment`order by ${column} desc, ${id} desc` : fragment`order by ${column}, ${id}`;
}

/** The rows that were found, and if the search stopped before it had read everything, the id up to which it did. */
export interface FoundRows {
  readonly rows: readonly Row[];
  readonly searchedTo?: bigint | undefined;
}
