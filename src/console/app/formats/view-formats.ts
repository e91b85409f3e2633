/* How other views than the first write numbers and dates. */
import type { Order } from "../../../client/index.ts";
import { daysFromToday } from "./day.ts";
import { dates, formatPlainDate, locale, numbers } from "./language.ts";

/** Names in a row, such as "Rex, Mia and Bo". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(locale.value).format(names);
}

/** A difference, with its sign. */
export const formatDifference = numbers({ signDisplay: "exceptZero" });

/** A count where there is little room, such as 12K. */
export const formatShort = numbers({ notation: "compact" });

/** A moment, as day and time. */
export const formatTime = dates({ dateStyle: "medium", timeStyle: "short" });

/** The time of a moment. */
export const formatTimeOfDay = dates({ timeStyle: "short" });

const formatTimeOfWeek = dates({ weekday: "short", hour: "2-digit", minute: "2-digit" });

/** A moment as its time if it is of today, with the day of the week if it is less than a week away; else as day and time. */
export function formatRecentTime(at: string): string {
  const days = Math.abs(daysFromToday(at));
  if (days === 0) return formatTimeOfDay(at);
  return days < 7 ? formatTimeOfWeek(at) : formatTime(at);
}

/** A day with its weekday. */
export const formatWeekday = dates({ dateStyle: "full" });

/** A date without a time and a year, as on an axis. */
export const formatDate = dates({ day: "numeric", month: "short", timeZone: "UTC" });

/** The month of a date. */
export const formatMonth = dates({ month: "long", year: "numeric", timeZone: "UTC" });

/** The name of the month of a date. */
export const formatMonthName = dates({ month: "long", timeZone: "UTC" });

/** A birth date as far as it is known, such as "2024" or "May 2024". */
export function formatBirthDate(birthDate: string): string {
  if (birthDate.length === 4) return birthDate;
  return birthDate.length === 7 ? formatMonth(birthDate) : formatPlainDate(birthDate);
}

const formatDayName = dates({ weekday: "short", day: "numeric", month: "short" });

/** A day of the weeks around today, such as "Sat 21 Nov". */
export function formatNearDay(at: string): string {
  return formatDayName(at).replace(",", "");
}

/** The day of the week of a date, such as "Sat". */
export const formatShortWeekday = dates({ weekday: "short", timeZone: "UTC" });

/** When a pet is picked up: the day, with its time if there is one; undefined if nobody knows. */
export function formatPickUp({ shipDate, shipDay }: Pick<Order, "shipDate" | "shipDay">): string | undefined {
  if (shipDay !== undefined) return formatPlainDate(shipDay);
  return shipDate && formatTime(shipDate);
}
