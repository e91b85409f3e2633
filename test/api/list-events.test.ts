import { expect } from "bun:test";
import { parseJson } from "../../src/contract/json/json.ts";
import { test } from "../support/databases.ts";
import { bodyOf, fillFeed, NOON, NOW, openService, refusal, rex, type TestService } from "../support/harness.ts";
import { describeFailures, withQuery } from "../support/ledger.ts";
import { nextOf } from "../support/pages.ts";

type Item = Record<string, unknown>;

/** A page of the feed, and the query of the next one. */
async function page(service: TestService, query = ""): Promise<{ items: Item[]; next: string | undefined }> {
  await service.publish();
  const response = await service.send(`/v1/events${query}`);
  expect(response.status).toBe(200);
  const next = nextOf(response)?.replace(`${service.base}/events`, "");
  return { items: parseJson(await response.text()) as Item[], next };
}

/** The events without their ids, times and keys, which every one has. */
async function changes(service: TestService, query = "?limit=100"): Promise<Item[]> {
  const { items } = await page(service, query);
  return items.map(({ id: _, at: __, key: ___, ...rest }) => rest);
}

const pet = { id: 1n, ...rex };
const params = { petId: 1n };

/** A service with Rex, who has come through the front door: with events. */
async function openWithRex(): Promise<TestService> {
  const service = await openService();
  await bodyOf(service.admin.createPet({ body: rex }));
  return service;
}

/** Creates a category for each name, which is one event each. */
async function addCategories({ admin }: TestService, ...names: readonly string[]): Promise<void> {
  for (const one of names) await bodyOf(admin.createCategory({ body: { name: one } }));
}

test("returns an empty array and a Link before anything has changed", async () => {
  await using service = await openService();
  const { items, next } = await page(service);
  expect(items).toEqual([]);
  expect(await page(service, next)).toEqual({ items: [], next });
});

test("an event has an id, a type, the time, the pet, the key that made the change, and the data", async () => {
  await using service = await openService();
  const { client } = await service.as(["pets:write"]);
  await bodyOf(client.createPet({ body: rex }));
  const [event] = (await page(service)).items;
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_\w+$/),
    type: "pet.created",
    at: NOW,
    petId: 1n,
    key: { name: "pets:write", hint: expect.stringMatching(/^\w{4}$/) },
    data: pet,
  });
});

test("a new pet has an event, and its first stock another without a previous quantity", async () => {
  await using service = await openWithRex();
  await service.admin.createPet({ body: { ...rex, status: "sold" } });
  expect(await changes(service)).toEqual([
    { type: "pet.created", petId: 1n, data: pet },
    { type: "inventory.updated", petId: 1n, data: { petId: 1n, quantity: 1n, status: "available" } },
    { type: "pet.created", petId: 2n, data: { ...pet, id: 2n, status: "sold" } },
    { type: "inventory.updated", petId: 2n, data: { petId: 2n, quantity: 0n, status: "sold" } },
  ]);
});

test("a change of a pet is one event with the members that changed as they were, and the note", async () => {
  await using service = await openWithRex();
  await service.admin.updatePet({ params, body: { name: "Max", status: "pending", note: "Reserved" } });
  await service.admin.updatePet({ params, body: { name: "Max" } });
  await service.admin.deletePet({ params });
  const [data, previous] = [
    { ...pet, name: "Max", status: "pending" },
    { name: "Rex", status: "available" },
  ];
  expect((await changes(service)).slice(2)).toEqual([
    { type: "pet.updated", ...params, data, previous, note: "Reserved" },
    { type: "pet.deleted", ...params, data },
  ]);
});

test("a change of the stock is one event with the quantity as it was", async () => {
  await using service = await openWithRex();
  await service.admin.updateInventory({ params, body: { quantity: 5, note: "Counted" } });
  await service.admin.updateInventory({ params, body: { quantity: 5 } });
  await service.admin.changeStock({ params, body: { delta: -2, reason: "adjustment" } });
  const event = { type: "inventory.updated", petId: 1n };
  const data = { petId: 1n, status: "available" };
  expect((await changes(service, "?types=inventory.updated")).slice(1)).toEqual([
    { ...event, data: { ...data, quantity: 5n }, previous: { quantity: 1n }, note: "Counted" },
    { ...event, data: { ...data, quantity: 3n }, previous: { quantity: 5n } },
  ]);
});

