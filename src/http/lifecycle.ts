import { Failure } from "../contract/errors.ts";
import type { ResponseHeaders } from "../contract/headers.ts";
import { type Operation, pathFiller } from "../contract/operation.ts";
import type { Interval } from "../core/intervals.ts";

/** The longest id, in characters: -2^63. A longer one is not repeated in a header, where percent-encoding could make it huge. */
const ID_MAX_LENGTH = 20;

interface LifecycleParts {
  readonly baseUrl: string;
  readonly referenceUrl: string;
  /** When deprecated operations are refused as after their sunset. A link announces them (RFC 8594 6). */
  readonly rehearsals: readonly Interval[];
}

/** The headers of every response of an operation: its stability, its deprecation and its sunset. */
export function lifecycleHeaders(
  { stability, deprecation }: Operation,
  { baseUrl, referenceUrl, rehearsals }: LifecycleParts,
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
  const policy = `<${new URL("/docs/api-conventions#versions", baseUrl).href}>; rel="sunset"`;
  const reference = `<${referenceUrl}>; rel="deprecation"${rehearsals.length === 0 ? "" : `, ${policy}`}`;
  return (params) => ({ ...dates, Link: `<${baseUrl}${successor(params)}>; rel="successor-version", ${reference}` });
}

/** Refuses an operation from the day of its sunset (decision D18), and during rehearsals of it (decision D51). */
export function requireNotRemoved(
  { id, deprecation }: Operation,
  now: number,
  rehearsals: LifecycleParts["rehearsals"],
): void {
  if (deprecation === undefined) return;
  const rehearsal = rehearsals.find(({ from, to }) => now >= from && now < to);
  if (now < Date.parse(deprecation.sunset)) {
    if (rehearsal === undefined) return;
    const end = new Date(rehearsal.to).toISOString();
    const message = `${id} is removed on ${deprecation.sunset}, and until ${end} to rehearse that: use ${deprecation.replacement}`;
    throw new Failure("gone", message);
  }
  throw new Failure("gone", `${id} was removed on ${deprecation.sunset}: use ${deprecation.replacement}`);
}
