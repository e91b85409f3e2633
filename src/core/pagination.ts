import { CURSOR_MAX_LENGTH, DEFAULT_LIMIT, INT64_MAX, readInt64 } from "../contract/common.ts";
import { type Failure, invalidField } from "../contract/errors/errors.ts";
import type { Page } from "../contract/operation.ts";
import { chain, type MaybePromise } from "./concurrency/maybe-promise.ts";
import type { Context } from "./context.ts";
import type { Found, Slice, Sorting } from "./slice.ts";

/** The position before the first item of any list: ids are positive. */
export const START = { asc: 0n, desc: INT64_MAX } as const;

/** What a client asks for of a list. */
export interface PageRequest<By extends string = Sorting["by"]> {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order?: Slice["order"] | undefined;
  /** What the list is sorted by; the id if omitted. */
  readonly sort?: By | undefined;
}

/** Where a page ends: after this id, and in a sorted list after what the item is sorted by. */
interface Place {
  readonly id: bigint;
  readonly key?: string | undefined;
}

/**
 * Returns one page of a list (decision D7). `list` is asked for one item more than the page holds: there is a next page if it comes, or if
 * the search stopped early. `filter` is everything that selects items; a cursor is bound to it.
 */
export function page<Item, By extends string = Sorting["by"]>(
  { limit = DEFAULT_LIMIT, cursor, order = "asc", sort }: PageRequest<By>,
  filter: readonly unknown[],
  { crc32 }: Pick<Context, "crc32">,
  list: (slice: Slice<By>) => MaybePromise<readonly Item[] | Found<Item>>,
  idOf: (item: Item) => bigint,
  keyOf: (item: Item) => string | undefined = () => undefined,
): MaybePromise<Page<Item>> {
  const binding = crc32([...filter, order, ...(sort === undefined ? [] : [sort])].join(" "));
  const from = cursor === undefined ? { id: START[order] } : readCursor(cursor, binding, sort !== undefined);
  const slice: Slice<By> = { after: from.id, limit: limit + 1, order };
  return chain(list(sort === undefined ? slice : { ...slice, sort: { by: sort, after: from.key } }), (found) => {
    const { items: all, searchedTo, searchedKey }: Found<Item> = "items" in found ? found : { items: found };
    const items = all.slice(0, limit);
    const last = items.at(-1);
    const stopped = searchedTo === undefined ? undefined : { id: searchedTo, key: searchedKey };
    const end = all.length > limit && last !== undefined ? { id: idOf(last), key: sort && keyOf(last) } : stopped;
    return { items, next: end === undefined ? undefined : writeCursor(end, binding) };
  });
}

const CURSOR_VERSION = "1";

function writeCursor({ id, key }: Place, binding: number): string {
  // base64 is for bytes.
  const escaped = key === undefined ? "" : `.${encodeURIComponent(key)}`;
  const text = `${CURSOR_VERSION}.${binding}.${id}${escaped}`;
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(cursor: string, binding: number, isSorted: boolean): Place {
  const [version, bound, after = "", ...escaped] = decode(cursor).split(".");
  const id = readInt64(after);
  const key = escaped.length === 0 ? undefined : unescaped(escaped.join("."));
  // Only the exact text that writeCursor makes is valid, so that a position has one cursor.
  const isOurs = version === CURSOR_VERSION && id !== undefined && id >= START.asc;
  if (!isOurs || writeCursor({ id, key }, Number(bound)) !== cursor)
    throw invalidCursor("one that this service did not make");
  if (bound !== String(binding) || isSorted !== (key !== undefined)) {
    throw invalidCursor("one of another list or filter");
  }
  return { id, key };
}

/** Reverses `encodeURIComponent`. Text that it did not write does not come back the same. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

function decode(cursor: string): string {
  // Longer ones need not be decoded.
  if (cursor.length > CURSOR_MAX_LENGTH) return "";
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** The failure of a cursor. */
export function invalidCursor(got: string): Failure {
  const expected = "a cursor from the Link header of this list with the same filters";
  return invalidField("invalid_cursor", "cursor", expected, got);
}
