import { expect } from "bun:test";
import { openDatabase, test } from "../support/databases.ts";
import { addPet, bodyOf, NOW, openService, openWithPet, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { allOf, cursorOf, everyPage, expectFound, nextOf } from "../support/pages.ts";

const invalidCursor = { code: "invalid_cursor", status: 400 };

test("returns exactly id, name, categoryId and status of each pet", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n, status: "pending" } });
  expect(await service.reader.listPets()).toMatchObject({ status: 200 });
  expect(await (await service.send("/v1/pets")).text()).toBe(
    '[{"id":1,"name":"Rex","categoryId":7,"status":"pending"}]\n',
  );
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

test("accepts a cursor only with the filters of its page", async () => {
  await using service = await openService();
  const profile = { tags: ["calm"] };
  for (let nth = 0; nth < 3; nth++) await service.admin.createPet({ body: { ...rex, profile } });
  const filters = ["", "status=available", "ids=1,2", "ids=1,2,3", "q=rex", "name=rex", "tag=calm"];
  for (const filter of filters) {
    const cursor = cursorOf(await service.send(`/v1/pets?limit=1&${filter}`));
    for (const other of filters) {
      const response = await service.send(`/v1/pets?cursor=${cursor}&limit=2&${other}`);
      const body = filter === other ? [{ id: 2 }, { id: 3 }].slice(0, filter === "ids=1,2" ? 1 : 2) : invalidCursor;
      expect([filter, other, await response.json()]).toMatchObject([filter, other, body]);
    }
  }
});

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
  await using service = await openService();
  for (const known of ["rexy", "Mia", "Rex", "Zoe\u0308", "Ｒex 2", "ﬁdo"]) {
    await addPet(service.store, { ...rex, name: known });
  }
  const found = await bodyOf(service.reader.listPets({ query: { name } }));
  expect(found.map((pet) => pet.name)).toEqual([...expected]);
});

test("filters by category, name and status together, in both directions", async () => {
  await using service = await openService();
  for (const [nth, name] of ["Rex", "Rex", "Mia", "Mia", "rexy", "rexy", "REX"].entries()) {
    const status = nth === 6 ? "sold" : "available";
    await addPet(service.store, { name, categoryId: BigInt(1 + (nth % 2)), status });
  }
  await expectFound(service, "pets", [
    ["categoryId=1", 1, 3, 5, 7],
    ["categoryId=1&name=rex", 1, 5, 7],
    ["categoryId=1&name=rex&status=available&order=desc", 5, 1],
    ["categoryId=1&name=rex&ids=7,6&ids=5", 5, 7],
    ["status=available&order=desc", 6, 5, 4, 3, 2, 1],
    ["status=pending"],
    ["status=sold&ids=5,6,7", 7],
    ["categoryId=-9223372036854775808"],
  ]);
});

test("takes ids separated by commas, repeated, or both", async () => {
  await using service = await openService();
  await service.stock(5);
  await expectFound(service, "pets", [
    ["ids=1,2,4", 1, 2, 4],
    ["ids=1&ids=2&ids=4", 1, 2, 4],
    ["ids=1,2&ids=4", 1, 2, 4],
    ["ids=4&ids=2,1", 1, 2, 4],
  ]);
});

test("finds pets by the starts of any words of their name, whatever case and accents", async () => {
  await using service = await openService();
  for (const name of ["Krümel vom Königsforst", "Kru\u0308mel", "Luna", "luna-bella", "Ødis"]) {
    await addPet(service.store, { ...rex, name, status: name === "Kru\u0308mel" ? "sold" : "available" });
  }
  await expectFound(service, "pets", [
    ["q=krumel", 1, 2],
    ["q=K%C3%96NIG+kru", 1],
    ["q=bel,+lun", 4],
    ["q=una"],
    ["q=krumel&status=sold", 2],
    ["q=l&name=luna-&order=desc&categoryId=7", 4],
    ["q=l&ids=1,3", 3],
    ["q=odis", 5],
    ["q=kruemel", 1, 2],
    ["q=KOENIGS+krue", 1],
    ["q=kruemel&name=kr%C3%BC", 1, 2],
    ["name=krue"],
  ]);
});

