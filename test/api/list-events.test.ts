import { expect } from "bun:test";
import { parseJson } from "../../src/contract/json.ts";
import { test } from "../support/databases.ts";
import { fillFeed, NOON, openService, type TestService } from "../support/harness.ts";
import { describeFailures, withQuery } from "../support/ledger.ts";
import { nextOf } from "../support/pages.ts";

type Item = Record<string, unknown>;

/** A page of the feed. */
async function page(service: TestService, query = ""): Promise<{ items: Item[]; next: string | undefined }> {
  await service.publish();
  const response = await service.send(`/v1/events${query}`);
  expect(response.status).toBe(200);
  const next = nextOf(response)?.replace(`${service.base}/events`, "");
  return { items: parseJson(await response.text()) as Item[], next };
}

/** Every event so far, by following Link until a page is empty. */
async function feed(service: TestService, query = "?limit=100"): Promise<Item[]> {
  const all: Item[] = [];
  for (
    let { items, next } = await page(service, query);
    items.length > 0;
    { items, next } = await page(service, next)
  ) {
    all.push(...items);
  }
  return all;
}

/** The events without their ids, times and keys. */
const changes = (items: readonly Item[]) => items.map(({ id: _, at: __, key: ___, ...rest }) => rest);

const rex = { body: { name: "Rex", categoryId: 7n } };

/** The id of what a call created. */
async function created(call: Promise<{ ok: boolean; body: unknown }>): Promise<bigint> {
  const { ok, body } = await call;
  if (!ok) throw new Error(JSON.stringify(body));
  return (body as { id: bigint }).id;
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
  const id = await created(client.createPet(rex));
  const [event] = (await page(service)).items;
  expect(event).toEqual({
    id: expect.stringMatching(/^evt_\w+$/),
    type: "pet.created",
    at: new Date(NOON).toISOString(),
    petId: id,
    key: { name: "pets:write", hint: expect.stringMatching(/^\w{4}$/) },
    data: { id, name: "Rex", categoryId: 7n, status: "available" },
  });
});

test("a new pet has an event, and its first stock another without a previous quantity", async () => {
  await using service = await openService();
  const petId = await created(service.admin.createPet(rex));
  const sold = await created(service.admin.createPet({ body: { ...rex.body, status: "sold" } }));
  const pet = { name: "Rex", categoryId: 7n };
  expect(changes(await feed(service))).toEqual([
    { type: "pet.created", petId, data: { ...pet, id: petId, status: "available" } },
    { type: "inventory.updated", petId, data: { petId, quantity: 1n, status: "available" } },
    { type: "pet.created", petId: sold, data: { ...pet, id: sold, status: "sold" } },
    { type: "inventory.updated", petId: sold, data: { petId: sold, quantity: 0n, status: "sold" } },
  ]);
});

test("a change of a pet is one event with the members that changed as they were, and the note", async () => {
  await using service = await openService();
  const petId = await created(service.admin.createPet(rex));
  await service.admin.updatePet({ params: { petId }, body: { name: "Max", status: "pending", note: "Reserved" } });
  await service.admin.updatePet({ params: { petId }, body: { name: "Max" } });
  await service.admin.deletePet({ params: { petId } });
  const data = { id: petId, name: "Max", categoryId: 7n, status: "pending" };
  expect(changes(await feed(service)).slice(2)).toEqual([
    { type: "pet.updated", petId, data, previous: { name: "Rex", status: "available" }, note: "Reserved" },
    { type: "pet.deleted", petId, data },
  ]);
});

test("a change of the stock is one event with the quantity as it was", async () => {
  await using service = await openService();
  const petId = await created(service.admin.createPet(rex));
  await service.admin.updateInventory({ params: { petId }, body: { quantity: 5, note: "Counted" } });
  await service.admin.updateInventory({ params: { petId }, body: { quantity: 5 } });
  await service.admin.changeStock({ params: { petId }, body: { delta: -2, reason: "adjustment" } });
  const entry = { petId, status: "available" };
  expect(changes(await feed(service, "?types=inventory.updated")).slice(1)).toEqual([
    { type: "inventory.updated", petId, data: { ...entry, quantity: 5n }, previous: { quantity: 1n }, note: "Counted" },
    { type: "inventory.updated", petId, data: { ...entry, quantity: 3n }, previous: { quantity: 5n } },
  ]);
});

