import type { Slice } from "../../core/ports.ts";
import { type Fragment, fragment } from "../engine.ts";

/** The condition that starts a slice. */
export function startsAfter({ after, order }: Slice): Fragment {
  return order === "desc" ? fragment`id < ${after}` : fragment`id > ${after}`;
}

/** The order and the length of a slice. */
export function inOrder({ order, limit }: Slice): Fragment {
  return order === "desc" ? fragment`order by id desc limit ${limit}` : fragment`order by id limit ${limit}`;
}

/** Several conditions that must all hold. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((all, condition) => fragment`${all} and ${condition}`);
}
