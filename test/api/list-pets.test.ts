import { expect } from "bun:test";
import type { Pet } from "../../src/contract/pets.ts";
import { openDatabase, test } from "../support/databases.ts";
import { addPet, NOON, openService, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { allOf, cursorOf, everyPage, idsTo, nextOf } from "../support/pages.ts";

const refused = (code: string) => ({ ok: false, status: 400, body: { code, status: 400 } });

test("returns an empty array without pets", async () => {
  await using service = await openService();
  const { status, headers, body } = await service.reader.listPets();
  expect(status).toBe(200);
  expect(body).toEqual([]);
  expect(headers.get("Content-Type")).toBe("application/json");
});

test("returns exactly id, name, categoryId and status of each pet", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n, status: "pending" } });
  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
  expect(await (await service.send("/v1/pets")).text()).toBe(
    '[{"id":1,"name":"Rex","categoryId":7,"status":"pending"}]\n',
  );
});

test("accepts a limit from 1 to 100", async () => {
  await using service = await openService();
  await service.stock(101);
  expect((await service.reader.listPets({ query: { limit: 1 } })).body).toHaveLength(1);
  expect((await service.reader.listPets({ query: { limit: 100 } })).body).toHaveLength(100);
});

test("names each invalid parameter", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets?limit=0&status=lost&ids=a");
  expect(await response.json()).toMatchObject({
    details: [
      { field: "limit", message: 'limit: expected an integer from 1 to 100; got "0"' },
      { field: "status", message: 'status: expected one of "available", "pending", "sold"; got "lost"' },
      { field: "ids", message: 'ids: expected 1 to 100 integers (int64), separated by commas; got "a"' },
    ],
  });
});

test("sends no Link on a full last page", async () => {
  await using service = await openService();
  await service.stock(4);
  const pages = await everyPage(service, "/v1/pets?limit=2");
  expect(pages.map(({ items }) => items.length)).toEqual([2, 2]);
});

test("links to the configured address, whatever Host the request has", async () => {
  await using service = await openService({ baseUrl: "https://pets.example/v1" });
  await service.stock(2);
  const response = await service.send("/v1/pets?limit=1", { headers: { Host: "evil.example" } });
  expect(nextOf(response)).toStartWith("https://pets.example/v1/pets?limit=1&cursor=");
});

test("repeats every filter in Link, and no unknown parameter", async () => {
  await using service = await openService();
  await service.stock(3, "sold");
  const next = nextOf(await service.send("/v1/pets?colour=brown&status=sold&ids=1,2,3&limit=2"));
  const query = new URL(next ?? "").searchParams;
  expect(Object.fromEntries(query)).toEqual({
    limit: "2",
    status: "sold",
    ids: "1,2,3",
    cursor: expect.stringMatching(/^[\w-]+$/),
  });
});

test("skips and repeats no pet when pets are added between two pages", async () => {
  await using service = await openService();
  await service.stock(3);
  const next = nextOf(await service.send("/v1/pets?limit=2")) ?? "";
  await service.stock(1);
  const pages = await everyPage(service, next.replace("http://shop.test", ""));
  expect(allOf(pages, "id")).toEqual([3n, 4n]);
});

test("filters by status", async () => {
  await using service = await openService();
  await service.stock(2, "available");
  await service.stock(1, "pending");
  await service.stock(3, "sold");
  const ids = async (status: string) => allOf(await everyPage(service, `/v1/pets?limit=2&status=${status}`), "id");
  expect(await ids("available")).toEqual([1n, 2n]);
  expect(await ids("pending")).toEqual([3n]);
  expect(await ids("sold")).toEqual([4n, 5n, 6n]);
});

test("returns each pet of the given ids once, in ascending order, without unknown ones", async () => {
  await using service = await openService();
  await service.stock(5);
  const query = { ids: [5n, 2n, 404n, 2n, -1n, 0n, 2n ** 63n - 1n] };
  const { body } = await service.reader.listPets({ query });
  expect(body).toMatchObject([{ id: 2n }, { id: 5n }]);
});

test("accepts 100 ids and refuses 101", async () => {
  await using service = await openService();
  await service.stock(101);
  const pages = await everyPage(service, `/v1/pets?limit=100&ids=${idsTo(100)}`);
  expect(allOf(pages, "id")).toEqual(idsTo(100));
  expect(await service.reader.listPets({ query: { ids: idsTo(101) } })).toMatchObject(refused("invalid_parameter"));
});

