/* How old a pet is, from a birth date of which only the year or the month may be known. Dates have no time zone. */
import { numberFormat } from "./formats.ts";

const DAY_MS = 86_400_000;

/** A younger pet is a newborn; after that, weeks are counted, then months, then years. */
const WEEKS_FROM_DAYS = 14;
const MONTHS_FROM_DAYS = 112;
const YEARS_FROM_MONTHS = 24;

/** The words of a language for ages that are no plain number of weeks, months or years. */
export interface AgeWords {
  readonly newborn: string;
  readonly underOneYear: string;
  about(age: string): string;
}

/** An age in words on a day, such as "8 months"; "about 2 years" if only the year of birth is known. */
export function ageOn(
  today: string,
  birthDate: string,
  words: AgeWords,
  locale: string,
  unitDisplay: "long" | "narrow" = "long",
): string {
  const format = (count: number, unit: "week" | "month" | "year") =>
    numberFormat(locale, { style: "unit", unit, unitDisplay }).format(count);
  const [year = 0, month, day] = birthDate.split("-").map(Number);
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split("-").map(Number);
  const years = thisYear - year;
  if (month === undefined) return years <= 0 ? words.underOneYear : words.about(format(years, "year"));
  const isBeforeDay = day !== undefined && thisDay < day;
  const months = 12 * years + thisMonth - month - (isBeforeDay ? 1 : 0);
  const days = day === undefined ? undefined : (Date.parse(today) - Date.parse(birthDate)) / DAY_MS;
  if (days === undefined ? months <= 0 : days < WEEKS_FROM_DAYS) return words.newborn;
  if (days !== undefined && days < MONTHS_FROM_DAYS) return format(Math.floor(days / 7), "week");
  return months < YEARS_FROM_MONTHS ? format(months, "month") : format(Math.floor(months / 12), "year");
}
