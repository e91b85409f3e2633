/* Intervals of time as ISO 8601 writes them. */

/** From a time until before another, in epoch milliseconds. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

const INTERVALS_MAX = 100;

/**
 * Reads intervals that are separated by commas: `start/end`, `start/duration` or `duration/end`, with times in UTC or with an offset.
 * Returns undefined when one of them cannot be read or does not end after its start.
 */
export function readIntervals(text: string): readonly Interval[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length === 1 && parts[0] === "") return [];
  const intervals = parts.slice(0, INTERVALS_MAX + 1).map(readInterval);
  const isValid = intervals.length <= INTERVALS_MAX && intervals.every((interval) => interval !== undefined);
  return isValid ? intervals : undefined;
}

function readInterval(text: string): Interval | undefined {
  const [start = "", end = "", ...others] = text.split("/");
  if (others.length > 0) return undefined;
  const [startDuration, endDuration] = [readDuration(start), readDuration(end)];
  const to = endDuration === undefined ? readTime(end) : readTime(start) + endDuration;
  const from = startDuration === undefined ? readTime(start) : to - startDuration;
  return to > from ? { from, to } : undefined;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/** NaN if the text is no time. */
function readTime(text: string): number {
  return TIME.test(text) ? Date.parse(text) : Number.NaN;
}

const DURATION = /^P(?=.)(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000];

/** A duration of weeks, days, hours, minutes and seconds: months and years have no fixed length. */
function readDuration(text: string): number | undefined {
  const found = DURATION.exec(text);
  return found?.slice(1).reduce((sum, count, unit) => sum + Number(count ?? 0) * (UNITS_MS[unit] ?? 0), 0);
}