test("accepts a cursor only with the filters of its page", async () => {
  await using service = await openService();
  await service.stock(3);
  const cursorWith = async (query: string) => cursorOf(await service.send(`/v1/pets?limit=1&${query}`));
  const unfiltered = await cursorWith("");
  const available = await cursorWith("status=available");
  const some = await cursorWith("ids=1,2");

  const { reader } = service;
  expect(await reader.listPets({ query: { cursor: unfiltered } })).toMatchObject({ ok: true });
  expect(await reader.listPets({ query: { cursor: available, status: "available" } })).toMatchObject({ ok: true });
  expect(await reader.listPets({ query: { cursor: some, ids: [1n, 2n] } })).toMatchObject({ ok: true });

  const wrong = refused("invalid_cursor");
  expect(await reader.listPets({ query: { cursor: available } })).toMatchObject(wrong);
  expect(await reader.listPets({ query: { cursor: available, status: "sold" } })).toMatchObject(wrong);
  expect(await reader.listPets({ query: { cursor: unfiltered, status: "available" } })).toMatchObject(wrong);
  expect(await reader.listPets({ query: { cursor: some, ids: [1n, 2n, 3n] } })).toMatchObject(wrong);
  expect(await reader.listPets({ query: { cursor: some } })).toMatchObject(wrong);
});

test("accepts a cursor with another limit", async () => {
  await using service = await openService();
  await service.stock(5);
  const cursor = cursorOf(await service.send("/v1/pets?limit=1"));
  expect((await service.reader.listPets({ query: { cursor, limit: 3 } })).body).toMatchObject([
    { id: 2n },
    { id: 3n },
    { id: 4n },
  ]);
});

/** A service with pets of these names, in the categories 1, 2, 1, 2 and so on. */
async function openWith(...names: readonly string[]): Promise<TestService> {
  const service = await openService();
  for (const [nth, name] of names.entries())
    await addPet(service.store, { ...rex, name, categoryId: BigInt(1 + (nth % 2)) });
  return service;
}

test.each([
  ["REX", ["rexy", "Rex", "Ｒex 2"]],
  ["rexy", ["rexy"]],
  ["r", ["rexy", "Rex", "Ｒex 2"]],
  ["zoë", ["Zoe\u0308"]],
  ["ZOE", []],
  ["fi", ["ﬁdo"]],
  ["ex", []],
  ["%", []],
  ["_", []],
])("finds the names that start with %s, in any case and form", async (name, expected) => {
  await using service = await openWith("rexy", "Mia", "Rex", "Zoe\u0308", "Ｒex 2", "ﬁdo");
  const found = await service.reader.listPets({ query: { name } });
  expect(found.ok && found.body.map((pet) => pet.name)).toEqual([...expected]);
});

test("filters by category, name and status together, in both directions, and repeats all of it in Link", async () => {
  await using service = await openWith("Rex", "Rex", "Mia", "Mia", "rexy", "rexy", "REX");
  await service.admin.updatePet({ params: { petId: 7n }, body: { status: "sold" } });
  const find = async (query: string) => allOf(await everyPage(service, `/v1/pets?limit=1&${query}`), "id");
  expect(await find("categoryId=1")).toEqual([1n, 3n, 5n, 7n]);
  expect(await find("categoryId=1&name=rex")).toEqual([1n, 5n, 7n]);
  expect(await find("categoryId=1&name=rex&status=available&order=desc")).toEqual([5n, 1n]);
  expect(await find("categoryId=1&name=rex&ids=7,6&ids=5")).toEqual([5n, 7n]);
  expect(await find("status=sold&ids=5,6,7")).toEqual([7n]);
  expect(await find("categoryId=-9223372036854775808")).toEqual([]);
});

test("takes ids separated by commas, repeated, or both", async () => {
  await using service = await openService();
  await service.stock(5);
  for (const query of ["ids=1,2,4", "ids=1&ids=2&ids=4", "ids=1,2&ids=4", "limit=1&ids=4&ids=2,1"]) {
    expect(allOf(await everyPage(service, `/v1/pets?${query}`), "id")).toEqual([1n, 2n, 4n]);
  }
});

test("finds pets by the starts of any words of their name, whatever case and accents", async () => {
  await using service = await openService();
  const found = async (query: object) => (await service.reader.listPets({ query })).body;
  const names = ["Krümel vom Königsforst", "Kru\u0308mel", "Luna", "luna-bella", "Ødis"];
  for (const name of names) await service.admin.createPet({ body: { name, categoryId: 7n } });
  await service.admin.updatePet({ params: { petId: 2n }, body: { status: "sold" } });
  expect(await found({ q: "krumel" })).toMatchObject([{ id: 1n }, { id: 2n }]);
  expect(await found({ q: "KÖNIG kru" })).toMatchObject([{ id: 1n }]);
  expect(await found({ q: "bel, lun" })).toMatchObject([{ id: 4n }]);
  expect(await found({ q: "una" })).toEqual([]);
  expect(await found({ q: "krumel", status: "sold" })).toMatchObject([{ id: 2n }]);
  expect(await found({ q: "l", name: "luna-", order: "desc", categoryId: 7n })).toMatchObject([{ id: 4n }]);
  expect(await found({ q: "l", ids: [1n, 3n] })).toMatchObject([{ id: 3n }]);
});

