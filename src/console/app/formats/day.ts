/* The day and the time of the shop, wherever the page is open. The only clock of the console. */
import { signal } from "@preact/signals";
import { DAY_MS, dayReader, daysAfter, startOfDay } from "../../../core/feed/local-days.ts";
import { shop } from "../session/page-settings.ts";

/** The time now, in epoch milliseconds. */
export function now(): number {
  return Date.now();
}

const dateAt = dayReader(shop.timeZone);

/** The date of a moment in the shop, such as 2026-12-01. */
export function dateOf(at: string | number): string {
  return dateAt(new Date(at).getTime());
}

/** The date so many days after today. */
export function dateIn(days: number): string {
  return daysAfter(dateOf(now()), days);
}

/** When a day begins so many days after today, in epoch milliseconds. */
export function midnight(daysFromNow: number): number {
  return startOfDay(shop.timeZone, dateIn(daysFromNow));
}

/** When today began, in epoch milliseconds. Another day may start while the page is open. */
export const todayStart = signal(midnight(0));

function look(): void {
  todayStart.value = midnight(0);
}

function waitForTomorrow(): void {
  setTimeout(() => {
    look();
    waitForTomorrow();
  }, midnight(1) - now());
}

waitForTomorrow();
// Timers stand still while a computer sleeps.
document.addEventListener("visibilitychange", look);

/** How many days after today a moment is in the shop; before today, less than 0. */
export function daysFromToday(at: string): number {
  // Between dates: some days have 23 or 25 hours.
  return Math.round((Date.parse(dateOf(at)) - Date.parse(dateOf(todayStart.value))) / DAY_MS);
}
