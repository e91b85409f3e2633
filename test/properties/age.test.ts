import { expect, test } from "bun:test";
import fc from "fast-check";
import { ageOn } from "../../src/core/shop/age.ts";
import { SEED } from "../support/seed.ts";

const words = { newborn: "newborn", underOneYear: "under 1 year", about: (age: string) => `about ${age}` };
const DAY_MS = 86_400_000;
const dateOf = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);
const ageAt = (days: number, birthDate: string) => ageOn(dateOf(days), birthDate, words, "en");

/** About how many days an age is at least. */
function daysIn(age: string): number {
  const [, count = 0, unit = ""] = /(\d+) (week|month|year)/.exec(age) ?? [];
  return Number(count) * ({ week: 7, month: 30.4, year: 365.2 }[unit] ?? 0);
}

const day = fc.integer({ min: 0, max: 30_000 });

test("an age is never more than the time since the birth, never falls, and is at most one unit too small", () => {
  const property = fc.property(day, fc.nat(9_000), (birth, days) => {
    const [age, next] = [ageAt(birth + days, dateOf(birth)), ageAt(birth + days + 1, dateOf(birth))];
    expect(daysIn(next)).toBeGreaterThanOrEqual(daysIn(age));
    expect(daysIn(age)).toBeLessThanOrEqual(days + 4);
    expect(daysIn(age)).toBeGreaterThanOrEqual(days < 14 ? 0 : days * 0.45);
  });
  fc.assert(property, { numRuns: 1_000, seed: SEED });
});

test("an age in years changes on the birthday", () => {
  const property = fc.property(fc.integer({ min: 2000, max: 2025 }), fc.integer({ min: 3, max: 30 }), (year, years) => {
    const [today, before] = [`${year + years}-05-17`, `${year + years}-05-16`];
    expect(ageOn(today, `${year}-05-17`, words, "en")).toBe(`${years} years`);
    expect(ageOn(before, `${year}-05-17`, words, "en")).toBe(years === 2 ? "23 months" : `${years - 1} years`);
    expect(ageOn(today, `${year}-05`, words, "en")).toBe(`${years} years`);
    expect(ageOn(today, `${year}`, words, "de")).toBe(`about ${years} Jahre`);
  });
  fc.assert(property, { numRuns: 100, seed: SEED });
});
