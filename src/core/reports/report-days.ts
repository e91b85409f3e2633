/* The days of reports and lists, as clients name them. */
import { invalidField } from "../../contract/errors/errors.ts";
import { REPORT_DAYS_MAX } from "../../contract/shop/reports.ts";
import { DAY_MS, dateIn, daysAfter, startOfDay } from "../feed/local-days.ts";

/** The days of a report; by default those of this month until today. */
export function period(
  days: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
  now: number,
) {
  const to = days.to ?? dateIn(timeZone, now);
  return { from: days.from ?? `${to.slice(0, 7)}-01`, to };
}

/** Before this day, offsets of time zones are not in quarter hours; after the last day of 9999, the year has five digits. */
const FIRST_DAY = "1970-01-01";
const LAST_DAY = "9998-12-31";

/** Throws for days outside of that range. */
function requireDays(days: { readonly [field in "day" | "from" | "to"]?: string }): void {
  for (const [field, day] of Object.entries(days)) {
    if (day >= FIRST_DAY && day <= LAST_DAY) continue;
    throw invalidField("invalid_parameter", field, `a day from ${FIRST_DAY} to ${LAST_DAY}`, day);
  }
}

/** Throws for a period that is empty or too long for a report. */
export function requirePeriod(from: string, to: string, most = REPORT_DAYS_MAX): void {
  requireDays({ to, from });
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days >= 1 && days <= most) return;
  const expected = `a day on which the report has 1 to ${most} days from ${from}`;
  throw invalidField("invalid_parameter", "to", expected, to);
}

/** When the first of some days begins, and when the last one ends, in epoch milliseconds. */
export function timesOf(from = FIRST_DAY, to = LAST_DAY, timeZone: string): readonly [start: number, end: number] {
  requireDays({ to, from });
  if (to < from) throw invalidField("invalid_parameter", "to", `${from}, the day in from, or later`, to);
  return [startOfDay(timeZone, from), startOfDay(timeZone, daysAfter(to, 1))];
}

/** When a day begins and when it ends, in epoch milliseconds. */
export function timesOfDay(day: string, timeZone: string): readonly [start: number, end: number] {
  requireDays({ day });
  return timesOf(day, day, timeZone);
}
