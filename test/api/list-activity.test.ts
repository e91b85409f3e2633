import { expect } from "bun:test";
import { purge } from "../../src/core/purge/purge.ts";
import { test } from "../support/databases.ts";
import { bodyOf, NOON, openService } from "../support/harness.ts";

const DAY_MS = 86_400_000;
const rex = { body: { name: "Rex", categoryId: 7n } };

test.each([
  [undefined, 30],
  [1, 1],
  [366, 366],
])("returns the last days, 30 by default, today last, empty ones too: %p", async (days, count) => {
  await using service = await openService();
  const dates = Array.from({ length: count }, (_, nth) => new Date(NOON - nth * DAY_MS).toISOString().slice(0, 10));
  const expected = dates.toReversed().map((date) => ({ date, counts: {} }));
  expect(await bodyOf(service.reader.listActivity({ query: { days } }))).toEqual(expected);
});

test("counts the events of each type by UTC day", async () => {
  await using service = await openService();
  const midnight = NOON + DAY_MS / 2;
  service.now = midnight - 1;
  await service.admin.createPet(rex);
  service.now = midnight;
  await service.admin.createPet(rex);
  await service.admin.createPet(rex);
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Max" } });
  await service.publish();
  const response = await service.send("/v1/activity?days=2");
  expect(await response.json()).toEqual([
    { date: "2026-11-21", counts: { "pet.created": 1, "inventory.updated": 1 } },
    { date: "2026-11-22", counts: { "pet.created": 2, "inventory.updated": 2, "pet.updated": 1 } },
  ]);
});

/** The activity of the last days in a zone, after a pet was created at each of these moments and the clock set to the last. */
async function countIn(timeZone: string, days: number, moments: readonly string[]) {
  await using service = await openService();
  for (const moment of moments) {
    service.now = Date.parse(moment);
    await service.admin.createPet(rex);
  }
  await service.publish();
  const activity = await bodyOf(service.reader.listActivity({ query: { days, timeZone } }));
  return activity.map(({ date, counts }) => [date, Number(counts["pet.created"] ?? 0)]);
}

test.each([
  [
    "have 23 hours when clocks go forward",
    "Europe/Berlin",
    ["2026-03-28T22:59:59.999Z", "2026-03-28T23:00Z", "2026-03-29T21:59:59.999Z", "2026-03-29T22:00Z"],
    { "2026-03-28": 1, "2026-03-29": 2, "2026-03-30": 1 },
  ],
  [
    "have 25 hours when clocks go back",
    "Europe/Berlin",
    ["2026-10-24T21:59:59.999Z", "2026-10-24T22:00Z", "2026-10-25T22:59:59.999Z", "2026-10-25T23:00Z"],
    { "2026-10-24": 1, "2026-10-25": 2, "2026-10-26": 1 },
  ],
  [
    "may start at a quarter past an hour of UTC",
    "Asia/Kathmandu",
    ["2026-11-20T18:14:59.999Z", "2026-11-20T18:15Z"],
    { "2026-11-20": 1, "2026-11-21": 1 },
  ],
  [
    "may have 23 and a half hours, when clocks go from +10:30 to +11",
    "Australia/Lord_Howe",
    ["2026-10-03T13:29:59.999Z", "2026-10-03T13:30Z", "2026-10-04T12:59:59.999Z", "2026-10-04T13:00Z"],
    { "2026-10-03": 1, "2026-10-04": 2, "2026-10-05": 1 },
  ],
] as const)("the days of a time zone %s", async (_, timeZone, moments, counts) => {
  expect(await countIn(timeZone, Object.keys(counts).length, moments)).toEqual(Object.entries(counts));
});

test("days outlive the events that they count", async () => {
  await using service = await openService();
  await service.admin.createPet(rex);
  await service.publish();
  await service.store.transaction(({ events }) => events.purge(NOON + 1, 10, NOON + 1));
  expect((await service.reader.listActivity({ query: { days: 1 } })).body).toEqual([
    { date: "2026-11-21", counts: { "pet.created": 1, "inventory.updated": 1 } },
  ]);
});

test("days that no request can ask for are deleted, in the last time zone too", async () => {
  await using service = await openService();
  await service.admin.createPet(rex);
  await service.publish();
  const counted = async () => {
    const query = { days: 366, timeZone: "Etc/GMT+12" };
    const activity = await bodyOf(service.reader.listActivity({ query }));
    return activity.filter(({ counts }) => Object.keys(counts).length > 0).map(({ date }) => date);
  };
  const purgeAt = (now: number) => purge(service.store, "activity counts", { now, keptSince: 0 });
  service.now = NOON + 366 * DAY_MS - 1;
  await purgeAt(service.now);
  expect(await counted()).toEqual(["2026-11-21"]);
  // What expires is told by the newest event.
  await service.store.transaction(({ events }) =>
    events.append({
      type: "pet.created",
      at: NOON + 369 * DAY_MS,
      petId: 1n,
      data: { ...rex, id: 1n, status: "available" },
    }),
  );
  await service.publish();
  await purgeAt(NOON + 369 * DAY_MS);
  expect(await counted()).toEqual([]);
});
