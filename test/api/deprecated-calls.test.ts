/* Calls to operations that will be removed, and rehearsals of the removal (decision D51). */
import { expect, test } from "bun:test";
import { readIntervals } from "../../src/core/intervals.ts";
import { Keyring } from "../../src/core/keys/keyring.ts";
import { openStore } from "../../src/store/index.ts";
import { openDatabase } from "../support/databases.ts";
import { addPet, NOON, openService, refusal } from "../support/harness.ts";

const params = { petId: 1n };
const MINUTE = 60_000;

test("counts the calls of each key, without a write per request, and stores them within a minute", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  const keyring = new Keyring(store);
  await using service = await openService({ store, keyring }, database);
  const old = await service.as(["pets:read"]);
  const current = await service.as(["pets:read"]);
  await addPet(service.store);
  const calls = async (keyId: string) => {
    const { body } = await service.admin.getKeyById({ params: { keyId } });
    return (body as { deprecatedCalls: unknown }).deprecatedCalls;
  };
  for (let nth = 0; nth < 3; nth++) await old.client.getPet({ params });
  await old.client.getPet({ params: { petId: 404n } });
  await current.client.listPets();
  expect(await calls(old.id)).toEqual([]);
  await keyring.writeUses(service.now);
  const first = { operation: "getPet", count: 4, lastAt: new Date(NOON).toISOString() };
  expect([await calls(old.id), await calls(current.id)]).toEqual([[first], []]);

  service.now += 1;
  await old.client.getPet({ params });
  // Nothing else has changed: a write would drop cached lists, so it waits, and not longer than a minute.
  await keyring.writeUses(service.now + 1);
  service.now += MINUTE - 10_000;
  await keyring.writeUses(service.now);
  expect(await calls(old.id)).toEqual([{ ...first, count: 5, lastAt: new Date(NOON + 1).toISOString() }]);
  const { body: list } = await service.admin.listKeys();
  expect(list).toContainEqual(expect.objectContaining({ id: old.id, deprecatedCalls: await calls(old.id) }));
  const metrics = await (await service.send("/metrics")).text();
  expect(metrics).toContain('petstore_http_deprecated_requests_total{operation="getPet"} 5');
  await store.close();
});

test("counts calls that could not be stored again", async () => {
  await using database = await openDatabase();
  const store = await openStore(database.url, NOON);
  const keyring = new Keyring(store);
  await using service = await openService({ store, keyring }, database);
  const { client, id } = await service.as(["pets:read"]);
  await client.getPet({ params });
  const { transaction } = store;
  Object.assign(store, { transaction: () => Promise.reject(new Error("no disk")) });
  await expect(keyring.writeUses(NOON)).rejects.toThrow("no disk");
  Object.assign(store, { transaction });
  await client.getPet({ params });
  await keyring.writeUses(NOON);
  expect(await store.keys.deprecatedCalls()).toEqual([{ keyId: id, operation: "getPet", calls: 2, lastAt: NOON }]);
  await store.close();
});

test("a rehearsal refuses deprecated operations for its time, and a link announces it", async () => {
  const rehearsals = [{ from: NOON + MINUTE, to: NOON + 2 * MINUTE }];
  await using service = await openService({ rehearsals });
  await addPet(service.store);
  const linkOf = async () => (await service.reader.getPet({ params })).headers.get("Link");
  const announced = '<http://shop.test/docs/api-conventions#versions>; rel="sunset"';
  expect(await service.reader.getPet({ params })).toMatchObject({ status: 200 });
  expect(await linkOf()).toContain(announced);
  service.now = NOON + MINUTE;
  const refused = refusal(
    410,
    "gone",
    /will be removed on 2030-12-05, and is off until .* as a rehearsal: use GET \/pets/,
  );
  expect(await service.reader.getPet({ params })).toMatchObject(refused);
  expect(await linkOf()).toContain(announced);
  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
  service.now = NOON + 2 * MINUTE;
  expect(await service.reader.getPet({ params })).toMatchObject({ status: 200 });
  await using without = await openService();
  expect((await without.reader.getPet({ params })).headers.get("Link")).not.toContain("sunset");
});

const hour = { from: Date.UTC(2030, 5, 1, 9), to: Date.UTC(2030, 5, 1, 10) };
test.each([
  ["", []],
  ["2030-06-01T09:00Z/2030-06-01T10:00Z", [hour]],
  ["2030-06-01T11:00:00+02:00/PT1H", [hour]],
  ["PT60M/2030-06-01T10:00Z", [hour]],
  ["2030-06-01T09:00Z/PT1H, 2030-06-02T00:00Z/P1D", [hour, { from: Date.UTC(2030, 5, 2), to: Date.UTC(2030, 5, 3) }]],
  ["2030-06-01T09:00Z", undefined],
  ["2030-06-01T10:00Z/2030-06-01T09:00Z", undefined],
  ["2030-06-01T09:00/PT1H", undefined],
  ["2030-06-01T09:00Z/P1M", undefined],
  ["2030-06-01T09:00Z/PT0S", undefined],
  ["PT1H/PT1H", undefined],
  ["tomorrow/PT1H", undefined],
  ["2030-06-01T09:00Z/PT1H,", undefined],
  ["2030-02-31T09:00Z/P", undefined],
])("reads the intervals %j", (text, intervals) => {
  expect(readIntervals(text)).toEqual(intervals as never);
});