test("finds pets by the words of their profile, which follow its changes, with those of the name", async () => {
  await using service = await openService();
  const profile = {
    breed: "Beagle",
    color: "tri-color",
    tags: ["House trained"],
    reference: "T-2026/7",
    microchip: "276098106123456",
  };
  const { id } = await bodyOf(service.admin.createPet({ body: { name: "Krümel", categoryId: 7n, profile } }));
  await service.admin.createPet({ body: { name: "Beagle Boy", categoryId: 7n } });
  const found = async (q: string) => (await bodyOf(service.admin.listPets({ query: { q } }))).map((pet) => pet.id);
  expect(await found("beagle")).toEqual([id, 2n]);
  for (const q of ["BEA kru", "trained tri", "t-2026", "2760981", "house Beagle color krümel"])
    expect([q, await found(q)]).toEqual([q, [id]]);
  for (const q of ["beagle cat", "eagle", "oose"]) expect([q, await found(q)]).toEqual([q, []]);
  await service.admin.updatePet({ params: { petId: id }, body: { name: "Luna" } });
  expect([await found("luna beagle"), await found("krumel")]).toEqual([[id], []]);
  await service.admin.updateProfile({ params: { petId: id }, body: { breed: null, tags: ["calm"] } });
  expect([await found("luna calm"), await found("trained"), await found("beagle")]).toEqual([[id], [], [2n]]);
});

test("a pet with as many and as long tags as may be is found by its chip and its reference", async () => {
  await using service = await openService();
  const tags = Array.from({ length: 20 }, (_, nth) => `good with ${nth} ${"children ".repeat(4)}`.trim());
  const profile = { tags, reference: "T-2026/7", microchip: "276098106123456" };
  await service.admin.createPet({ body: { name: "Krümel", categoryId: 7n, profile } });
  await expectFound(service, "pets", [
    ["q=2760981", 1],
    ["q=t-2026", 1],
    ["q=krumel", 1],
    ["q=kruemel", 1],
    ["q=children", 1],
  ]);
});

test("words follow every change of a pet", async () => {
  await using service = await openWithPet({ ...rex, name: "Bella Luna" });
  const params = { petId: 1n };
  await service.admin.updatePet({ params, body: { name: "Rex" } });
  await expectFound(service, "pets", [["q=luna"], ["q=bella"], ["q=rex", 1]]);
  const found = async (status: "available" | "pending" | "sold") =>
    (await bodyOf(service.reader.listPets({ query: { q: "rex", status } }))).length;
  await service.clerk.placeOrder({ body: { petId: 1n } });
  expect([await found("available"), await found("pending")]).toEqual([0, 1]);
  await service.clerk.cancelOrder({ params: { orderId: 1n } });
  await service.admin.updatePet({ params, body: { status: "sold" } });
  expect([await found("pending"), await found("sold")]).toEqual([0, 1]);
  await service.admin.deletePet({ params });
  await expectFound(service, "pets", [["q=rex"]]);
});