test("an order that is placed and completed has an event for each thing that it changes", async () => {
  await using service = await openService();
  const petId = await created(service.admin.createPet(rex));
  const id = await created(service.admin.placeOrder({ body: { petId } }));
  await service.admin.completeOrder({ params: { orderId: id } });
  await service.admin.completeOrder({ params: { orderId: id } });
  const pet = { id: petId, name: "Rex", categoryId: 7n };
  const placedAt = new Date(NOON).toISOString();
  const order = { id, petId, quantity: 1n, placedAt };
  expect(changes(await feed(service)).slice(2)).toEqual([
    { type: "order.placed", petId, data: { ...order, complete: false } },
    {
      type: "inventory.updated",
      petId,
      data: { petId, quantity: 0n, status: "pending" },
      previous: { quantity: 1n },
    },
    { type: "pet.updated", petId, data: { ...pet, status: "pending" }, previous: { status: "available" } },
    {
      type: "order.completed",
      petId,
      data: { ...order, complete: true, shipDate: placedAt, completedAt: placedAt },
      previous: { complete: false },
    },
    { type: "pet.updated", petId, data: { ...pet, status: "sold" }, previous: { status: "pending" } },
  ]);
});

test("an order that is cancelled returns the stock and the status, each with its event", async () => {
  await using service = await openService();
  const petId = await created(service.admin.createPet(rex));
  const id = await created(service.admin.placeOrder({ body: { petId } }));
  const { next } = await page(service);
  await service.admin.cancelOrder({ params: { orderId: id } });
  const { items } = await page(service, next);
  expect(changes(items)).toMatchObject([
    { type: "order.cancelled", petId, data: { id, petId, quantity: 1n, complete: false } },
    { type: "inventory.updated", petId, data: { quantity: 1n, status: "available" }, previous: { quantity: 0n } },
    { type: "pet.updated", petId, data: { status: "available" }, previous: { status: "pending" } },
  ]);
});

test("a category that is created, changed and deleted has three events", async () => {
  await using service = await openService();
  const id = await created(service.admin.createCategory({ body: { name: "Dogs" } }));
  await service.admin.updateCategory({ params: { categoryId: id }, body: { name: "Hounds" } });
  await service.admin.deleteCategory({ params: { categoryId: id } });
  expect(changes(await feed(service))).toEqual([
    { type: "category.created", data: { id, name: "Dogs" } },
    { type: "category.updated", data: { id, name: "Hounds" }, previous: { name: "Dogs" } },
    { type: "category.deleted", data: { id, name: "Hounds" } },
  ]);
});

test("a request that fails, or that is replayed, has no event", async () => {
  await using service = await openService();
  const headers = { "Idempotency-Key": "once" };
  const petId = await created(service.admin.createPet({ ...rex, headers }));
  await service.admin.createPet({ ...rex, headers });
  await service.admin.changeStock({ params: { petId }, body: { delta: -9, reason: "adjustment" } });
  await service.admin.updatePet({ params: { petId: petId + 1n }, body: { name: "Max" } });
  expect(await feed(service)).toMatchObject([{ type: "pet.created" }, { type: "inventory.updated" }]);
});

test("reaches every event exactly once, in the order of the changes, by following Link, and later changes too", async () => {
  await using service = await openService();
  const names = Array.from({ length: 7 }, (_, index) => `Rex ${index}`);
  for (const name of names) await service.admin.createPet({ body: { name, categoryId: 7n } });
  const seen: unknown[] = [];
  let next: string | undefined = "?limit=3&types=pet.created";
  const read = async () => {
    const found: Awaited<ReturnType<typeof page>> = await page(service, next);
    expect(found.next).toContain("limit=3");
    next = found.next;
    seen.push(...found.items.map(({ data }) => (data as { name: string }).name));
    return found.items.length;
  };
  expect([await read(), await read(), await read(), await read()]).toEqual([3, 3, 1, 0]);
  await service.admin.createPet({ body: { name: "Rex 7", categoryId: 7n } });
  expect([await read(), await read()]).toEqual([1, 0]);
  expect(seen).toEqual([...names, "Rex 7"]);
});

