/* Dates of shops east and west of UTC, which are the same wherever the page is open. */
import { describe, expect, test } from "bun:test";
import { NOON } from "../support/harness.ts";
import { Browser, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

/** Opens a window of a shop in a time zone. The clock of tests is at noon UTC on 21 November 2026. */
async function openIn(timeZone: string, now = NOON): Promise<Window> {
  const shop = new Shop();
  const browser = new Browser(shop.serve, { timeZone });
  browser.now = now;
  return openWindow(browser, shop.admit("anna"));
}

describe.each([
  ["America/Los_Angeles", "2026-11-21"],
  ["Pacific/Pago_Pago", "2026-11-21"],
  ["UTC", "2026-11-21"],
  ["Europe/Berlin", "2026-11-21"],
  ["Pacific/Kiritimati", "2026-11-22"],
])("in %s", (zone, today) => {
  test("a birth date is the day that was entered, and its age changes at midnight", async () => {
    const { age, day, formats } = await openIn(zone);
    expect(day.dateOf(day.now())).toBe(today);
    expect(["2024", "2024-05", "2024-05-17"].map(formats.formatBirthDate)).toEqual(["2024", "May 2024", "17 May 2024"]);
    const date = Number(today.slice(-2));
    expect(age.ageOf(`2026-10-${date + 3}`)).toBe("4 weeks");
    expect(age.ageOf(`2026-10-${date + 4}`)).toBe("3 weeks");
    expect(age.ageOf(`2020-11-${date}`)).toBe("6 years");
    expect(age.ageOf(`2020-11-${date + 1}`)).toBe("5 years");
  });

  test("today and yesterday are days of the shop", async () => {
    const { dates, language } = await openIn(zone);
    const { from } = dates.dayOf(today) ?? expect.unreachable();
    const before = (ms: number) => new Date(Date.parse(from) - ms).toISOString();
    expect(language.formatRecentDay(from)).toBe("today");
    expect(language.formatRecentDay(before(1))).toBe("yesterday");
    expect(language.formatRecentDay(before(86_400_001))).toMatch(/Nov/);
  });
});

test("the day before one of 25 hours is yesterday until it ends", async () => {
  // Clocks went back on 1 November in New York; the page is opened on the 2nd.
  const { language } = await openIn("America/New_York", Date.parse("2026-11-02T12:00:00Z"));
  expect(language.formatRecentDay("2026-11-01T04:30:00Z")).toBe("yesterday");
  expect(language.formatRecentDay("2026-11-01T03:30:00Z")).toBe("31 Oct");
});

test.each([
  ["Europe/Berlin", "2026-11-29T00:00", "2026-11-28T23:00:00.000Z"],
  ["Europe/Berlin", "2026-07-29T14:30", "2026-07-29T12:30:00.000Z"],
  ["America/New_York", "2026-11-01T00:30", "2026-11-01T04:30:00.000Z"],
  ["America/New_York", "2026-11-01T12:00", "2026-11-01T17:00:00.000Z"],
  ["Asia/Kathmandu", "2026-11-29T09:00", "2026-11-29T03:15:00.000Z"],
])("a time in %s, %s, is a moment and back", async (zone, local, moment) => {
  const { dates } = await openIn(zone);
  expect(dates.momentOf(local)).toBe(moment);
  expect(dates.localTime(moment)).toBe(local);
});

test("what is no time is no moment, and a time that clocks skip is an hour later", async () => {
  const { dates } = await openIn("Europe/Berlin");
  expect(["", "tomorrow", "2026-13-01T10:00"].map(dates.momentOf)).toEqual([undefined, undefined, undefined]);
  expect(dates.momentOf("2027-03-28T02:30")).toBe("2027-03-28T01:30:00.000Z");
});

test("a year of six digits is no time, and fails nothing", async () => {
  const { dates } = await openIn("Europe/Berlin");
  for (const typed of ["123456-12-01T09:30", "999999-12-01T09:30", "20261-12-01T09:30"])
    expect(dates.momentOf(typed)).toBeUndefined();
  expect(dates.momentOf("2026-12-01T09:30")).toBe("2026-12-01T08:30:00.000Z");
  for (const typed of ["123456-12-01", "-00001-12-01"]) expect(dates.dayOf(typed)).toBeUndefined();
});

test("a pick-up on a day without a time names the day alone", async () => {
  const { formats } = await openIn("Europe/Berlin");
  expect(formats.formatPickUp({ shipDay: "2026-11-29", shipDate: "2026-11-28T23:00:00Z" })).toBe("29 Nov 2026");
  expect(formats.formatPickUp({ shipDate: "2026-11-29T09:30:00Z" })).toBe("29 Nov 2026, 10:30");
});
