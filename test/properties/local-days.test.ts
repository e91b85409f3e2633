/* The days of a time zone are those of its calendar, whatever its clocks do. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { lastDays } from "../../src/core/feed/local-days.ts";

const QUARTER_MS = 900_000;
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
  // Clocks change at midnight, or four times a year.
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Santiago",
  "America/Nuuk",
  "Africa/Casablanca",
];

const calendars = new Map(
  ZONES.map((timeZone) => {
    const fields = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    return [timeZone, new Intl.DateTimeFormat("en-US", { timeZone, ...fields })];
  }),
);

/** The date of a moment, from the fields that the calendar of a zone has. */
function dateIn(timeZone: string, at: number): string {
  const parts = calendars.get(timeZone)?.formatToParts(at) ?? [];
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part("year")}-${part("month")}-${part("day")}`;
}

test("every quarter hour of a day has its date, the days follow each other, and the last one is today", () => {
  const moment = fc.date({ min: new Date("2011-01-01"), max: new Date("2032-01-01"), noInvalidDate: true });
  const afterSkippedDay: [string, Date, number] = ["Pacific/Apia", new Date("2012-01-01"), 3];
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, fc.integer({ min: 1, max: 366 }), (timeZone, now, count) => {
      const spans = lastDays(timeZone, now.getTime(), count);
      const dates = spans.flatMap((span) => span.dates);
      expect(dates).toHaveLength(count);
      expect(dates.at(-1)).toBe(dateIn(timeZone, now.getTime()));
      let next = spans[0]?.from;
      for (const { from, length, dates } of spans) {
        expect(from).toBe(next ?? 0);
        for (const [day, date] of dates.entries()) {
          const first = from + day * length;
          if (length === 0) {
            expect(dateIn(timeZone, first * QUARTER_MS - 1) < date).toBeTrue();
            expect(dateIn(timeZone, first * QUARTER_MS) > date).toBeTrue();
            continue;
          }
          expect(dateIn(timeZone, first * QUARTER_MS)).toBe(date);
          expect(dateIn(timeZone, (first + length) * QUARTER_MS - 1)).toBe(date);
        }
        next = from + dates.length * length;
      }
    }),
    { numRuns: 200, examples: [afterSkippedDay] },
  );
});

test.each([
  ["Europe/Berlin", "2026-03-30T12:00Z", [96, 92, 96]],
  ["Europe/Berlin", "2026-10-26T12:00Z", [96, 100, 96]],
  ["Australia/Lord_Howe", "2026-10-05T00:00Z", [96, 94, 96]],
  ["Australia/Lord_Howe", "2026-04-06T00:00Z", [96, 98, 96]],
  ["Asia/Kathmandu", "2026-03-30T12:00Z", [96, 96, 96]],
  ["Africa/Cairo", "2026-04-25T12:00Z", [96, 92, 96]],
  // The day that Samoa skipped.
  ["Pacific/Apia", "2011-12-31T00:00Z", [96, 0, 96]],
])("in %s on the days until %s", (timeZone, now, lengths) => {
  const spans = lastDays(timeZone, Date.parse(now), 3);
  expect(spans.flatMap(({ length, dates }) => dates.map(() => length))).toEqual(lengths);
});
