import { DEFAULT_LIMIT, readInt64 } from "../contract/common.ts";
import { Failure } from "../contract/errors.ts";
import type { Page } from "../contract/operation.ts";
import type { Context } from "./context.ts";
import type { Slice } from "./ports.ts";

/** The position before the first item of any list: ids are positive. */
export const START = 0n;

interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Returns one page of a list (decision D7). `list` is asked for one item more than the page holds: if it comes, there is a next
 * page. `filter` is everything that selects items; a cursor is bound to it.
 */
export async function page<Item>(
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  filter: readonly string[],
  { crc32 }: Pick<Context, "crc32">,
  idOf: (item: Item) => bigint,
  list: (slice: Slice) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const binding = crc32(filter.join(" "));
  const found = await list({ after: cursor === undefined ? START : readCursor(cursor, binding), limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, next: found.length > limit && last !== undefined ? writeCursor(idOf(last), binding) : undefined };
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
  if (version !== CURSOR_VERSION || id === undefined || id < START || writeCursor(id, Number(bound)) !== cursor) {
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
  const message = `cursor: expected a cursor from the Link header of this list with the same filters; ${reason}`;
  return new Failure("invalid_cursor", message, { details: [{ field: "cursor", code: "invalid", message }] });
}
