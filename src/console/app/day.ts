/* The day where the page is. The only clock of the console. */
import { signal } from "@preact/signals";

/** When a day begins so many days after today, in epoch milliseconds. */
export function midnight(daysFromNow: number): number {
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

/** How many days after today a moment is where the page is; before today, less than 0. */
export function daysFromToday(at: string): number {
  // Between dates: some days have 23 or 25 hours.
  return Math.round((Date.parse(dateOf(at)) - Date.parse(dateOf(todayStart.value))) / 86_400_000);
}
