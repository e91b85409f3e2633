/* getInventoryEntry, changeStock and listStockChanges (decisions D30 and D31); test/model.test.ts has the changes of each operation. */
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
  const counted = { quantity: 3, reason: "return", note: "two left" } as const;
  await bodyOf(service.clerk.updateInventory({ params, body: counted }));
  const changes = await bodyOf(service.reader.listStockChanges({ params }));
  expect(changes.at(-1)).toMatchObject({ ...counted, delta: -2 });
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

describeFailures("Inventory", {
  conflict: {
    updateInventory: { request: withBody('{"quantity":5,"changeFromQuantity":4711}') },
    changeStock: { request: withBody('{"delta":2147483647,"reason":"arrival"}') },
  },
  insufficient_stock: { request: withBody('{"delta":-2,"reason":"adjustment"}') },
});
