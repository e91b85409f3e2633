/* createPet, deletePet, and the failures of every operation on pets. */
import { expect } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { PetStatus } from "../../src/contract/pets/pets.ts";
import { test } from "../support/databases.ts";
import { bodyOf, expectRefused, openService, openWithPet, refusal, rex, sendJson } from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";

test("createPet returns the pet with a new id, its Location and the status available", async () => {
  await using service = await openService();
  const { status, headers, body } = await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  expect([status, body]).toEqual([201, { id: 1n, ...rex }]);
  expect(headers.get("Location")).toBe(`${service.base}/pets/1`);
});

test.each(PetStatus.options)("createPet accepts the status %s, with a stock of 1 unless it is sold", async (status) => {
  await using service = await openService();
  expect(await service.admin.createPet({ body: { ...rex, status } })).toMatchObject({ ok: true, body: { status } });
  const entry = { petId: 1n, quantity: status === "sold" ? 0 : 1, status };
  expect((await service.clerk.listInventory()).body).toEqual([entry]);
});

test("createPet keeps every digit of a category id", async () => {
  await using service = await openService();
  for (const categoryId of [INT64_MIN, -1n, 0n, 2n ** 53n + 1n, INT64_MAX]) {
    expect(await service.admin.createPet({ body: { ...rex, categoryId } })).toMatchObject({ body: { categoryId } });
  }
});

test("createPet names each invalid field, what is expected and what it got", async () => {
  await using service = await openService();
  const { body } = await sendJson(service, "POST", "/v1/pets", '{"name": 5, "status": "lost"}');
  const wrongStatus = 'status: expected one of "available", "pending", "sold"; got "lost"';
  expect(body).toMatchObject({
    code: "validation_failed",
    details: [
      { field: "name", code: "invalid", message: expect.stringMatching(/^name: expected a string .*; got 5$/) },
      { field: "categoryId", code: "missing", message: expect.stringContaining("it is missing") },
      { field: "status", code: "invalid", message: wrongStatus },
    ],
  });
});

test("a name shows something: none of only zero-width or blank characters, but emoji and Persian with them", async () => {
  await using service = await openService();
  for (const name of ["\u200b", "\u200b\u2060 \ufeff", "\u00ad", "\u3164", "\u2800", "\u{e0020}"]) {
    expect(await service.admin.createPet({ body: { name, categoryId: 7n } })).toMatchObject(
      refusal(400, "validation_failed", /^name: expected a string/),
    );
  }
  for (const name of ["👩‍🚒", "می‌خواهم", "Re\u00adx"]) {
    expect(await service.admin.createPet({ body: { name, categoryId: 7n } })).toMatchObject({
      status: 201,
      body: { name },
    });
  }
});

const params = { petId: 1n };

test("deletePet removes the pet with its stock entry and its changes", async () => {
  await using service = await openService();
  await service.stock(2);
  const { status, body } = await service.admin.deletePet({ params });
  expect([status, body]).toEqual([204, undefined]);
  const refused = refusal(404, "not_found", "There is no pet with the id 1");
  expect(await service.reader.getPet({ params })).toMatchObject(refused);
  expect(await service.reader.getInventoryEntry({ params })).toMatchObject(refused);
  expect(await service.reader.listStockChanges({ params })).toMatchObject(refused);
  expect((await service.reader.listPets()).body).toMatchObject([{ id: 2n }]);
  expect((await service.reader.listInventory()).body).toMatchObject([{ petId: 2n }]);
  expect((await service.dump())["stock_changes"]).toHaveLength(1);
});

test("deletePet returns 409 naming the open orders, and removes the pet once there are none", async () => {
  await using service = await openWithPet(rex, 5);
  for (let nth = 0; nth < 3; nth++) await service.clerk.placeOrder({ body: { petId: 1n } });
  await service.clerk.completeOrder({ params: { orderId: 2n } });
  const remove = () => service.admin.deletePet({ params });
  await expectRefused(service, remove, refusal(409, "conflict", /open orders \(1, 3\)/));
  await service.clerk.completeOrder({ params: { orderId: 1n } });
  await service.clerk.cancelOrder({ params: { orderId: 3n } });
  expect(await remove()).toMatchObject({ status: 204 });
  expect(await bodyOf(service.reader.listOrders())).toMatchObject([{ id: 1n, petId: 1n }, { id: 2n }]);
});

test("deletePet never gives the id of a removed pet to another", async () => {
  await using service = await openService();
  await service.stock(2);
  await service.admin.deletePet({ params: { petId: 2n } });
  await service.stock(1);
  expect((await service.reader.listPets()).body).toMatchObject([{ id: 1n }, { id: 3n }]);
});

describeFailures("Pets", {
  conflict: {
    before: ({ sql }) =>
      sql(`
        insert into orders (pet_id, quantity, complete) select id, 1, 0 from pets;
        insert into profiles (pet_id, microchip) values (99, '276098106123456')`),
    request: (good, { id }) => {
      const profile = { microchip: "276098106123456" };
      if (id === "deletePet") return good;
      return { ...good, body: JSON.stringify(id === "createPet" ? { ...rex, categoryId: 7, profile } : profile) };
    },
  },
  invalid_status_transition: { before: ({ sql }) => sql("update pets set status = 'sold'") },
  gone: {
    before: (service) => {
      service.now = Date.UTC(2030, 11, 5);
    },
  },
});
