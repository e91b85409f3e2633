import { expect } from "bun:test";
import type { NewProfile } from "../../src/client/index.ts";
import type { Profile } from "../../src/contract/profiles.ts";
import { test } from "../support/databases.ts";
import { NOON, openService, refusal, rex, sendJson, type TestService } from "../support/harness.ts";

const params = { petId: 1n };
const PATH = "/v1/pets/1/profile";

const whole: Profile = {
  breed: "European Shorthair",
  sex: "female",
  birthDate: "2024-05",
  size: "small",
  color: "black & white",
  neutered: false,
  description: 'Calm.\n\nLikes "windowsills" and 🐟.',
  tags: ["house-trained", "Calm"],
  price: { amount: 2n ** 63n - 1n, currency: "EUR" },
  reference: "A-17/2026",
  microchip: "276098106123456",
};

const update = (service: TestService, body: unknown, headers?: Record<string, string>) =>
  sendJson(service, "PATCH", PATH, body, headers);
const profileOf = async (service: TestService, petId = 1n) =>
  (await service.reader.getProfile({ params: { petId } })).body;

test("every pet has a profile, at first an empty one", async () => {
  await using service = await openService();
  await service.stock(1);
  expect(await service.reader.getProfile({ params })).toMatchObject({ status: 200, body: { petId: 1n } });
  expect(Object.keys((await profileOf(service)) ?? {})).toEqual(["petId"]);
  expect(await service.reader.getProfile({ params: { petId: 2n } })).toMatchObject(refusal(404, "not_found"));
  expect(await service.admin.updateProfile({ params: { petId: 2n }, body: { color: "red" } })).toMatchObject(
    refusal(404, "not_found", "no pet with the id 2"),
  );
});

test("a whole profile is returned as it was sent, by every operation that has it", async () => {
  await using service = await openService();
  await service.stock(1);
  const profile = { petId: 1n, ...whole };
  expect(await service.admin.updateProfile({ params, body: whole })).toMatchObject({ status: 200, body: profile });
  expect(await profileOf(service)).toEqual(profile);
  const query = { include: ["profile"] as const };
  expect((await service.reader.listPets({ query })).body).toMatchObject([{ id: 1n, profile }]);
  expect((await service.reader.getPet({ params, query })).body).toMatchObject({ id: 1n, profile });
  const created = await service.admin.createPet({ body: { ...rex, profile: whole } });
  expect(created.body).toEqual({ id: 2n, ...rex });
  expect(await profileOf(service, 2n)).toEqual({ ...profile, petId: 2n });
});

test("a change replaces the given members, null and an empty array remove one, and the rest stays", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { ...rex, profile: whole } });
  const { sex: _, tags: __, price: ___, ...rest } = whole;
  const body = { breed: "Siamese", sex: null, tags: [] as string[], price: null } as const;
  const expected = { petId: 1n, ...rest, breed: "Siamese" };
  expect((await service.admin.updateProfile({ params, body })).body).toEqual(expected);
  expect(await profileOf(service)).toEqual(expected);
});

test("a member of a price can be changed alone, as in a merge patch", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { ...rex, profile: { price: { amount: 15000n, currency: "EUR" } } } });
  const merge = { "Content-Type": "application/merge-patch+json" };
  expect(await update(service, { price: { amount: 9900 } }, merge)).toMatchObject({
    body: { price: { amount: 9900, currency: "EUR" } },
  });
  expect(await update(service, { price: { currency: "JPY" } }, merge)).toMatchObject({
    body: { price: { amount: 9900, currency: "JPY" } },
  });
});

