import { Failure } from "../../contract/errors/errors.ts";
import type { ResponseHeaders } from "../../contract/headers.ts";
import { type Operation, pathFiller } from "../../contract/operation.ts";
import { siteUrlOf } from "../../contract/shop/site-address.ts";
import type { Interval } from "../../core/intervals.ts";
import type { Exchange, Step } from "./exchange.ts";

/** The longest id, in characters: -2^63. A longer one is not repeated in a header, where percent-encoding could make it huge. */
const ID_MAX_LENGTH = 20;

interface LifecycleParts {
  readonly baseUrl: string;
  readonly referenceUrl: string;
  /** When deprecated operations are refused as if after their sunset. A link announces them (RFC 8594 6). */
  readonly rehearsals: readonly Interval[];
}

/** The headers of every response of an operation: its stability, its deprecation and its sunset. */
export interface Lifecycle {
  readonly fixed: ResponseHeaders;
  /** The links to its replacement, which differ from request to request. */
  readonly link: ((exchange: Exchange) => string) | undefined;
}

/** Creates the lifecycle headers of an operation. */
export function lifecycleOf(
  { stability, deprecation }: Operation,
  { baseUrl, referenceUrl, rehearsals }: LifecycleParts,
): Lifecycle {
  const fixed: ResponseHeaders = stability === undefined ? {} : { "X-Stability": stability };
  if (deprecation === undefined) return { fixed, link: undefined };
  const fill = pathFiller(deprecation.successor);
  const [unfilled = ""] = deprecation.successor.split("?");
  const policy = `<${siteUrlOf(baseUrl)}/docs/api-conventions#versions>; rel="sunset"`;
  const reference = `<${referenceUrl}>; rel="deprecation"${rehearsals.length === 0 ? "" : `, ${policy}`}`;
  const rest = `>; rel="successor-version", ${reference}`;
  return {
    fixed: {
      ...fixed,
      Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
      Sunset: new Date(deprecation.sunset).toUTCString(),
    },
    link({ params }) {
      let isShort = true;
      for (const name in params) if ((params[name] ?? "").length > ID_MAX_LENGTH) isShort = false;
      return `<${baseUrl}${isShort ? fill(params) : unfilled}${rest}`;
    },
  };
}

/** Refuses an operation from the day of its sunset (decision D18), and during rehearsals of it (decision D51). */
export function notRemoved({ id, deprecation }: Operation, { rehearsals }: LifecycleParts): Step | undefined {
  if (deprecation === undefined) return undefined;
  const { replacement, sunset } = deprecation;
  const sunsetAt = Date.parse(sunset);
  return ({ now }) => {
    if (now >= sunsetAt) return new Failure("gone", `${id} was removed on ${sunset}: use ${replacement}`);
    const rehearsal = rehearsals.find(({ from, to }) => now >= from && now < to);
    if (rehearsal === undefined) return undefined;
    const end = new Date(rehearsal.to).toISOString();
    return new Failure(
      "gone",
      `${id} will be removed on ${sunset}, and is off until ${end} as a rehearsal: use ${replacement}`,
    );
  };
}
