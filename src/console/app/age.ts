/* How old a pet is, from a birth date of which only the year or the month may be known. */
import { todayStart } from "./day.ts";
import { formatUnits, texts } from "./language.ts";

/** Younger pets are counted in weeks, and then in months. */
const WEEKS_MAX = 16;
const MONTHS_MAX = 12;

const WEEK_MS = 7 * 86_400_000;

/** The age of a pet in words, such as "8 months", or "about 2 years" if only the year is known. */
export function ageOf(birthDate: string): string {
  const [year = 0, month, day] = birthDate.split("-").map(Number);
  const today = new Date(todayStart.value);
  const years = today.getFullYear() - year;
  const { profile: words } = texts.value;
  if (month === undefined) return years <= 0 ? words.underOneYear : words.about(formatUnits(years, "year"));
  const isBefore = day !== undefined && today.getDate() < day;
  const months = Math.max(0, 12 * years + today.getMonth() + 1 - month - (isBefore ? 1 : 0));
  if (months >= MONTHS_MAX) return formatUnits(Math.floor(months / 12), "year");
  const weeks = day === undefined ? WEEKS_MAX : Math.floor((today.getTime() - Date.parse(birthDate)) / WEEK_MS);
  return weeks < WEEKS_MAX ? formatUnits(Math.max(0, weeks), "week") : formatUnits(months, "month");
}
