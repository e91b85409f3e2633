/* The regular work beside requests. */
import { test as bunTest, expect } from "bun:test";
import { EventTail } from "../../src/core/event-tail.ts";
import { Keyring } from "../../src/core/keyring.ts";
import { startHousekeeping } from "../../src/jobs/housekeeping.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase, test } from "../support/databases.ts";
import { fillFeed, NOON, openService } from "../support/harness.ts";

test("events are deleted while expired responses cannot be", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  await service.publish();
  const { store } = service;
  const clock = () => NOON + 1000;
  const warnings: string[] = [];
  const housekeeping = startHousekeeping({
    store,
    keyring: new Keyring(store),
    tail: new EventTail(store, clock),
    clock,
    eventsRetentionMs: 0,
    isFirst: true,
    warn: (_, message) => warnings.push(message),
  });
  await database.sql("alter table idempotency rename to elsewhere");
  await housekeeping.end();
  await database.sql("alter table elsewhere rename to idempotency");
  expect(warnings).toEqual(["expired responses were not deleted"]);
  expect(await store.events.list({}, { after: 0n, limit: 10 }, 100n)).toEqual([]);
});

test.each([true, false])("of several workers only the first measures the database: %p", async (isFirst) => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  const housekeeping = startHousekeeping({
    store,
    keyring: new Keyring(store),
    tail: new EventTail(store, () => NOON),
    clock: () => NOON,
    eventsRetentionMs: 1000,
    isFirst,
    warn: () => {},
  });
  await housekeeping.end();
  await store.close();
  expect(housekeeping.databaseBytes() > 0).toBe(isFirst);
});

test("a purge ends with the service after the rows that it is deleting", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  await fillFeed(service, 5000, 2);
  const { store } = service;
  const warnings: string[] = [];
  const housekeeping = startHousekeeping({
    store,
    keyring: new Keyring(store),
    tail: new EventTail(store, () => NOON),
    clock: () => NOON + 1,
    eventsRetentionMs: 0,
    isFirst: true,
    warn: (_, message) => warnings.push(message),
  });
  await housekeeping.end();
  expect(await store.events.list({}, { after: 0n, limit: 5000 }, 5000n)).toHaveLength(3999);
  expect(warnings).toEqual([]);
});

bunTest(
  "the last use of a key does not drop cached lists: it is written after another change, or ten minutes",
  async () => {
    await using database = await openDatabase();
    const store = await openStore(database.url, NOON);
    const keyring = new Keyring(store);
    await using service = await openService({ store, keyring }, database);
    const used = async () => {
      const client = service.as(["pets:read"]);
      await (await client).client.listPets();
      return (await client).id;
    };
    const lastUse = async (id: string) => (await store.keys.list()).find((key) => key.id === id)?.lastUsedAt;
    const first = await used();
    await keyring.writeUses(NOON);
    expect(await lastUse(first)).toBe(NOON);

    const version = store.version();
    service.now += 60_000;
    await service.reader.listPets();
    await keyring.writeUses(service.now);
    expect(store.version()).toBe(version);
    service.now += 600_000;
    await keyring.writeUses(service.now);
    expect(store.version()).not.toBe(version);

    const second = await used();
    await keyring.writeUses(service.now);
    expect(await lastUse(second)).toBe(service.now);
    await store.close();
  },
);
