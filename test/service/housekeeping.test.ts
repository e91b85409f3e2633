/* The regular work beside requests. */
import { test as bunTest, expect } from "bun:test";
import { EventTail } from "../../src/core/feed/event-tail.ts";
import { DAY_MS } from "../../src/core/feed/local-days.ts";
import { Keyring } from "../../src/core/keys/keyring.ts";
import type { Store } from "../../src/core/ports.ts";
import { startHousekeeping } from "../../src/service/jobs/housekeeping.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase, test } from "../support/databases.ts";
import { bodyOf, fillFeed, NOON, openService, openWithPet } from "../support/harness.ts";

/** Runs the first round of a service's housekeeping, a moment after noon. */
async function runOnce(
  store: Store,
  { now = NOON + 1, retentionMs = 0, stockRetentionMs = undefined as number | undefined } = {},
) {
  const clock = () => now;
  const warnings: string[] = [];
  const housekeeping = startHousekeeping({
    store,
    keyring: new Keyring(store),
    tail: new EventTail(store, clock),
    imports: { takeBack: async () => {} },
    remind: async () => undefined,
    timeZone: "UTC",
    clock,
    uptime: () => 0,
    eventsRetentionMs: retentionMs,
    inquiriesRetentionMs: retentionMs,
    stockRetentionMs,
    warn: (_, message) => warnings.push(message),
  });
  await housekeeping.end();
  return { warnings, bytes: housekeeping.databaseBytes() };
}

test("events are deleted while expired responses cannot be", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await service.publish();
  await database.sql("alter table idempotency rename to elsewhere");
  const { warnings } = await runOnce(service.store);
  await database.sql("alter table elsewhere rename to idempotency");
  expect(warnings).toEqual(["expired rows were not deleted"]);
  expect(await service.store.events.list({}, { after: 0n, limit: 10 }, 100n)).toEqual([]);
});

test("a clock that is years ahead at a start deletes nothing, and the log says what to do", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await service.publish();
  const events = () => service.store.events.list({}, { after: 0n, limit: 10 }, 100n);
  const before = await events();
  const runAt = (now: number) => runOnce(service.store, { now, retentionMs: 30 * DAY_MS });
  expect((await runAt(NOON)).warnings).toEqual([]);
  // Once for all kinds.
  expect((await runAt(NOON + 3650 * DAY_MS)).warnings).toEqual([
    "the clock may be wrong, so nothing that has expired is deleted; set it, or run petstore doctor --clock-is-right",
  ]);
  expect(await events()).toEqual(before);
  expect((await runAt(NOON + 31 * DAY_MS)).warnings).toEqual([]);
  expect(await events()).toEqual([]);
});

test("an invitation that has ended is gone for 30 days, and unknown after that", async () => {
  await using service = await openService();
  const { url = "" } = await bodyOf(service.admin.createInvitation({ body: { name: "Ben", role: "viewer" } }));
  const guest = service.with(url.split("#invitation=")[1] ?? "");
  service.now += 3 * DAY_MS + 30 * DAY_MS;
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await service.publish();
  const statusAt = async (now: number) => {
    await runOnce(service.store, { now, retentionMs: 90 * DAY_MS });
    return (await guest.getInvitation()).status;
  };
  expect(await statusAt(service.now)).toBe(410);
  expect(await statusAt(service.now + 1)).toBe(401);
});

test("stock changes are summed up only with STOCK_CHANGES_RETENTION_DAYS", async () => {
  await using service = await openWithPet();
  const call = { params: { petId: 1n } };
  for (const delta of [1, 2]) await service.clerk.changeStock({ ...call, body: { delta, reason: "arrival" } });
  service.now += 60 * DAY_MS;
  await service.stock(1);
  await service.clerk.changeStock({ params: { petId: 2n }, body: { delta: 1, reason: "arrival" } });
  await service.publish();
  const reasons = async () => {
    const changes = await service.store.inventory.changes(1n, { after: 0n, limit: 9 });
    return changes.map(({ reason }) => reason);
  };
  await runOnce(service.store, { now: service.now, retentionMs: 90 * DAY_MS });
  expect(await reasons()).toEqual(["created", "arrival", "arrival"]);
  await runOnce(service.store, { now: service.now, retentionMs: 90 * DAY_MS, stockRetentionMs: 30 * DAY_MS });
  expect(await reasons()).toEqual(["created", "summary"]);
});

test("the size of the database is measured", async () => {
  await using service = await openService();
  expect((await runOnce(service.store)).bytes).toBeGreaterThan(0);
});

test("a purge ends with the service after the rows that it is deleting", async () => {
  await using service = await openService();
  await fillFeed(service, 5000, 2);
  expect((await runOnce(service.store)).warnings).toEqual([]);
  expect(await service.store.events.list({}, { after: 0n, limit: 5000 }, 5000n)).toHaveLength(3999);
});

bunTest(
  "a use of a key is written at once if it is the first, and later uses after another change, or within a minute",
  async () => {
    await using database = await openDatabase();
    const store = await openStore(database.url, NOON);
    const keyring = new Keyring(store);
    await using service = await openService({ store, keyring }, database);
    const lastUse = async (id: string) => (await store.keys.find(id))?.lastUsedAt;
    const write = async (afterMs: number) => {
      service.now += afterMs;
      await keyring.writeUses(service.now);
    };
    const first = await service.as(["pets:read"]);
    await first.client.listPets();
    await write(0);
    expect(await lastUse(first.id)).toBe(NOON);

    // Another key a second later does not wait: somebody may be watching whether it works.
    service.now += 1000;
    const second = await service.as(["pets:read"]);
    await second.client.listPets();
    await write(0);
    expect(await lastUse(second.id)).toBe(NOON + 1000);

    const version = store.version();
    await write(60_000);
    await first.client.listPets();
    await write(0);
    expect(store.version()).not.toBe(version);
    expect(await lastUse(first.id)).toBe(NOON + 61_000);

    // Cached lists outlive the uses of most of a minute.
    const later = store.version();
    service.now += 60_000;
    await first.client.listPets();
    await second.client.listPets();
    await keyring.writeUses(service.now - 20_000);
    expect(store.version()).toBe(later);
    await service.stock(1);
    await write(0);
    expect(await lastUse(second.id)).toBe(service.now);
    await store.close();
  },
);
