import { Failure } from "../contract/errors.ts";

/*
 * The parts of a request's target, taken from the text of its URL. Not `new URL(...)`: the runtime puts the Host header into
 * the URL as it came, so that it may be one that `URL` throws on, or have no origin at all.
 */

/** The longest request target, in characters. */
export const TARGET_MAX = 8192;

/** The path, as it was sent. */
export function pathOf(url: string): string {
  const start = startOf(url);
  return url.slice(start, endOf(url, url.indexOf("?", start))) || "/";
}

/** The query string, without its question mark. */
export function queryOf(url: string): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1, endOf(url, -1));
}

const SLASH = 47;

/** Where the target starts, behind the origin. */
function startOf(url: string): number {
  if (url.charCodeAt(0) === SLASH) return 0;
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return start === -1 ? url.length : start;
}

/** The runtime leaves a fragment in the URL that a client should not have sent. */
function endOf(url: string, end: number): number {
  const fragment = url.indexOf("#");
  if (fragment !== -1 && (end === -1 || fragment < end)) return fragment;
  return end === -1 ? url.length : end;
}

/** Refuses a target that is too long. */
export function requireShortTarget({ url }: Request): void {
  if (url.length <= TARGET_MAX) return;
  const { length } = url.slice(startOf(url));
  if (length <= TARGET_MAX) return;
  throw new Failure("uri_too_long", `The request target may have ${TARGET_MAX} characters; it has ${length}`);
}
