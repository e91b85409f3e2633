import type { Handlers, Output } from "../../contract/operation.ts";
import { type activityOperations, DAYS_MAX } from "../../contract/shop/activity.ts";
import type { Context } from "../context.ts";
import { DAY_MS, lastDays, QUARTER_MS } from "./local-days.ts";

const DAYS_DEFAULT = 30;

export const activity: Handlers<typeof activityOperations, Context> = {
  listActivity: async ({ query: { days = DAYS_DEFAULT, timeZone = "UTC" } }, { store, now }) => {
    const all: Output<typeof activityOperations.listActivity> = [];
    for (const { from, length, dates } of lastDays(timeZone, now, days)) {
      const byDay = Map.groupBy(await store.events.activity(from, length, dates.length), ({ day }) => day);
      for (const [day, date] of dates.entries()) {
        const counts = (byDay.get(day) ?? []).map(({ type, count }) => [type, count]);
        all.push({ date, counts: Object.fromEntries(counts) });
      }
    }
    return all;
  },
};

/** The first quarter hour since 1970 whose counts are kept: the days that a request may ask for, and two for time zones. */
export function activityKeptSince(now: number): number {
  return Math.floor((now - (DAYS_MAX + 2) * DAY_MS) / QUARTER_MS);
}
