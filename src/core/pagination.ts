import { DEFAULT_LIMIT, INT64_MAX, readInt64 } from "../contract/common.ts";
import { type Failure, invalidField } from "../contract/errors.ts";
import type { Page } from "../contract/operation.ts";
import { after, type Eventual } from "./after.ts";
import type { Context } from "./context.ts";
import type { Found, Slice } from "./slice.ts";

/** The position before the first item of any list: ids are positive. */
export const START = { asc: 0n, desc: INT64_MAX } as const;

interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order?: Slice["order"] | undefined;
}

/**
 * Returns one page of a list (decision D7). `list` is asked for one item more than the page holds: if it comes, there is a next
 * page; so there is after a search that stopped before. `filter` is everything that selects items; a cursor is bound to it.
 */
export function page<Item>(
  { limit = DEFAULT_LIMIT, cursor, order = "asc" }: PageRequest,
  filter: readonly unknown[],
  { crc32 }: Pick<Context, "crc32">,
  list: (slice: Slice) => Eventual<readonly Item[] | Found<Item>>,
  idOf: (item: Item) => bigint,
): Eventual<Page<Item>> {
  const binding = crc32([...filter, order].join(" "));
  const from = cursor === undefined ? START[order] : readCursor(cursor, binding);
  return after(list({ after: from, limit: limit + 1, order }), (found) => {
    const { items: all, searchedTo }: Found<Item> = "items" in found ? found : { items: found };
    const items = all.slice(0, limit);
    const last = items.at(-1);
    const end = all.length > limit && last !== undefined ? idOf(last) : searchedTo;
    return { items, next: end === undefined ? undefined : writeCursor(end, binding) };
  });
}

const CURSOR_VERSION = "1";

/** No cursor of ours is longer: the rest need not be decoded. */
const CURSOR_MAX_LENGTH = 64;

function writeCursor(after: bigint, binding: number): string {
  return btoa(`${CURSOR_VERSION}.${binding}.${after}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(cursor: string, binding: number): bigint {
  const [version, bound, after = ""] = decode(cursor).split(".");
  const id = readInt64(after);
  // Only the exact text that writeCursor makes is valid, so that a position has one cursor.
  if (version !== CURSOR_VERSION || id === undefined || id < START.asc || writeCursor(id, Number(bound)) !== cursor) {
    throw invalidCursor("it was not made by this service");
  }
  if (bound !== String(binding)) throw invalidCursor("it belongs to another list or filter");
  return id;
}

function decode(cursor: string): string {
  if (cursor.length > CURSOR_MAX_LENGTH) return "";
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

function invalidCursor(reason: string): Failure {
  const expected = "a cursor from the Link header of this list with the same filters";
  return invalidField("invalid_cursor", "cursor", `expected ${expected}; ${reason}`);
}