test("a birth date is a year, a month or a day that is somewhere on Earth not in the future", async () => {
  await using service = await openService();
  await service.stock(1);
  // In the east, the 22nd has begun two hours ago.
  for (const birthDate of ["2024", "2026", "2026-11", "2026-11-22", "2024-02-29", "1899-12-31"]) {
    expect(await service.admin.updateProfile({ params, body: { birthDate } })).toMatchObject({ body: { birthDate } });
  }
  for (const birthDate of ["2027", "2026-12", "2026-11-23"]) {
    expect(await service.admin.updateProfile({ params, body: { birthDate } })).toMatchObject(
      refusal(400, "validation_failed", `or 2024-05-17; got "${birthDate}"`),
    );
  }
  service.now = Date.UTC(2026, 11, 31, 9, 59);
  const newYear = () => service.admin.updateProfile({ params, body: { birthDate: "2027" } });
  expect(await newYear()).toMatchObject({ status: 400 });
  service.now += 60_000;
  expect(await newYear()).toMatchObject({ status: 200 });
});

const tagsOf = (count: number) => JSON.stringify(Array.from({ length: count }, (_, nth) => `tag ${nth}`));

test.each([
  ["{}", "body: expected at least one of breed, sex"],
  ['{"race":"Beagle"}', "body: expected at least one of breed, sex"],
  ['{"breed":""}', "breed: expected a string of 1 to 100 characters"],
  ['{"breed":" "}', "breed: expected a string of 1 to 100 characters"],
  [`{"color":"${"x".repeat(101)}"}`, "color: expected a string of 1 to 100 characters"],
  ['{"color":"a\\nb"}', "not only white space, without control characters"],
  ['{"sex":"f"}', 'sex: expected one of "female", "male"; got "f"'],
  ['{"size":"huge"}', 'size: expected one of "small", "medium", "large", "extra_large"; got "huge"'],
  ['{"neutered":"yes"}', 'neutered: expected true or false; got "yes"'],
  ['{"neutered":1}', "neutered: expected true or false; got 1"],
  ['{"birthDate":"2024-13"}', "birthDate: expected a year, a month or a day"],
  ['{"birthDate":"2023-02-29"}', "birthDate: expected a year, a month or a day"],
  ['{"birthDate":"24"}', "birthDate: expected a year, a month or a day"],
  ['{"birthDate":"0000"}', "birthDate: expected a year, a month or a day"],
  ['{"birthDate":"2024-05-17T00:00:00Z"}', "birthDate: expected a year, a month or a day"],
  ['{"birthDate":2024}', "birthDate: expected a year, a month or a day"],
  [`{"description":"${"x".repeat(10_001)}"}`, "description: expected a string of 1 to 10000 characters"],
  ['{"description":"a\\u0000b"}', "description: expected a string of 1 to 10000 characters without control characters"],
  [`{"tags":${tagsOf(21)}}`, "tags: expected at most 20 tags"],
  ['{"tags":"calm"}', "tags: expected an array of at most 20 tags"],
  ['{"tags":["calm",""]}', "tags.1: expected a string of 1 to 50 characters"],
  ['{"tags":[" calm"]}', "tags.0: expected a string of 1 to 50 characters without white space at either end"],
  ['{"tags":["a|b"]}', 'without control characters and "|"; got "a|b"'],
  [`{"tags":["${"x".repeat(51)}"]}`, "tags.0: expected a string of 1 to 50 characters"],
  ['{"tags":["calm","CALM"]}', 'tags: expected each tag once, ignoring case; got "CALM" twice'],
  ['{"price":150}', "price: expected an object with an amount and a currency; got 150"],
  ['{"price":{"amount":150}}', "price.currency: expected with the rest of a new price; it is missing"],
  ['{"price":{"currency":"EUR"}}', "price.amount: expected with the rest of a new price; it is missing"],
  ['{"price":{}}', "price.amount: expected with the rest of a new price; it is missing"],
  ['{"price":{"amount":-1,"currency":"EUR"}}', "price.amount: expected an integer from 0"],
  ['{"price":{"amount":1.5,"currency":"EUR"}}', "price.amount: expected an integer from 0"],
  ['{"price":{"amount":9223372036854775808,"currency":"EUR"}}', "price.amount: expected an integer from 0"],
  ['{"price":{"amount":1,"currency":"eur"}}', "price.currency: expected a currency code of ISO 4217"],
  ['{"price":{"amount":1,"currency":"ABC"}}', "price.currency: expected a currency code of ISO 4217"],
  ['{"reference":" 17"}', "reference: expected a string of 1 to 64 characters without white space at either end"],
  [`{"reference":"${"x".repeat(65)}"}`, "reference: expected a string of 1 to 64 characters"],
  ['{"microchip":"12345678"}', "microchip: expected 9 to 15 letters and digits"],
  ['{"microchip":"276 098 106 123 456"}', "microchip: expected 9 to 15 letters and digits"],
  ['{"microchip":276098106123456}', "microchip: expected 9 to 15 letters and digits"],
])("refuses %s and changes nothing", async (body, message) => {
  await using service = await openService();
  await service.admin.createPet({ body: { ...rex, profile: { color: "brown" } } });
  const before = await service.dump();
  expect(await update(service, body)).toMatchObject(refusal(400, "validation_failed", message));
  expect(await service.dump()).toEqual(before);
  expect(await profileOf(service)).toEqual({ petId: 1n, color: "brown" });
});

