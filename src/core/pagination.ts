import { DEFAULT_LIMIT, readInt64 } from "../contract/common.ts";
import { Failure } from "../contract/errors.ts";
import type { Page } from "../contract/operation.ts";
import { crc32 } from "./crc32.ts";
import type { Slice } from "./ports.ts";

/** Before the first item of any list: ids are positive. */
export const START = 0n;

interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Answers one page of a list (decision D7). `list` is asked for one item more than the page holds: whether it comes
 * says whether there is a next page. `filter` is everything that selects items; a cursor is bound to it.
 */
export async function page<Item>(
  { limit = DEFAULT_LIMIT, cursor }: PageRequest,
  filter: readonly string[],
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

function writeCursor(after: bigint, binding: number): string {
  return btoa(`${CURSOR_VERSION}.${binding}.${after}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function readCursor(cursor: string, binding: number): bigint {
  const [version, bound, after = "", ...rest] = decode(cursor).split(".");
  const id = readInt64(after);
  if (version !== CURSOR_VERSION || id === undefined || id < START || rest.length > 0)
    throw invalidCursor("it was not made by this service");
  if (bound !== String(binding)) throw invalidCursor("it belongs to another list or filter");
  // Only what writeCursor gives is taken, so that one position has one cursor.
  if (writeCursor(id, binding) !== cursor) throw invalidCursor("it was not made by this service");
  return id;
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

function invalidCursor(reason: string): Failure {
  const message = `cursor: expected one taken from the Link header of this list with the same filters; ${reason}`;
  return new Failure("invalid_cursor", message, { details: [{ field: "cursor", code: "invalid", message }] });
}