test("include adds the named members to each pet, and no others", async () => {
  await using service = await openWithPet(rex, 3);
  await addPet(service.store, { ...rex, status: "sold" }, 0);
  service.now += 86_400_000;
  await service.clerk.changeStock({ params: { petId: 1n }, body: { delta: 2, reason: "arrival" } });
  for (const [include, added] of [
    [["quantity", "createdAt"], { createdAt: NOW }],
    [["quantity"], {}],
  ] as const) {
    expect(await bodyOf(service.reader.listPets({ query: { include } }))).toEqual([
      { id: 1n, ...rex, quantity: 5, ...added },
      { id: 2n, ...rex, status: "sold", quantity: 0, ...added },
    ]);
  }
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

const includedOf = ({ reader }: TestService) => bodyOf(reader.listPets({ query: { include: ["profile", "photos"] } }));

/** The same, from the operations that read one pet. */
async function readOf({ reader }: TestService): Promise<unknown> {
  const pets = await bodyOf(reader.listPets());
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

const arrivals = [
  { name: "Rex", profile: { arrivedOn: "2026-11-20", price: { amount: 500n, currency: "EUR" } } },
  { name: "mia", profile: { arrivedOn: "2020-02-29", price: { amount: 900n, currency: "JPY" } } },
  { name: "Ada", profile: { birthDate: "2024", price: { amount: 900n, currency: "EUR" } } },
  { name: "rex", profile: { arrivedOn: "2026-11-20", birthDate: "2024-06" } },
] as const;

/** A service with pets that came on different days: the one without a day was added today. */
async function openWithArrivals(): Promise<TestService> {
  const service = await openService();
  for (const { name, profile } of arrivals) await service.admin.createPet({ body: { ...rex, name, profile } });
  return service;
}

test.each([
  ["sort=name", "3 2 1 4"],
  ["sort=name&order=desc", "4 1 2 3"],
  ["sort=arrivedOn", "2 1 4 3"],
  ["sort=arrivedOn&order=desc", "3 4 1 2"],
  ["sort=arrivedOn&q=rex", "1 4"],
  ["sort=name&ids=4,3,2", "3 2 4"],
  ["sort=id&order=desc", "4 3 2 1"],
  ["arrivedBefore=2026-11-21", "1 2 4"],
  ["bornAfter=2024-01-01&bornBefore=2024-02-01", "3"],
  ["bornAfter=2024-01-02", "4"],
  ["priceFrom=500&priceTo=900&currency=EUR", "1 3"],
  ["currency=JPY&sort=name", "2"],
  ["photo=false&priceTo=500&currency=EUR", "1"],
  ["photo=true", ""],
])("lists with %s, page by page", async (query, expected) => {
  await using service = await openWithArrivals();
  for (const limit of [1, 2, 4]) {
    const pages = await everyPage(service, `/v1/pets?${query}&limit=${limit}`);
    expect(allOf(pages, "id").join(" ")).toBe(expected);
  }
});

test("a pet whose day of arrival changes moves in the list, and back to the day on which it was added", async () => {
  await using service = await openWithArrivals();
  const ids = async () => (await bodyOf(service.reader.listPets({ query: { sort: "arrivedOn" } }))).map(({ id }) => id);
  const params = { petId: 2n };
  await service.admin.updateProfile({ params, body: { arrivedOn: "2026-11-21" } });
  expect(await ids()).toEqual([1n, 4n, 2n, 3n]);
  await service.admin.updateProfile({ params, body: { color: "red" } });
  await service.admin.updateProfile({ params: { petId: 1n }, body: { arrivedOn: null } });
  expect(await ids()).toEqual([4n, 1n, 2n, 3n]);
});

test.each([
  [
    "priceFrom=1",
    { field: "currency", message: /expected a currency together with priceFrom and priceTo; it is missing/ },
  ],
  ["currency=euro", { field: "currency", message: /ISO 4217/ }],
  ["sort=price", { field: "sort", message: /one of "id", "name", "arrivedOn"; got "price"/ }],
  ["bornAfter=2024", { field: "bornAfter", message: /a day of the calendar, such as 2026-12-01; got "2024"/ }],
  ["arrivedBefore=2026-02-30", { field: "arrivedBefore", message: /a day of the calendar/ }],
  ["photo=1", { field: "photo", message: /true or false/ }],
])("refuses %s", async (query, { field, message }) => {
  await using service = await openService();
  const { status, details } = (await (await service.send(`/v1/pets?${query}`)).json()) as {
    readonly status: number;
    readonly details: readonly { readonly field: string; readonly message: string }[];
  };
  expect([status, details]).toEqual([
    400,
    [expect.objectContaining({ field, message: expect.stringMatching(message) })],
  ]);
});

test("a cursor of a sorted list belongs to its sort, and survives a rename of the pet where it stopped", async () => {
  await using service = await openWithArrivals();
  const cursor = cursorOf(await service.send("/v1/pets?sort=name&limit=2"));
  for (const sort of ["id", "arrivedOn"]) {
    expect(await (await service.send(`/v1/pets?sort=${sort}&cursor=${cursor}`)).json()).toMatchObject(invalidCursor);
  }
  await service.admin.updatePet({ params: { petId: 2n }, body: { name: "Zoe" } });
  const pages = await everyPage(service, `/v1/pets?sort=name&limit=2&cursor=${cursor}`);
  expect(allOf(pages, "name")).toEqual(["Rex", "rex", "Zoe"]);
});
