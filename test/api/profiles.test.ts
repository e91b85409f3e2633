import { expect } from "bun:test";
import type { Profile } from "../../src/contract/pets/profiles.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import type { ProfilePatch } from "../../src/core/shop/pets/profile-rules.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  eventsOf,
  openService,
  openWithPet,
  refusal,
  rex,
  sendJson,
  type TestService,
} from "../support/harness.ts";
import { expectFound } from "../support/pages.ts";

const params = { petId: 1n };

const whole: Profile = {
  breed: "European Shorthair",
  sex: "female",
  birthDate: "2024-05",
  size: "small",
  color: "black & white",
  neutered: false,
  description: 'Calm.\n\nLikes "windowsills" and 🐟.',
  tags: ["house-trained", "Calm"],
  price: { amount: AMOUNT_MAX, currency: "EUR" },
  reference: "A-17/2026",
  microchip: "276098106123456",
};

const update = ({ admin }: TestService, body: ProfilePatch, headers?: Record<string, string>) =>
  admin.updateProfile({ params, body, ...(headers && { headers }) });
const profileOf = ({ reader }: TestService, petId = 1n) => bodyOf(reader.getProfile({ params: { petId } }));

/** A service with a pet that has this profile. */
async function openWith(profile: Profile): Promise<TestService> {
  const service = await openService();
  await bodyOf(service.admin.createPet({ body: { ...rex, profile } }));
  return service;
}

test("every pet has a profile, at first an empty one", async () => {
  await using service = await openWithPet();
  expect(await profileOf(service)).toEqual({ petId: 1n });
});

test("a whole profile is returned as it was sent, by every operation that has it", async () => {
  await using service = await openWithPet();
  const profile = { petId: 1n, ...whole };
  expect(await bodyOf(update(service, whole))).toEqual(profile);
  expect(await profileOf(service)).toEqual(profile);
  const query = { include: ["profile"] as const };
  expect(await bodyOf(service.reader.listPets({ query }))).toMatchObject([{ id: 1n, profile }]);
  expect(await bodyOf(service.reader.getPet({ params, query }))).toMatchObject({ id: 1n, profile });
  const other = { ...whole, reference: "other", microchip: "276098106999999" };
  const created = await bodyOf(service.admin.createPet({ body: { ...rex, profile: other } }));
  expect(created).toEqual({ id: 2n, ...rex });
  expect(await profileOf(service, 2n)).toEqual({ petId: 2n, ...other });
});

test("a change replaces the given members, null and an empty array remove one, and the others stay", async () => {
  await using service = await openWith(whole);
  const { sex: _, tags: __, price: ___, ...rest } = whole;
  const expected = { petId: 1n, ...rest, breed: "Siamese" };
  expect(await bodyOf(update(service, { breed: "Siamese", sex: null, tags: [], price: null }))).toEqual(expected);
  expect(await profileOf(service)).toEqual(expected);
});

test("a member of a price can be changed alone, as in a merge patch", async () => {
  await using service = await openWith({ price: { amount: 15000n, currency: "EUR" } });
  const merge = (price: object) =>
    sendJson(service, "PATCH", "/v1/pets/1/profile", { price }, { "Content-Type": "application/merge-patch+json" });
  expect(await merge({ amount: 9900 })).toMatchObject({ body: { price: { amount: 9900, currency: "EUR" } } });
  expect(await merge({ currency: "JPY" })).toMatchObject({ body: { price: { amount: 9900, currency: "JPY" } } });
});

test("a birth date is a year, a month or a day that is somewhere on Earth not in the future", async () => {
  await using service = await openWithPet();
  // In the east, the 22nd has begun two hours ago.
  for (const birthDate of ["2024", "2026", "2026-11", "2026-11-22", "2024-02-29", "1899-12-31"]) {
    expect(await bodyOf(update(service, { birthDate }))).toMatchObject({ birthDate });
  }
  for (const birthDate of ["2027", "2026-12", "2026-11-23"]) {
    const future = refusal(400, "validation_failed", `or 2024-05-17; got "${birthDate}"`);
    expect(await update(service, { birthDate })).toMatchObject(future);
  }
  service.now = Date.UTC(2026, 11, 31, 9, 59);
  expect(await update(service, { birthDate: "2027" })).toMatchObject({ status: 400 });
  service.now += 60_000;
  expect(await update(service, { birthDate: "2027" })).toMatchObject({ status: 200 });
});

test("a change is recorded with the members that changed, as they were, and a change of nothing is not", async () => {
  const tags = ["calm"];
  await using service = await openWith({ color: "brown", tags });
  const body: Profile = { color: "black", tags, price: { amount: 1n, currency: "EUR" } };
  for (let nth = 0; nth < 2; nth++) await update(service, body);
  const events = await eventsOf(service, { query: { types: ["profile.updated"] } });
  expect<unknown>(events.map((event) => "previous" in event && [event.data, event.previous])).toEqual([
    [{ petId: 1n, color: "brown", tags }, {}],
    [{ petId: 1n, ...body }, { color: "brown" }],
  ]);
});

test("a profile goes with its pet: one that is imported with its id has none", async () => {
  await using service = await openWith(whole);
  await service.admin.deletePet({ params });
  expect(await service.reader.getProfile({ params })).toMatchObject({ status: 404 });
  const imported = await bodyOf(service.admin.createImport({ file: "id,name,categoryId\n1,Bo,7\n" }));
  expect(imported).toMatchObject({ stored: true });
  expect(await profileOf(service)).toEqual({ petId: 1n });
  for (const query of [{ tag: "calm" }, { microchip: whole.microchip }]) {
    expect(await bodyOf(service.reader.listPets({ query }))).toEqual([]);
  }
});

test("pets are found by a tag in any case, and by a whole reference and microchip, with other filters", async () => {
  await using service = await openService();
  const add = (name: string, profile: Profile, status: "available" | "sold" = "available") =>
    service.admin.createPet({ body: { name, categoryId: 7n, status, profile } });
  await add("Luna", { tags: ["Stubenrein", "ruhig"], reference: "17" });
  await add("Balou", { tags: ["STUBENREIN"], reference: "17-2", microchip: "276098106123456" });
  await add("Lucky", { tags: ["stubenrein"], reference: "17-3" }, "sold");
  await expectFound(service, "pets", [
    ["tag=stubenREIN", 1, 2, 3],
    ["tag=stubenrein&order=desc", 3, 2, 1],
    ["tag=stubenrein&status=available", 1, 2],
    ["tag=stubenrein&q=lu", 1, 3],
    ["tag=stubenrein&name=lu&status=sold", 3],
    ["tag=stubenrein&ids=2,3", 2, 3],
    ["tag=stuben"],
    ["tag=stubenrein&categoryId=8"],
    ["reference=17", 1],
    ["reference=17&tag=ruhig", 1],
    ["microchip=276098106123456", 2],
    ["microchip=276098106123457"],
  ]);
  await update(service, { tags: ["wild"] });
  await expectFound(service, "pets", [["tag=ruhig"], ["tag=wild", 1]]);
});
