import { Failure } from "../contract/errors.ts";
import { type Operation, pathFiller } from "../contract/operation.ts";

/**
 * The longest id, in characters: -2^63. What is longer is none, and is not repeated in a header: percent-encoded it could
 * have nine times the length of the request, more than proxies take from a service.
 */
const ID_MAX = 20;

/** The headers that an operation's every answer carries: its stability, its deprecation and its end. */
export function lifecycleHeaders(
  { stability, deprecation }: Operation,
  baseUrl: string,
  referenceUrl: string,
): (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>> | undefined {
  const fixed = stability && { "X-Stability": stability };
  if (deprecation === undefined) return () => fixed;
  const dates = {
    ...fixed,
    Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
  };
  const fill = pathFiller(deprecation.successor);
  const [unfilled = ""] = deprecation.successor.split("?");
  const successor = (params: Readonly<Record<string, string>>) =>
    Object.values(params).every(({ length }) => length <= ID_MAX) ? fill(params) : unfilled;
  const reference = `<${referenceUrl}>; rel="deprecation"`;
  return (params) => ({ ...dates, Link: `<${baseUrl}${successor(params)}>; rel="successor-version", ${reference}` });
}

/** Refuses an operation from the day of its sunset on (decision D18). */
export function refuseRemoved({ id, deprecation }: Operation): (now: number) => void {
  if (deprecation === undefined) return () => {};
  const sunset = Date.parse(deprecation.sunset);
  return (now) => {
    if (now < sunset) return;
    throw new Failure("gone", `${id} was removed on ${deprecation.sunset}: use ${deprecation.replacement}`);
  };
}