test("an order that is placed and completed has an event for each thing that it changes", async () => {
  await using service = await openWithRex();
  await service.admin.placeOrder({ body: params });
  await service.admin.completeOrder({ params: { orderId: 1n } });
  await service.admin.completeOrder({ params: { orderId: 1n } });
  const ordered = { name: rex.name, categoryId: rex.categoryId };
  const open = { id: 1n, petId: 1n, quantity: 1n, placedAt: NOW, complete: false, pet: ordered };
  const receipt = { number: "2026-00001", at: NOW };
  const complete = { ...open, complete: true, shipDate: NOW, completedAt: NOW, receipt };
  const stock = { petId: 1n, quantity: 0n, status: "pending" };
  expect((await changes(service)).slice(2)).toEqual([
    { type: "order.placed", ...params, data: open },
    { type: "inventory.updated", ...params, data: stock, previous: { quantity: 1n } },
    { type: "pet.updated", ...params, data: { ...pet, status: "pending" }, previous: { status: "available" } },
    { type: "order.completed", ...params, data: complete, previous: { complete: false } },
    { type: "pet.updated", ...params, data: { ...pet, status: "sold" }, previous: { status: "pending" } },
  ]);
});

test("an order that is cancelled returns the stock and the status, each with its event", async () => {
  await using service = await openWithRex();
  await service.admin.placeOrder({ body: params });
  await service.admin.cancelOrder({ params: { orderId: 1n } });
  expect((await changes(service)).slice(5)).toMatchObject([
    { type: "order.cancelled", ...params, data: { id: 1n, petId: 1n, quantity: 1n, complete: false } },
    { type: "inventory.updated", data: { quantity: 1n, status: "available" }, previous: { quantity: 0n } },
    { type: "pet.updated", data: { status: "available" }, previous: { status: "pending" } },
  ]);
});

test("a category that is created, changed and deleted has three events", async () => {
  await using service = await openService();
  await addCategories(service, "Dogs");
  await service.admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Hounds" } });
  await service.admin.deleteCategory({ params: { categoryId: 1n } });
  expect(await changes(service)).toEqual([
    { type: "category.created", data: { id: 1n, name: "Dogs" } },
    { type: "category.updated", data: { id: 1n, name: "Hounds" }, previous: { name: "Dogs" } },
    { type: "category.deleted", data: { id: 1n, name: "Hounds" } },
  ]);
});

test("a request that fails, or that is replayed, has no event", async () => {
  await using service = await openService();
  const headers = { "Idempotency-Key": "once" };
  for (let nth = 0; nth < 2; nth++) await bodyOf(service.admin.createPet({ body: rex, headers }));
  await service.admin.changeStock({ params, body: { delta: -9, reason: "adjustment" } });
  await service.admin.updatePet({ params: { petId: 2n }, body: { name: "Max" } });
  expect(await changes(service)).toMatchObject([{ type: "pet.created" }, { type: "inventory.updated" }]);
});

test("reaches every event exactly once, in the order of the changes, by following Link, and later changes too", async () => {
  await using service = await openService();
  const names = Array.from({ length: 7 }, (_, index) => `Category ${index}`);
  await addCategories(service, ...names);
  const seen: unknown[] = [];
  let next: string | undefined = "?limit=3";
  const read = async () => {
    const found: Awaited<ReturnType<typeof page>> = await page(service, next);
    expect(found.next).toContain("limit=3");
    next = found.next;
    seen.push(...found.items.map(({ data }) => (data as { name: string }).name));
    return found.items.length;
  };
  expect([await read(), await read(), await read(), await read()]).toEqual([3, 3, 1, 0]);
  await addCategories(service, "Later");
  expect([await read(), await read()]).toEqual([1, 0]);
  expect(seen).toEqual([...names, "Later"]);
});

test("returns 20 events by default", async () => {
  await using service = await openService();
  for (let nth = 0; nth < 11; nth++) await service.admin.createPet({ body: rex });
  expect((await page(service)).items).toHaveLength(20);
});

