/* The day where the page is. The only clock of the console. */
import { signal } from "@preact/signals";

function midnight(daysFromNow: number): number {
  const day = new Date();
  day.setHours(24 * daysFromNow, 0, 0, 0);
  return day.getTime();
}

/** The time zone of the page, by its IANA name. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The date of a moment where the page is, such as 2026-12-01. */
export function dateOf(at: string | number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** When a date begins and ends where the page is, in RFC 3339. On some days clocks change. */
export function dayOf(date: string): { readonly from: string; readonly to: string } | undefined {
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d\d-\d\d$/.test(date) ? date.split("-").map(Number) : [];
  const [from, to] = [new Date(year, month - 1, day), new Date(year, month - 1, day + 1)];
  return dateOf(from.getTime()) === date ? { from: from.toISOString(), to: to.toISOString() } : undefined;
}

/** The time now, in epoch milliseconds. */
export function now(): number {
  return Date.now();
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

/** The date so many days after today where the page is. */
export function dateIn(days: number): string {
  return dateOf(midnight(days));
}

/** How many days after today a moment is where the page is; before today, less than 0. */
export function daysFromToday(at: string): number {
  // Between dates: some days have 23 or 25 hours.
  return Math.round((Date.parse(dateOf(at)) - Date.parse(dateOf(todayStart.value))) / 86_400_000);
}
