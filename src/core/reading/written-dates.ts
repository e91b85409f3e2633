/* Dates as people write them (decision D61). */
import { isPartialDate } from "../../contract/days.ts";

/** Which part of `3/4/2021` is the day. */
export const dayOrders = ["dmy", "mdy"] as const;
export type DayOrder = (typeof dayOrders)[number];

/** A date such as `3/4/2021`, whose order only its column tells. A time after it says nothing of the day. */
const OPEN = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T]\d{1,2}:\d{2}.*)?$/;

const MONTHS = [
  ...[
    /^jan(uary?|uar)?$/,
    /^feb(ruary?|ruar)?$/,
    /^(mar(ch)?|märz?|mrz|maerz)$/,
    /^apr(il)?$/,
    /^(may|mai)$/,
    /^june?$|^juni$/,
  ],
  ...[/^july?$|^juli$/, /^aug(ust)?$/, /^sept?(ember)?$/, /^(oct|okt)(ober)?$/, /^nov(ember)?$/, /^(dec|dez)(ember)?$/],
];

/** Dates that are written in one way only, and where their year, month and day are. */
const FORMATS: readonly (readonly [RegExp, readonly [year: number, month: number, day?: number]])[] = [
  [/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T]\d{1,2}:\d{2}.*)?$/, [1, 2, 3]],
  [/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})(?: \d{1,2}:\d{2}.*)?$/, [3, 2, 1]],
  [/^(\d{1,2})\.?[ -]\s*(\p{L}+)\.?,?[ -](\d{4}|\d{2})$/u, [3, 2, 1]],
  [/^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u, [3, 1, 2]],
  [/^(\d{1,2})[./](\d{4})$/, [2, 1]],
  [/^(\p{L}+)\.? (\d{4})$/u, [2, 1]],
];

/** What one date says about the order of its column; undefined if both orders give a date, and if nobody has to ask. */
export function orderIn(cell: string): DayOrder | undefined {
  const [, first, , second] = OPEN.exec(cell.trim()) ?? [];
  if (Number(first) > 12) return "dmy";
  return Number(second) > 12 ? "mdy" : undefined;
}

/**
 * Reads a date as ISO 8601. Returns `unclear` where the day may be the month, and undefined for what is no date. A year of two digits
 * is the newest one that is not after this year; without `thisYear`, it is no year.
 */
export function readDate(cell: string, order: DayOrder | undefined, thisYear?: number): string | "unclear" | undefined {
  const text = cell.trim();
  const [isOpen, first = "", , second = "", year = ""] = OPEN.exec(text) ?? [];
  if (isOpen !== undefined) {
    const known = order ?? orderIn(text) ?? (first === second ? "dmy" : undefined);
    if (known === undefined) return "unclear";
    const whole = wholeYear(year, thisYear);
    return known === "dmy" ? iso(whole, second, first) : iso(whole, first, second);
  }
  for (const [pattern, [yearAt, monthAt, dayAt]] of FORMATS) {
    const parts = pattern.exec(text);
    if (parts !== null) return iso(wholeYear(parts[yearAt], thisYear), parts[monthAt], dayAt && parts[dayAt]);
  }
  return isPartialDate(text) ? text : undefined;
}

function wholeYear(year = "", thisYear?: number): string {
  if (year.length !== 2 || thisYear === undefined) return year;
  const century = Math.floor(thisYear / 100) * 100;
  return String(century + Number(year) - (century + Number(year) > thisYear ? 100 : 0));
}

function iso(year = "", month = "", day?: string | 0): string | undefined {
  const named = MONTHS.findIndex((name) => name.test(month.toLowerCase())) + 1;
  const parts = [year, /^\d/.test(month) ? month : String(named), ...(day ? [day] : [])];
  const text = parts.map((part) => part.padStart(2, "0")).join("-");
  return isPartialDate(text) ? text : undefined;
}