test("words follow every change of a pet", async () => {
  await using service = await openService();
  const found = async (q: string) => (await service.reader.listPets({ query: { q } })).body;
  await service.admin.createPet({ body: { name: "Bella Luna", categoryId: 7n } });
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rex" } });
  expect([await found("luna"), await found("bella")]).toEqual([[], []]);
  expect(await found("rex")).toMatchObject([{ id: 1n, name: "Rex" }]);
  const statuses = async () => ((await service.rows("pet_words")) as { status: string }[]).map(({ status }) => status);
  await service.clerk.placeOrder({ body: { petId: 1n } });
  expect(await statuses()).toEqual(["pending"]);
  await service.clerk.cancelOrder({ params: { orderId: 1n } });
  await service.admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
  expect(await statuses()).toEqual(["sold"]);
  await service.admin.deletePet({ params: { petId: 1n } });
  expect(await statuses()).toEqual([]);
});

test("binds a cursor to the words", async () => {
  await using service = await openService();
  for (const name of ["Rex", "Rex Bella", "Rexy"]) await service.admin.createPet({ body: { name, categoryId: 7n } });
  const first = await service.reader.listPets({ query: { q: "rex", limit: 2 } });
  expect(first.body).toMatchObject([{ id: 1n }, { id: 2n }]);
  const cursor = cursorOf(first);
  expect((await service.reader.listPets({ query: { q: "rex", limit: 2, cursor } })).body).toMatchObject([{ id: 3n }]);
  expect(await service.reader.listPets({ query: { q: "bella", cursor } })).toMatchObject(refused("invalid_cursor"));
});

const BOTH = ["quantity", "createdAt"] as const;

test("include adds the named members to each pet, and no others", async () => {
  await using service = await openService();
  await addPet(service.store, rex, 3);
  await addPet(service.store, { ...rex, status: "sold" }, 0);
  service.now += 86_400_000;
  await service.clerk.changeStock({ params: { petId: 1n }, body: { delta: 2, reason: "arrival" } });
  const first = { id: 1n, ...rex };
  const second = { id: 2n, ...rex, status: "sold" as const };
  const list = async (include: typeof BOTH | readonly ["quantity"]) =>
    (await service.reader.listPets({ query: { include } })).body;
  const createdAt = new Date(NOON).toISOString();
  expect(await list(BOTH)).toEqual([
    { ...first, quantity: 5, createdAt },
    { ...second, quantity: 0, createdAt },
  ]);
  expect(await list(["quantity"])).toEqual([
    { ...first, quantity: 5 },
    { ...second, quantity: 0 },
  ]);
  expect(await (await service.send("/v1/pets?ids=404&include=quantity")).json()).toEqual([]);
});

test("include has every change of a profile and of photos at once, also by another process", async () => {
  await using database = await openDatabase();
  await using service = await openService({}, database);
  await using other = await openService({}, database);
  const { admin } = other;
  const params = { petId: 1n };
  await admin.createPet({ body: { ...rex, profile: { breed: "Poodle", reference: "R1" } } });
  await admin.createPet({ body: rex });
  const changes = [
    () => admin.updateProfile({ params, body: { breed: "Beagle" } }),
    async () => admin.addPhoto({ params, file: await jpeg(), query: { alt: "Rex" } }),
    async () => admin.addPhoto({ params, file: await jpeg() }),
    () => admin.updatePhoto({ params: { ...params, photoId: 2n }, body: { position: 1 } }),
    () => admin.deletePhoto({ params: { ...params, photoId: 2n } }),
    () => admin.createImport({ file: "id,name,categoryId,breed\n1,Rex,7,Bulldog\n", query: { update: true } }),
    () => admin.deletePet({ params }),
    () => admin.deletePet({ params: { petId: 2n } }),
    () => admin.createImport({ file: "id,name,categoryId,breed\n2,Rex,7,Boxer\n" }),
  ];
  for (const change of changes) {
    const before = await includedOf(service);
    expect<unknown>(before).toEqual(await readOf(other));
    await change();
    const after = await includedOf(service);
    expect<unknown>(after).toEqual(await readOf(other));
    expect(after).not.toEqual(before);
  }
});

const includedOf = async ({ reader }: TestService) =>
  (await reader.listPets({ query: { include: ["profile", "photos"] } })).body;

/** The same, from the operations that read one pet. */
async function readOf({ reader }: TestService): Promise<unknown> {
  const pets = (await reader.listPets()).body as readonly Pet[];
  return Promise.all(
    pets.map(async (pet) => {
      const params = { petId: pet.id };
      const [profile, photos] = await Promise.all([reader.getProfile({ params }), reader.listPhotos({ params })]);
      return { ...pet, profile: profile.body, photos: photos.body };
    }),
  );
}

test("include may be repeated, and the next page has its members", async () => {
  await using service = await openService();
  await service.stock(2);
  for (const query of ["include=quantity,createdAt", "include=createdAt&include=quantity"]) {
    const pages = await everyPage(service, `/v1/pets?limit=1&${query}`);
    expect(allOf(pages, "quantity")).toEqual([1n, 1n]);
    expect(allOf(pages, "createdAt")).toEqual([expect.any(String), expect.any(String)]);
  }
});
