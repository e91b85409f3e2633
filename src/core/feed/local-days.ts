/* The days of a time zone. Their starts are counted in quarter hours since 1970: since then, every offset is a multiple of one. */

/** The length of a quarter hour in milliseconds. */
export const QUARTER_MS = 900_000;

/** The length of a day in UTC in milliseconds. */
export const DAY_MS = 86_400_000;

const QUARTERS_OF_A_DAY = DAY_MS / QUARTER_MS;

/** A day starts at most so many quarter hours before or after it does in UTC: offsets are from -12 to +14 hours, clocks change by one. */
const OFFSET_MAX = 60;

/** Consecutive days of equal length. */
export interface EqualDays {
  /** The start of the first one, in quarter hours since 1970. */
  readonly from: number;
  /** The length of each: 96 quarter hours, unless clocks change. */
  readonly length: number;
  /** The date of each, as in 2026-11-21. */
  readonly dates: readonly string[];
}

/** Returns the last days of a time zone, today last, in spans of equal length. */
export function lastDays(timeZone: string, now: number, count: number): readonly EqualDays[] {
  const today = dateIn(timeZone, now);
  return spansBetween(timeZone, daysAfter(today, 1 - count), today);
}

/** The date of a moment in epoch milliseconds. */
export function dateIn(timeZone: string, at: number): string {
  return dateFormat(timeZone).format(at);
}

/** Returns a cached `dateIn` for one time zone: days start on quarter hours. */
export function dayReader(timeZone: string): (at: number) => string {
  const format = dateFormat(timeZone);
  let known = { quarter: Number.NaN, date: "" };
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS);
    if (quarter !== known.quarter) known = { quarter, date: format.format(at) };
    return known.date;
  };
}

/** A day of a time zone. */
interface LocalDay {
  readonly date: string;
  /** From `start`, before `end`, in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
}

/** Returns the days of a time zone from one date to another, both included. */
export function daysBetween(timeZone: string, first: string, last: string): readonly LocalDay[] {
  return spansBetween(timeZone, first, last).flatMap(({ from, length, dates }) =>
    dates.map((date, nth) => ({
      date,
      start: (from + nth * length) * QUARTER_MS,
      end: (from + (nth + 1) * length) * QUARTER_MS,
    })),
  );
}

/** When a day begins, in epoch milliseconds: where a zone skipped it, the next one. */
export function startOfDay(timeZone: string, date: string): number {
  const format = dateFormat(timeZone);
  return startOf(date, (quarter) => format.format(quarter * QUARTER_MS), Date.parse(date) / QUARTER_MS) * QUARTER_MS;
}

/** In Swedish, dates are written as in ISO 8601. */
function dateFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

function spansBetween(timeZone: string, first: string, last: string): readonly EqualDays[] {
  const format = dateFormat(timeZone);
  const dateAt = (quarter: number) => format.format(quarter * QUARTER_MS);
  const spans: (EqualDays & { readonly dates: string[] })[] = [];
  let start = startOf(first, dateAt, Date.parse(first) / QUARTER_MS);
  for (let date = first; date <= last; date = daysAfter(date, 1)) {
    const end = startOf(daysAfter(date, 1), dateAt, start + QUARTERS_OF_A_DAY);
    const span = spans.at(-1);
    if (span?.length === end - start) span.dates.push(date);
    else spans.push({ from: start, length: end - start, dates: [date] });
    start = end;
  }
  return spans;
}

/** The date that many days after another. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The first quarter hour that is on a date or, where a zone skipped that date, on a later one. */
function startOf(date: string, dateAt: (quarter: number) => string, expected: number): number {
  if (dateAt(expected) >= date && dateAt(expected - 1) < date) return expected;
  const inUtc = Date.parse(date) / QUARTER_MS;
  let [before, from] = [inUtc - OFFSET_MAX, inUtc + OFFSET_MAX];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (dateAt(middle) < date) before = middle;
    else from = middle;
  }
  return from;
}
