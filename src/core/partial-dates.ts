/* Dates of which only the year or the month may be known, such as `2024` and `2024-05` (ISO 8601, reduced precision). */

/** How far ahead of UTC the earliest day on Earth is. */
const EARLIEST_MS = 14 * 3_600_000;

/** Whether all of a year, a month or a day is in the future, wherever on Earth the shop is. */
export function isFuture(date: string, now: number): boolean {
  return date > new Date(now + EARLIEST_MS).toISOString().slice(0, date.length);
}
