/* getInventoryEntry, changeStock, listStockChanges and the changes that every other operation writes (decisions D30 and D31). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, NOW, openWithPet, refusal, rex, type TestService } from "../support/harness.ts";
import { describeFailures, withBody } from "../support/ledger.ts";

const params = { petId: 1n };

const change = ({ clerk }: TestService, delta: number) =>
  clerk.changeStock({ params, body: { delta, reason: "adjustment" } });

/** The delta, the reason and the count after each change, oldest first. */
async function historyOf({ reader }: TestService): Promise<unknown[]> {
  const changes = await bodyOf(reader.listStockChanges({ params, query: { limit: 100 } }));
  return changes.map(({ delta, reason, quantity }) => [delta, reason, quantity]);
}

test("returns the entry of one pet", async () => {
  await using service = await openWithPet({ ...rex, status: "pending" });
  expect<unknown>(await bodyOf(service.reader.getInventoryEntry({ params }))).toEqual({
    petId: 1n,
    quantity: 1,
    status: "pending",
  });
});

test("returns the recorded change, and its list as Location", async () => {
  await using service = await openWithPet();
  const body = { delta: 4, reason: "arrival", note: "From the north shelter" } as const;
  const made = await service.clerk.changeStock({ params, body });
  expect<unknown>(made.body).toEqual({ id: expect.any(BigInt), petId: 1n, ...body, quantity: 5, at: NOW });
  expect(made.headers.get("Location")).toBe(`${service.base}/inventory/1/changes`);
});

test("never falls below 0 or exceeds 2147483647, and records nothing then", async () => {
  await using service = await openWithPet();
  expect(await change(service, -2)).toMatchObject(
    refusal(409, "insufficient_stock", "Pet 1 has 1 in stock; cannot remove 2"),
  );
  expect(await change(service, -2147483647)).toMatchObject(refusal(409, "insufficient_stock"));
  expect(await change(service, 2147483647)).toMatchObject(refusal(409, "conflict", "would exceed 2147483647"));
  expect(await change(service, 2147483646)).toMatchObject({ status: 201, body: { quantity: 2147483647 } });
  expect(await change(service, 1)).toMatchObject(refusal(409, "conflict"));
  expect(await change(service, -2147483647)).toMatchObject({ status: 201, body: { quantity: 0 } });
  expect(await historyOf(service)).toHaveLength(3);
});

test("several people change a stock at once, and every change counts", async () => {
  await using service = await openWithPet();
  const made = await Promise.all(Array.from({ length: 20 }, () => change(service, 2)));
  expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect(await bodyOf(service.clerk.getInventoryEntry({ params }))).toMatchObject({ quantity: 41 });
});

test("every path that changes a quantity writes one change, with the count after it", async () => {
  await using service = await openWithPet();
  const { clerk } = service;
  await clerk.updateInventory({ params, body: { quantity: 5 } });
  await clerk.updateInventory({ params, body: { quantity: 3, reason: "return", note: "two left" } });
  await clerk.updateInventory({ params, body: { quantity: 3 } });
  await change(service, -1);
  await clerk.placeOrder({ body: { petId: 1n, quantity: 2 } });
  await clerk.cancelOrder({ params: { orderId: 1n } });
  await clerk.placeOrder({ body: { petId: 1n } });
  await clerk.completeOrder({ params: { orderId: 2n } });
  await service.admin.updatePet({ params, body: { name: "Mia", status: "sold" } });
  expect(await historyOf(service)).toEqual([
    [1, "created", 1],
    [4, "adjustment", 5],
    [-2, "return", 3],
    [-1, "adjustment", 2],
    [-2, "order_placed", 0],
    [2, "order_cancelled", 2],
    [-1, "order_placed", 1],
  ]);
  const changes = await bodyOf(service.reader.listStockChanges({ params }));
  expect(changes).toMatchObject([
    { at: NOW },
    {},
    { note: "two left" },
    {},
    { orderId: 1n },
    { orderId: 1n },
    { orderId: 2n },
  ]);
});

describeFailures("Inventory", {
  conflict: {
    updateInventory: { request: withBody('{"quantity":5,"changeFromQuantity":4711}') },
    changeStock: { request: withBody('{"delta":2147483647,"reason":"arrival"}') },
  },
  insufficient_stock: { request: withBody('{"delta":-2,"reason":"adjustment"}') },
});
