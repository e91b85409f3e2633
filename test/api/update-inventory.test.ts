import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, openService, openWithPet, rex, sendJson } from "../support/harness.ts";

const params = { petId: 1n };

test("returns the entry with its new quantity and lists it from then on", async () => {
  await using service = await openService();
  await service.stock(2);
  const changed = { petId: 1n, quantity: 12, status: "available" } as const;
  expect(await bodyOf(service.clerk.updateInventory({ params, body: { quantity: 12 } }))).toEqual(changed);
  expect(await bodyOf(service.reader.listInventory())).toEqual([changed, { ...changed, petId: 2n, quantity: 1 }]);
});

test.each([
  ["0", 0],
  ["-0", 0],
  ["2147483647", 2147483647],
  ["5.0", 5],
  ["5e2", 500],
  ["50e-1", 5],
])("accepts the quantity %s as an integer", async (written, quantity) => {
  await using service = await openWithPet();
  const { status, body } = await sendJson(service, "PATCH", "/v1/inventory/1", `{"quantity":${written}}`);
  expect([status, body]).toEqual([200, { petId: 1, quantity, status: "available" }]);
});

test("never changes the status of the entry or the pet", async () => {
  await using service = await openWithPet({ ...rex, status: "sold" });
  const body = { quantity: 4, status: "available" };
  expect(await bodyOf(service.clerk.updateInventory({ params, body }))).toMatchObject({ quantity: 4, status: "sold" });
  expect(await bodyOf(service.reader.getPet({ params }))).toMatchObject({ status: "sold" });
});
