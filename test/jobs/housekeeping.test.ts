/* The regular work beside requests. */
import { expect } from "bun:test";
import { EventTail } from "../../src/core/event-tail.ts";
import { Keyring } from "../../src/core/keyring.ts";
import { startHousekeeping } from "../../src/jobs/housekeeping.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase, test } from "../databases.ts";
import { NOON, openService } from "../harness.ts";

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
    measuresDatabase: false,
    warn: (_, message) => warnings.push(message),
  });
  await database.sql("alter table idempotency rename to elsewhere");
  await housekeeping.end();
  await database.sql("alter table elsewhere rename to idempotency");
  expect(warnings).toEqual(["expired responses were not deleted"]);
  expect(await store.events.list({}, { after: 0n, limit: 10 }, 100n)).toEqual([]);
});

test.each([true, false])("the database is measured only where that is asked for: %p", async (measuresDatabase) => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  const housekeeping = startHousekeeping({
    store,
    keyring: new Keyring(store),
    tail: new EventTail(store, () => NOON),
    clock: () => NOON,
    eventsRetentionMs: 1000,
    measuresDatabase,
    warn: () => {},
  });
  await housekeeping.end();
  await store.close();
  expect(housekeeping.databaseBytes() > 0).toBe(measuresDatabase);
});
