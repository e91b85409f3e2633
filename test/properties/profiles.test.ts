import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { type Profile, profileMembers } from "../../src/contract/pets/profiles.ts";
import { isPartialDate } from "../../src/contract/values/days.ts";
import {
  changedProfile,
  isFuture,
  mergeProfile,
  type ProfilePatch,
  tagKey,
} from "../../src/core/shop/pets/profile-rules.ts";
import { anyProfile as profile } from "../support/any-profile.ts";

const days = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
const precision = fc.constantFrom(4, 7, 10);
const DAY_MS = 86_400_000;

test("every day of the calendar is a date, and so are its month and its year", () => {
  const property = fc.property(days, precision, (day, length) => {
    expect(isPartialDate(day.toISOString().slice(0, length))).toBe(true);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("a text of digits is a date exactly if the calendar has it", () => {
  const parts = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 33 }),
  );
  const property = fc.property(parts, ([year, month, day]) => {
    const two = (value: number) => String(value).padStart(2, "0");
    const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
    const daysOfMonth = month >= 1 && month <= 12 ? new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate() : 0;
    expect(isPartialDate(text)).toBe(day >= 1 && day <= daysOfMonth);
  });
  fc.assert(property, { numRuns: 2000 });
});

test("a date is in the future exactly if it begins after the day that is the latest anywhere", () => {
  const property = fc.property(days, days, precision, (now, day, length) => {
    const date = day.toISOString().slice(0, length);
    const latest = new Date(now.getTime() + 14 * 3_600_000);
    const begins = Date.parse(date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date);
    const today = Math.floor(latest.getTime() / DAY_MS) * DAY_MS;
    if (latest.getUTCFullYear() < 10_000) expect(isFuture(date, now.getTime())).toBe(begins > today);
  });
  fc.assert(property, { numRuns: 1000 });
});

/** RFC 7396, word by word. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const merged: Record<string, unknown> =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

const patch = fc.tuple(profile, fc.subarray([...profileMembers])).map(
  ([members, removed]): ProfilePatch => ({
    ...members,
    ...Object.fromEntries(removed.map((name) => [name, null])),
  }),
);

test("a change of a profile is the merge patch of RFC 7396", () => {
  const property = fc.property(profile, patch, (before, change) => {
    expect(mergeProfile(before, change)).toEqual(mergePatch(before, change) as Profile);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("the previous members of a change lead back to the profile before it", () => {
  const property = fc.property(profile, profile, (before, after) => {
    const previous = changedProfile(before, after);
    if (previous === undefined) return expect(after).toEqual(before);
    const back = Object.fromEntries(Object.keys(previous).map((name) => [name, before[name as keyof Profile] ?? null]));
    expect(mergeProfile(after, back as ProfilePatch)).toEqual(before);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("a tag is compared without its case, and what is indexed of it is bounded", () => {
  const property = fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 50 }), (tag) => {
    expect(tagKey(tag.toLowerCase())).toBe(tagKey(tag));
    expect([...tagKey(tag)].length).toBeLessThanOrEqual(64);
  });
  fc.assert(property, { numRuns: 1000 });
  expect(tagKey("ﷺ".repeat(50)).length).toBe(64);
  expect(tagKey("cat-friendly")).not.toBe(tagKey("cat friendly"));
});
