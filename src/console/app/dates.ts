/* Dates of other days than today, where the page is. */
import { dateOf, midnight } from "./day.ts";

/** When a date begins and ends where the page is, in RFC 3339. On some days clocks change. */
export function dayOf(date: string): { readonly from: string; readonly to: string } | undefined {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d\d-\d\d$/.test(date) ? date.split("-").map(Number) : [];
  const [from, to] = [new Date(year, month - 1, day), new Date(year, month - 1, day + 1)];
  return dateOf(from.getTime()) === date ? { from: from.toISOString(), to: to.toISOString() } : undefined;
}

/** The date so many days after today where the page is. */
export function dateIn(days: number): string {
  return dateOf(midnight(days));
}
