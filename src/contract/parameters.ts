/* Query parameters that are parsed: moments, days, and lists of ids. */

import { DATE_TIME, givenDateTime, INT64, listParameter, parameter, readInt64 } from "./common.ts";
import { DAY_SCHEMA, isDay } from "./values/days.ts";
import { readTimeZone, TIME_ZONE } from "./values/time-zones.ts";

const given = givenDateTime("A moment");

/** A moment in a query, in UTC inside. */
export function dateTimeParameter(description: string) {
  const read = (text: string) => (given.safeParse(text).success ? new Date(text).toISOString() : undefined);
  return parameter(DATE_TIME, read, {
    type: "string",
    format: "date-time",
    "x-stability": "beta",
    description,
  }).optional();
}

const DAY = "a day of the calendar, such as 2026-12-01";

/** A day in a query. */
export function dayParameter(description: string) {
  const read = (text: string) => (isDay(text) ? text : undefined);
  return parameter(DAY, read, { ...DAY_SCHEMA, "x-stability": "beta", description }).optional();
}

/** The longest name of a time zone. */
const TIME_ZONE_MAX = 64;

/** A time zone in a query. */
export function timeZoneParameter(description: string) {
  return parameter(TIME_ZONE, readTimeZone, {
    type: "string",
    minLength: 1,
    maxLength: TIME_ZONE_MAX,
    description,
  }).optional();
}

const IDS_MAX = 100;

function readIds(texts: readonly string[]): readonly bigint[] | undefined {
  if (texts.length > IDS_MAX) return undefined;
  const ids = texts.map(readInt64).filter((id) => id !== undefined);
  return ids.length === texts.length ? ids : undefined;
}

/** A list of ids (decision D8). */
export function idsParameter(description: string) {
  return listParameter(`1 to ${IDS_MAX} integers (int64), separated by commas`, readIds, {
    items: INT64,
    maxItems: IDS_MAX,
    "x-stability": "beta",
    description,
  });
}
