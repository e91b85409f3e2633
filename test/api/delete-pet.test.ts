import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService, refusal } from "../support/harness.ts";

const params = { petId: 1n };

test("removes the pet with its stock entry and its changes", async () => {
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

test("returns 409 naming the open orders, and removes the pet once there are none", async () => {
  await using service = await openService();
  await service.stock(1);
  await service.clerk.changeStock({ params, body: { delta: 4, reason: "arrival" } });
  for (let nth = 0; nth < 3; nth++) await service.clerk.placeOrder({ body: { petId: 1n } });
  await service.clerk.completeOrder({ params: { orderId: 2n } });
  const before = await service.dump();
  expect(await service.admin.deletePet({ params })).toMatchObject(refusal(409, "conflict", /open orders \(1, 3\)/));
  expect(await service.dump()).toEqual(before);
  await service.clerk.completeOrder({ params: { orderId: 1n } });
  await service.clerk.cancelOrder({ params: { orderId: 3n } });
  expect(await service.admin.deletePet({ params })).toMatchObject({ status: 204 });
  expect((await service.reader.listOrders()).body).toMatchObject([{ id: 1n, petId: 1n }, { id: 2n }]);
});

test("never gives the id of a removed pet to another", async () => {
  await using service = await openService();
  await service.stock(2);
  await service.admin.deletePet({ params: { petId: 2n } });
  await service.stock(1);
  expect((await service.reader.listPets()).body).toMatchObject([{ id: 1n }, { id: 3n }]);
});
