import { expect } from "bun:test";
import { PetStatus } from "../../src/contract/pets/pets.ts";
import { test } from "../support/databases.ts";
import { bodyOf, openService, openWithPet, refusal, rex, sendJson, tagOf } from "../support/harness.ts";

const params = { petId: 1n };

test("changes any of name, categoryId and status, and nothing else", async () => {
  await using service = await openWithPet(rex, 4);
  const expected = { id: 1n, ...rex };
  for (const body of [
    { name: " Mia " },
    { categoryId: -(2n ** 63n) },
    { status: "pending" },
    { name: "Rex", categoryId: 7n, status: "sold" },
  ] as const) {
    Object.assign(expected, body);
    expect(await bodyOf(service.admin.updatePet({ params, body }))).toEqual(expected);
    expect(await bodyOf(service.reader.listPets())).toEqual([expected]);
  }
  expect(await bodyOf(service.reader.getInventoryEntry({ params }))).toMatchObject({ quantity: 4, status: "sold" });
  expect(await bodyOf(service.reader.listStockChanges({ params }))).toHaveLength(1);
});

/** Where a status may lead, besides to itself. */
const transitions: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ["pending", "sold"],
  pending: ["available", "sold"],
  sold: ["available"],
};

test.each(PetStatus.options.flatMap((from) => PetStatus.options.map((to) => [from, to] as const)))(
  "the status may go from %s to %s, or a 409 names what is allowed",
  async (from, to) => {
    const isAllowed = from === to || transitions[from].includes(to);
    const message = `status: a pet that is ${from} may become ${transitions[from].join(" or ")}; got ${to}`;
    await using service = await openService();
    await service.stock(1, from);
    const changed = await service.admin.updatePet({ params, body: { name: "Mia", status: to } });
    const pet = { id: 1n, name: "Mia", categoryId: 7n, status: to };
    if (isAllowed) expect(changed).toMatchObject({ status: 200, body: pet });
    else expect(changed).toMatchObject(refusal(409, "invalid_status_transition", message));
    expect((await service.reader.listPets()).body).toEqual([isAllowed ? pet : { ...pet, name: "Pet 1", status: from }]);
  },
);

test("accepts application/merge-patch+json, and a note of 500 characters", async () => {
  await using service = await openWithPet();
  const body = { name: "Mia", note: "🐕".repeat(500) };
  const type = { "Content-Type": "application/merge-patch+json" };
  expect(await sendJson(service, "PATCH", "/v1/pets/1", body, type)).toMatchObject({
    status: 200,
    body: { name: "Mia" },
  });
});

test("other bodies are application/json only", async () => {
  await using service = await openService();
  const type = { "Content-Type": "application/merge-patch+json" };
  const refused = refusal(415, "unsupported_media_type");
  expect(await sendJson(service, "POST", "/v1/pets", { name: "Rex", categoryId: 7 }, type)).toMatchObject(refused);
});

test("the pet is found by its new name and category, and no longer by the old ones", async () => {
  await using service = await openWithPet();
  await service.admin.updatePet({ params, body: { name: "ÄNNE", categoryId: 9n } });
  const find = (query: object) => bodyOf(service.reader.listPets({ query }));
  for (const query of [{ name: "änne" }, { categoryId: 9n }]) expect(await find(query)).toMatchObject([{ id: 1n }]);
  for (const query of [{ name: "rex" }, { categoryId: 7n }]) expect(await find(query)).toEqual([]);
});

const INCLUDED = "include=quantity,createdAt";

test.each([`/v1/pets/1?${INCLUDED}`, `/v1/pets?ids=1&${INCLUDED}`, "/v1/pets?name=pet&limit=1&include=quantity"])(
  "the tag of %s is good for If-Match until the pet changes",
  async (path) => {
    await using service = await openService();
    await service.stock(2);
    const tag = () => tagOf(service, path);
    const rename = (name: string, ifMatch: string) =>
      service.admin.updatePet({ params, body: { name }, headers: { "If-Match": ifMatch } });
    const first = await tag();
    // The stock is not of the pet: the tag of what was read changes, but not what If-Match compares.
    await service.clerk.changeStock({ params, body: { delta: 1, reason: "arrival" } });
    expect(await tag()).not.toBe(first);
    expect(await rename("Pet one", first)).toMatchObject({ status: 200 });
    expect(await rename("Pet two", first)).toMatchObject({ status: 412 });
    expect(await rename("Pet two", await tag())).toMatchObject({ status: 200 });
  },
);
