/* Days of the calendar. Imports nothing, so that the console can share it. */

const PARTIAL_DATE = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/;

/** Matches a year, a month or a day, for the document: it does not know the lengths of months. */
export const PARTIAL_DATE_PATTERN = PARTIAL_DATE.source;

/** Whether a text is a year, a month or a day of the calendar (ISO 8601, reduced precision). */
export function isPartialDate(text: string): boolean {
  if (!PARTIAL_DATE.test(text) || text.startsWith("0000")) return false;
  // Months have different lengths: the 30th of February would become a day in March.
  return text.length < 10 || new Date(text).toISOString().startsWith(text);
}

/** A day in the document. */
export const DAY_SCHEMA = { type: "string", format: "date" } as const;

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  return text.length === 10 && isPartialDate(text);
}