test("returns 20 events by default", async () => {
  await using service = await openService();
  for (let nth = 0; nth < 21; nth++) await service.admin.createPet(rex);
  expect((await page(service)).items).toHaveLength(20);
});

test("order=desc returns the newest first, and its last page has no Link", async () => {
  await using service = await openService();
  for (const name of ["A", "B", "C"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
  const first = await page(service, "?order=desc&limit=2&types=pet.created");
  const last = await page(service, first.next);
  expect([...first.items, ...last.items]).toMatchObject([
    { data: { name: "C" } },
    { data: { name: "B" } },
    { data: { name: "A" } },
  ]);
  expect(last.next).toBeUndefined();
});

test("types and petId filter, and a page without a match goes on after the newest event", async () => {
  await using service = await openService();
  const ids: bigint[] = [];
  for (let nth = 0; nth < 3; nth++) ids.push(await created(service.admin.createPet(rex)));
  const petId = ids[1] ?? 0n;
  await service.admin.updatePet({ params: { petId }, body: { name: "Max" } });
  await service.admin.createCategory({ body: { name: "Dogs" } });
  expect(await feed(service, `?petId=${petId}`)).toMatchObject([
    { type: "pet.created" },
    { type: "inventory.updated" },
    { type: "pet.updated" },
  ]);
  expect(await feed(service, "?types=pet.updated,category.created")).toMatchObject([
    { type: "pet.updated" },
    { type: "category.created" },
  ]);
  expect(await feed(service, `?types=pet.created&petId=${petId}`)).toMatchObject([{ type: "pet.created", petId }]);
  const none = await page(service, "?types=pet.deleted");
  expect(none.items).toEqual([]);
  const newest = (await page(service, "?order=desc&limit=1")).items[0]?.["id"];
  expect(none.next).toBe(`?types=pet.deleted&after=${newest}`);
});

test("a page with a filter that matches rarely looks at 50,000 events, and Link goes on where it ended", async () => {
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

test("an event that this store does not have is 410: after a restore a reader must not miss anything", async () => {
  await using service = await openService();
  await service.admin.createPet(rex);
  const id = String((await page(service)).items[0]?.["id"]);
  const [, position, hash] = id.split("_");
  for (const after of [`evt_${position}_x`, `evt_${Number(position) + 1}_${hash}`, `evt_${2n ** 62n}_${hash}`]) {
    const response = await service.send(`/v1/events?after=${after}`);
    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: "gone", message: expect.stringContaining(after) });
  }
});

test("once events are deleted, an id before them is 410 with what to do, and the last deleted one is still good", async () => {
  await using service = await openService();
  for (const name of ["A", "B", "C"]) {
    await service.admin.createCategory({ body: { name } });
    service.now += 1000;
  }
  const [first, second, third] = (await page(service)).items.map(({ id }) => String(id));
  expect(await service.store.transaction(({ events }) => events.purge(NOON + 2000, 10))).toBe(2);
  const gone = await service.send(`/v1/events?after=${first}`);
  expect(gone.status).toBe(410);
  expect(await gone.json()).toMatchObject({
    code: "gone",
    message: expect.stringContaining("read the resources again"),
  });
  expect((await page(service, `?after=${second}`)).items).toMatchObject([{ id: third }]);
  expect((await page(service)).items).toMatchObject([{ id: third }]);
});

test("a reader that starts after every event is deleted can follow Link", async () => {
  await using service = await openService();
  await service.admin.createPet(rex);
  await service.publish();
  await service.store.transaction(({ events }) => events.purge(NOON + 1, 10));
  const { items, next } = await page(service);
  expect(items).toEqual([]);
  await service.admin.createCategory({ body: { name: "Dogs" } });
  expect((await page(service, next)).items).toHaveLength(1);
});

describeFailures("Events", { gone: { request: withQuery("after=evt_404_never") } });