test.each([
  ['{"birthDate":"2027"}', "profile.birthDate: expected a year"],
  ['{"tags":["a","A"]}', "profile.tags: expected each tag once"],
  ['{"breed":7}', "profile.breed: expected a string"],
  ['{"price":{"amount":1}}', "profile.price.currency: expected a currency code"],
  ["[]", "profile: expected an object"],
])("a new pet with the profile %s is refused and not stored", async (profile, message) => {
  await using service = await openService();
  const body = `{"name":"Rex","categoryId":7,"profile":${profile}}`;
  expect(await sendJson(service, "POST", "/v1/pets", body)).toMatchObject(refusal(400, "validation_failed", message));
  expect((await service.reader.listPets()).body).toEqual([]);
});

const newest = async (service: TestService) => {
  await service.publish();
  return (await service.reader.listEvents({ query: { order: "desc", limit: 1 } })).body;
};

test("a change is recorded with the members that changed, as they were, and a change of nothing is not", async () => {
  await using service = await openService();
  const tags = ["calm"];
  await service.admin.createPet({ body: { ...rex, profile: { color: "brown", tags } } });
  const created = { type: "profile.updated", petId: 1n, data: { petId: 1n, color: "brown", tags }, previous: {} };
  expect(await newest(service)).toMatchObject([created]);
  const body: NewProfile = { color: "black", tags, price: { amount: 1n, currency: "EUR" } };
  await service.admin.updateProfile({ params, body: body as never });
  const changed = { type: "profile.updated", data: { petId: 1n, ...body }, previous: { color: "brown" } };
  expect(await newest(service)).toMatchObject([changed]);
  const [last] = (await newest(service)) as readonly { readonly previous: object }[];
  expect(Object.keys(last?.previous ?? {})).toEqual(["color"]);
  await service.admin.updateProfile({ params, body: body as never });
  expect(await newest(service)).toEqual([last] as never);
});

test("If-Match is the tag of the profile, and of two clients that send it one gets a 412", async () => {
  await using service = await openService();
  await service.stock(1);
  const tag = (await service.reader.getProfile({ params })).headers.get("ETag") ?? "";
  const changes = ["black", "brown", "white"].map((color) =>
    service.admin.updateProfile({ params, body: { color }, headers: { "If-Match": tag } }),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 412, 412]);
  const changed = (await service.reader.getProfile({ params })).headers.get("ETag") ?? "";
  const second = await service.admin.updateProfile({
    params,
    body: { size: "large" },
    headers: { "If-Match": changed },
  });
  expect(second).toMatchObject({ status: 200 });
});

test("changes of different members at once are all kept", async () => {
  await using service = await openService();
  await service.stock(1);
  const bodies: Profile[] = [{ breed: "Beagle" }, { color: "brown" }, { size: "large" }, { tags: ["calm"] }];
  await Promise.all(bodies.map((body) => service.admin.updateProfile({ params, body })));
  expect(await profileOf(service)).toEqual(Object.assign({ petId: 1n }, ...bodies));
});

