import { expect } from "bun:test";
import { test } from "../databases.ts";
import { NOON, openService } from "../harness.ts";

const DAY_MS = 86_400_000;
const rex = { body: { name: "Rex", categoryId: 7n } };

test("returns the last 30 days by default, today last, empty ones too", async () => {
  await using service = await openService();
  const { status, body } = await service.reader.listActivity();
  expect(status).toBe(200);
  expect(body).toHaveLength(30);
  expect(body).toMatchObject(
    Array.from({ length: 30 }, (_, index) => ({
      date: new Date(NOON - (29 - index) * DAY_MS).toISOString().slice(0, 10),
      counts: {},
    })),
  );
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
    { date: "2026-11-21", counts: { "pet.created": 1 } },
    { date: "2026-11-22", counts: { "pet.created": 2, "pet.updated": 1 } },
  ]);
});

test("days outlive the events that they count", async () => {
  await using service = await openService();
  await service.admin.createPet(rex);
  await service.publish();
  await service.store.transaction(({ events }) => events.purge(NOON + 1, 10));
  expect((await service.reader.listActivity({ query: { days: 1 } })).body).toEqual([
    { date: "2026-11-21", counts: { "pet.created": 1 } },
  ]);
});

test("requires the scope events:read", async () => {
  await using service = await openService();
  expect(await service.anonymous.listActivity()).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  expect(await service.clerk.listActivity()).toMatchObject({ status: 403, body: { code: "insufficient_scope" } });
  expect(await service.reader.listActivity()).toMatchObject({ ok: true });
  expect(await service.admin.listActivity()).toMatchObject({ ok: true });
});

test.each([1, 366])("accepts days=%d", async (days) => {
  await using service = await openService();
  expect((await service.reader.listActivity({ query: { days } })).body).toHaveLength(days);
});

test.each(["0", "367", "-1", "abc", "1.5", ""])("refuses days=%s", async (days) => {
  await using service = await openService();
  const response = await service.send(`/v1/activity?days=${days}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_parameter", details: [{ field: "days" }] });
});

test("sends X-Stability: beta", async () => {
  await using service = await openService();
  expect((await service.reader.listActivity()).headers.get("X-Stability")).toBe("beta");
});
