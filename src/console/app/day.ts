/* The day where the page is. The only clock of the console. */
import { signal } from "@preact/signals";

function midnight(daysFromNow: number): number {
  const day = new Date();
  day.setHours(24 * daysFromNow, 0, 0, 0);
  return day.getTime();
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
