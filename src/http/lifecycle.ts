import { Failure } from "../contract/errors.ts";
import type { ResponseHeaders } from "../contract/headers.ts";
import { type Operation, pathFiller } from "../contract/operation.ts";

/** The longest id, in characters: -2^63. A longer one is not repeated in a header, where percent-encoding could make it huge. */
const ID_MAX_LENGTH = 20;

/** The headers of every response of an operation: its stability, its deprecation and its sunset. */
export function lifecycleHeaders(
  { stability, deprecation }: Operation,
  baseUrl: string,
  referenceUrl: string,
): (params: Readonly<Record<string, string>>) => ResponseHeaders {
  const fixed: ResponseHeaders = stability === undefined ? {} : { "X-Stability": stability };
  if (deprecation === undefined) return () => fixed;
  const dates = {
    ...fixed,
    Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
  };
  const fill = pathFiller(deprecation.successor);
  const [unfilled = ""] = deprecation.successor.split("?");
  const successor = (params: Readonly<Record<string, string>>) =>
    Object.values(params).every(({ length }) => length <= ID_MAX_LENGTH) ? fill(params) : unfilled;
  const reference = `<${referenceUrl}>; rel="deprecation"`;
  return (params) => ({ ...dates, Link: `<${baseUrl}${successor(params)}>; rel="successor-version", ${reference}` });
}

/** Refuses an operation from the day of its sunset (decision D18). */
export function requireNotRemoved({ id, deprecation }: Operation, now: number): void {
  if (deprecation === undefined || now < Date.parse(deprecation.sunset)) return;
  throw new Failure("gone", `${id} was removed on ${deprecation.sunset}: use ${deprecation.replacement}`);
}