test("a profile goes with its pet: one that is imported with its id has none", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { ...rex, profile: whole } });
  await service.admin.deletePet({ params });
  expect(await service.reader.getProfile({ params })).toMatchObject({ status: 404 });
  const imported = await service.admin.createImport({ file: "id,name,categoryId\n1,Bo,7\n" });
  expect(imported).toMatchObject({ body: { stored: true } });
  expect(await profileOf(service)).toEqual({ petId: 1n });
  for (const query of [{ tag: "calm" }, { microchip: whole.microchip }]) {
    expect((await service.reader.listPets({ query })).body).toEqual([]);
  }
});

test("pets are found by a tag in any case, and by a whole reference and microchip, with other filters", async () => {
  await using service = await openService();
  const add = (name: string, profile: NewProfile, status: "available" | "sold" = "available") =>
    service.admin.createPet({ body: { name, categoryId: 7n, status, profile: profile as never } });
  await add("Luna", { tags: ["Stubenrein", "ruhig"], reference: "17" });
  await add("Balou", { tags: ["STUBENREIN"], reference: "17-2", microchip: "276098106123456" });
  await add("Lucky", { tags: ["stubenrein "].map((tag) => tag.trim()), reference: "17" }, "sold");
  const find = async (query: Record<string, string>) => {
    const response = await service.send(`/v1/pets?${new URLSearchParams(query)}`);
    return ((await response.json()) as { name: string }[]).map(({ name }) => name);
  };
  expect(await find({ tag: "stubenREIN" })).toEqual(["Luna", "Balou", "Lucky"]);
  expect(await find({ tag: "stubenrein", order: "desc" })).toEqual(["Lucky", "Balou", "Luna"]);
  expect(await find({ tag: "stubenrein", status: "available" })).toEqual(["Luna", "Balou"]);
  expect(await find({ tag: "stubenrein", q: "lu" })).toEqual(["Luna", "Lucky"]);
  expect(await find({ tag: "stubenrein", name: "lu", status: "sold" })).toEqual(["Lucky"]);
  expect(await find({ tag: "stubenrein", ids: "2,3" })).toEqual(["Balou", "Lucky"]);
  expect(await find({ tag: "stuben" })).toEqual([]);
  expect(await find({ tag: "stubenrein", categoryId: "8" })).toEqual([]);
  expect(await find({ reference: "17" })).toEqual(["Luna", "Lucky"]);
  expect(await find({ reference: "17", tag: "ruhig" })).toEqual(["Luna"]);
  expect(await find({ microchip: "276098106123456" })).toEqual(["Balou"]);
  expect(await find({ microchip: "276098106123457" })).toEqual([]);
  await service.admin.updateProfile({ params, body: { tags: ["wild"] } });
  expect(await find({ tag: "ruhig" })).toEqual([]);
  expect(await find({ tag: "wild" })).toEqual(["Luna"]);
});

test("a cursor is bound to the filters by profile", async () => {
  await using service = await openService();
  for (const name of ["Luna", "Balou"]) {
    await service.admin.createPet({ body: { ...rex, name, profile: { tags: ["calm"], reference: "calm" } } });
  }
  const first = await service.send("/v1/pets?tag=calm&limit=1");
  const next = /<[^>]*(\/v1[^>]*)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
  expect(next).toContain("tag=calm");
  expect(await (await service.send(next)).json()).toMatchObject([{ name: "Balou" }]);
  const other = await service.send(next.replace("tag=calm", "reference=calm"));
  expect(await other.json()).toMatchObject({ code: "invalid_cursor" });
});

test("the same Idempotency-Key changes a profile once", async () => {
  await using service = await openService();
  await service.stock(1);
  const headers = { "Idempotency-Key": "once" };
  const first = await update(service, { color: "brown" }, headers);
  service.now = NOON + 1000;
  await update(service, { color: "black" });
  expect(await update(service, { color: "brown" }, headers)).toMatchObject({ status: 200, body: first.body as object });
  expect(await profileOf(service)).toMatchObject({ color: "black" });
});
