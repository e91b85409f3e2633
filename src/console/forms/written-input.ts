/* Parses dates, amounts and counts in fields as imports do, and formats values in the person's locale. */
import { decimalAmount, type Money } from "../../contract/values/money.ts";
import { readAmount } from "../../core/reading/written-amounts.ts";
import { type DayOrder, readDate } from "../../core/reading/written-dates.ts";
import { todayStart } from "../app/formats/day.ts";
import { locale } from "../app/formats/language.ts";
import { formatOf } from "../app/formats/money-text.ts";
import { formatBirthDate } from "../app/formats/view-formats.ts";

/** Whether the day or the month comes first in dates such as `3/4/2021`. */
function dayOrder(): DayOrder {
  const parts = new Intl.DateTimeFormat(locale.value).formatToParts(todayStart.value).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day") ? "mdy" : "dmy";
}

/** Parses a typed day, month or year to ISO 8601; undefined if invalid. */
export function readTypedDate(text: string): string | undefined {
  return readDate(text, dayOrder(), new Date(todayStart.value).getFullYear());
}

/** Formats a date for a field: in the locale if that can be parsed again, otherwise in ISO 8601. */
export function dateText(date: string | undefined): string {
  if (date === undefined) return "";
  const text = formatBirthDate(date);
  return readTypedDate(text) === date ? text : date;
}

/** Parses a typed amount in the given currency, unless it names another; undefined if invalid. */
export function readTypedAmount(text: string, currency: string): Money | undefined {
  const amount = readAmount(text, { decimal: decimalMark(currency), currency });
  return typeof amount === "object" ? amount : undefined;
}

/** Formats an amount for a field, such as 150.00, or 150,00 in German. */
export function amountText(money: Money): string {
  return decimalAmount(money).replace(".", decimalMark(money.currency));
}

function decimalMark(currency: string): "." | "," {
  const mark = formatOf(currency)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value;
  return mark === "," ? "," : ".";
}

/** Parses an integer within limits; undefined otherwise. */
export function readTypedCount(text: string, min: number, max: number): number | undefined {
  const count = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN;
  return count >= min && count <= max ? count : undefined;
}
