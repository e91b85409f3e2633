/* What people type into fields, read as an import reads it, and how the page answers: in the person's own format. */
import { decimalAmount, type Money } from "../../contract/values/money.ts";
import { readAmount } from "../../core/reading/written-amounts.ts";
import { type DayOrder, readDate } from "../../core/reading/written-dates.ts";
import { todayStart } from "../app/formats/day.ts";
import { locale } from "../app/formats/language.ts";
import { formatOf } from "../app/formats/money-text.ts";
import { formatBirthDate } from "../app/formats/view-formats.ts";

/** Which part of `3/4/2021` is the day, where the person writes. */
function dayOrder(): DayOrder {
  const parts = new Intl.DateTimeFormat(locale.value).formatToParts(todayStart.value).map(({ type }) => type);
  return parts.indexOf("month") < parts.indexOf("day") ? "mdy" : "dmy";
}

/** A day, a month or a year that was typed, in ISO 8601; undefined for what is none. */
export function readTypedDate(text: string): string | undefined {
  return readDate(text, dayOrder(), new Date(todayStart.value).getFullYear());
}

/** A date for a field: as people read it, if that can be read again. */
export function dateText(date: string | undefined): string {
  if (date === undefined) return "";
  const text = formatBirthDate(date);
  return readTypedDate(text) === date ? text : date;
}

/** The amount that was typed, in the given currency unless it names another one; undefined if it is none. */
export function readTypedAmount(text: string, currency: string): Money | undefined {
  const amount = readAmount(text, { decimal: decimalMark(currency), currency });
  return typeof amount === "object" ? amount : undefined;
}

/** An amount for a field, such as 150.00, or 150,00 in German. */
export function amountText(money: Money): string {
  return decimalAmount(money).replace(".", decimalMark(money.currency));
}

function decimalMark(currency: string): "." | "," {
  const mark = formatOf(currency)
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value;
  return mark === "," ? "," : ".";
}

/** The whole number that was typed, within limits; undefined for anything else. */
export function readTypedCount(text: string, min: number, max: number): number | undefined {
  const count = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN;
  return count >= min && count <= max ? count : undefined;
}
