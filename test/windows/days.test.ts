/* Dates where the page is, east and west of UTC. */
import { afterAll, describe, expect, test } from "bun:test";
import { Browser, type Window } from "./browser.ts";
import { Shop } from "./shop.ts";
import { openWindow } from "./windows.ts";

const here = process.env["TZ"];

afterAll(() => {
  if (here === undefined) delete process.env["TZ"];
  else process.env["TZ"] = here;
});

/** Opens a window in a time zone. The clock of tests is at noon UTC on 21 November 2026. */
async function openIn(zone: string): Promise<Window> {
  process.env["TZ"] = zone;
  const shop = new Shop();
  return openWindow(new Browser(shop.serve), shop.admit("anna"));
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

  test("today and yesterday are days where the page is", async () => {
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
  process.env["TZ"] = "America/New_York";
  const shop = new Shop();
  const browser = new Browser(shop.serve);
  browser.now = Date.parse("2026-11-02T12:00:00Z");
  const { language } = await openWindow(browser, shop.admit("anna"));
  expect(language.formatRecentDay("2026-11-01T04:30:00Z")).toBe("yesterday");
  expect(language.formatRecentDay("2026-11-01T03:30:00Z")).toBe("31 Oct");
});