test("order=desc returns the newest first, and its last page has no Link", async () => {
  await using service = await openService();
  await addCategories(service, "A", "B", "C");
  const first = await page(service, "?order=desc&limit=2");
  const last = await page(service, first.next);
  const events = [...first.items, ...last.items];
  expect(events).toMatchObject([{ data: { name: "C" } }, { data: { name: "B" } }, { data: { name: "A" } }]);
  expect(last.next).toBeUndefined();
});

test("types and petId filter, and a page without a match continues after the newest event", async () => {
  await using service = await openWithRex();
  await service.admin.createPet({ body: rex });
  await service.admin.updatePet({ params, body: { name: "Max" } });
  await addCategories(service, "Dogs");
  const types = async (query: string) => (await changes(service, query)).map(({ type }) => type);
  expect(await types("?petId=1")).toEqual(["pet.created", "inventory.updated", "pet.updated"]);
  expect(await types("?types=pet.updated,category.created")).toEqual(["pet.updated", "category.created"]);
  expect(await changes(service, "?types=pet.created&petId=2")).toMatchObject([{ type: "pet.created", petId: 2n }]);
  const none = await page(service, "?types=pet.deleted");
  expect(none.items).toEqual([]);
  const newest = (await page(service, "?order=desc&limit=1")).items[0]?.["id"];
  expect(none.next).toBe(`?types=pet.deleted&after=${newest}`);
});

test("a page with a rare filter searches 50,000 events, and Link continues where it ended", async () => {
  await using service = await openService();
  await fillFeed(service, 120_000, 50_000);
  const pages = async (query: string, count: number) => {
    const found: string[] = [];
    let next: string | undefined = query;
    for (let nth = 0; nth < count && next !== undefined; nth++) {
      const one: Awaited<ReturnType<typeof page>> = await page(service, next);
      found.push(one.items.map(({ id }) => String(id).split("_")[1]).join());
      next = one.next;
    }
    return { found, next };
  };
  const ascending = await pages("?types=pet.deleted", 4);
  expect(ascending.found).toEqual(["1", "", "120000", ""]);
  expect(ascending.next).toStartWith("?types=pet.deleted&after=evt_120000_");
  expect(await pages("?types=pet.deleted&order=desc", 4)).toEqual({ found: ["120000", "", "1"], next: undefined });
  expect((await pages("?petId=1", 1)).found).toEqual([""]);
});

/** What a reader gets whose last event is not here. */
async function gone(service: TestService, after: string): Promise<unknown> {
  const response = await service.send(`/v1/events?after=${after}`);
  return { status: response.status, body: await response.json() };
}

test("an event that this store does not have is 410: after a restore a reader must not miss anything", async () => {
  await using service = await openWithRex();
  const id = String((await page(service)).items[0]?.["id"]);
  const [, position, hash] = id.split("_");
  for (const after of [`evt_${position}_x`, `evt_${Number(position) + 1}_${hash}`, `evt_${2n ** 62n}_${hash}`]) {
    expect(await gone(service, after)).toMatchObject(refusal(410, "gone", new RegExp(after)));
  }
});

test("once events are deleted, an id before them is 410 with what to do, and the last deleted one is still good", async () => {
  await using service = await openService();
  for (const one of ["A", "B", "C"]) {
    await addCategories(service, one);
    service.now += 1000;
  }
  const [first = "", second, third] = (await page(service)).items.map(({ id }) => String(id));
  expect(await service.store.transaction(({ events }) => events.purge(NOON + 2000, 10, NOON + 2000))).toBe(2);
  expect(await gone(service, first)).toMatchObject(refusal(410, "gone", "read the resources again"));
  expect((await page(service, `?after=${second}`)).items).toMatchObject([{ id: third }]);
  expect((await page(service)).items).toMatchObject([{ id: third }]);
});

test("a reader that starts after every event is deleted can follow Link", async () => {
  await using service = await openWithRex();
  await service.publish();
  await service.store.transaction(({ events }) => events.purge(NOON + 1, 10, NOON + 1));
  const { items, next } = await page(service);
  expect(items).toEqual([]);
  await addCategories(service, "Dogs");
  expect((await page(service, next)).items).toHaveLength(1);
});

describeFailures("Events", { gone: { request: withQuery("after=evt_404_never") } });
