/* Dates as people write them (decision D61). */
import { isPartialDate } from "../../contract/values/days.ts";

/** Which part of `3/4/2021` is the day. */
export const dayOrders = ["dmy", "mdy"] as const;
export type DayOrder = (typeof dayOrders)[number];

/** A date such as `3/4/2021` or `3/4/21`, whose order only its column tells. `3-4-21` may also begin with the year. */
const OPEN = /^(\d{1,2})(?:([/-])(\d{1,2})\2(\d{4})|\/(\d{1,2})\/(\d{2}))$/;

/** Text around a date that is no part of it: a day of the week, a time. */
const WEEKDAY =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|mo|di|mi|do|fr|sa|so)[.,]*\s+(?=.*\d)/i;
const TIME = /[ T]\d{1,2}:\d{2}.*$/;

/** An estimate, of which only the year counts. */
const ESTIMATE =
  /^(?:(?:ca\.?|circa|c\.|approx\.?|approximately|about|around|est\.?|estimated|etwa|um|ungefähr|geschätzt|vermutlich|~|≈)\s*(?<before>\d.*|\p{L}+\s\d.*)|(?<after>.*\d)\s*(?:\?|\(?(?:ca|est|approx|estimated|geschätzt)\.?\)?))$/iu;

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
  [/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/, [1, 2, 3]],
  [/^(\d{4})(\d{2})(\d{2})$/, [1, 2, 3]],
  [/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4}|\d{2})$/, [3, 2, 1]],
  [/^(\d{1,2})\.?[ -]\s*(\p{L}+)\.?,?[ -](\d{4}|\d{2})$/u, [3, 2, 1]],
  [/^(\p{L}+)\.? (\d{1,2}),? (\d{4})$/u, [3, 1, 2]],
  [/^(\d{1,2})[./](\d{4})$/, [2, 1]],
  [/^(\p{L}+)\.? (\d{4})$/u, [2, 1]],
];

/** The order of day and month that one date shows; undefined if both orders give a date, or if the order does not matter. */
export function orderIn(cell: string): DayOrder | undefined {
  const [, first, , second, , short = second] = OPEN.exec(bare(cell)) ?? [];
  if (Number(first) > 12) return "dmy";
  return Number(short) > 12 ? "mdy" : undefined;
}

/**
 * Reads a date as ISO 8601. Returns `unclear` where the day may be the month, and undefined for what is no date. Years of two digits
 * need `thisYear`: they are the newest that is not in the future.
 */
export function readDate(cell: string, order: DayOrder | undefined, thisYear?: number): string | "unclear" | undefined {
  const { before, after = before } = ESTIMATE.exec(cell.trim())?.groups ?? {};
  const text = bare(after ?? cell);
  const date = readExact(text, order, thisYear);
  if (after === undefined || date === undefined) return date;
  return date === "unclear" ? /\d{4}/.exec(text)?.[0] : date.slice(0, 4);
}

function readExact(text: string, order: DayOrder | undefined, thisYear: number | undefined) {
  const [isOpen, first = "", , long, year, short] = OPEN.exec(text) ?? [];
  if (isOpen !== undefined) {
    const second = long ?? short ?? "";
    const wholeYear = yearOf(year ?? text.slice(-2), thisYear);
    const known = order ?? orderIn(text) ?? (first === second ? "dmy" : undefined);
    if (wholeYear === undefined) return undefined;
    if (known === undefined) return "unclear";
    return known === "dmy" ? iso(wholeYear, second, first) : iso(wholeYear, first, second);
  }
  for (const [pattern, [yearAt, monthAt, dayAt]] of FORMATS) {
    const parts = pattern.exec(text);
    if (parts !== null) return iso(yearOf(parts[yearAt] ?? "", thisYear), parts[monthAt], dayAt && parts[dayAt]);
  }
  return isPartialDate(text) ? text : undefined;
}

function bare(cell: string): string {
  return cell.trim().replace(WEEKDAY, "").replace(TIME, "");
}

/** A year of four digits. One of two is the newest that is not in the future. */
function yearOf(written: string, thisYear: number | undefined): string | undefined {
  if (written.length === 4) return written;
  if (thisYear === undefined) return undefined;
  const year = thisYear - (thisYear % 100) + Number(written);
  return String(year > thisYear ? year - 100 : year);
}

function iso(year = "", month = "", day?: string | 0): string | undefined {
  const named = MONTHS.findIndex((name) => name.test(month.toLowerCase())) + 1;
  const parts = [year, /^\d/.test(month) ? month : String(named), ...(day ? [day] : [])];
  const text = parts.map((part) => part.padStart(2, "0")).join("-");
  return isPartialDate(text) ? text : undefined;
}
