/** An hour in milliseconds. */
export const HOUR_MS = 3_600_000;

/** The day of a time in epoch milliseconds, in UTC: `2026-12-01`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A time in epoch milliseconds as RFC 3339 in UTC; undefined stays undefined. */
export function isoTime<At extends number | undefined>(at: At): string | Extract<At, undefined>;
export function isoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
