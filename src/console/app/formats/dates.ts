/* Days and times of the shop in fields and addresses. */
import { daysAfter, startOfDay } from "../../../core/feed/local-days.ts";
import { shop } from "../session/page-settings.ts";
import { dateOf } from "./day.ts";

/** When a date begins and ends in the shop, in RFC 3339; undefined for what is no date. On some days clocks change. */
export function dayOf(date: string): { readonly from: string; readonly to: string } | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) return undefined;
  const [from, to] = [date, daysAfter(date, 1)].map((day) => startOfDay(shop.timeZone, day));
  if (from === undefined || to === undefined || dateOf(from) !== date) return undefined;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

// In Swedish, times are written as in ISO 8601.
const clock = new Intl.DateTimeFormat("sv", { timeZone: shop.timeZone, dateStyle: "short", timeStyle: "short" });

/** The time of the shop at a moment: 2026-12-01T09:30, the values of a date and a time field. */
export function localTime(at: string | number): string {
  return clock.format(new Date(at)).replace(" ", "T");
}

/** The moment of such a time, in RFC 3339; undefined for what is no time. Of a time that clocks skip, an hour later. */
export function momentOf(local: string): string | undefined {
  // Fields let people type six digits for a year.
  const inUtc = /^\d{4}-/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(inUtc)) return undefined;
  const offsetAt = (at: number) => Date.parse(`${localTime(at)}Z`) - at;
  const near = inUtc - offsetAt(inUtc);
  return new Date(inUtc - offsetAt(near)).toISOString();
}
