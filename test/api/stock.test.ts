/* getInventoryEntry, changeStock, listStockChanges and the changes that every other operation writes (decisions D30 and D31). */
import { expect } from "bun:test";
import { StaffReason, StockChangeReason } from "../../src/contract/inventory.ts";
import { test } from "../support/databases.ts";
import { NOON, openService, refusal, sendJson, type TestService } from "../support/harness.ts";
import { describeFailures, withBody } from "../support/ledger.ts";

const params = { petId: 1n };
const at = new Date(NOON).toISOString();
const CHANGES = "/v1/inventory/1/changes";

/** Reasons that the service gives: no client may. */
const OTHER_REASONS = StockChangeReason.options.filter((reason) => !StaffReason.options.some((one) => one === reason));

const change = ({ clerk }: TestService, delta: number) =>
  clerk.changeStock({ params, body: { delta, reason: "adjustment" } });

/** The delta, the reason and the count after each change, oldest first. */
async function historyOf({ reader }: TestService): Promise<unknown[]> {
  const { ok, body } = await reader.listStockChanges({ params, query: { limit: 100 } });
  return ok ? body.map(({ delta, reason, quantity }) => [delta, reason, quantity]) : [];
}

test("returns the entry of one pet, with the tag that a change of it expects", async () => {
  await using service = await openService();
  await service.stock(2, "pending");
  const { status, headers, body } = await service.clerk.getInventoryEntry({ params });
  expect([status, body]).toEqual([200, { petId: 1n, quantity: 1, status: "pending" }]);
  const set = (quantity: number) =>
    service.clerk.updateInventory({ params, body: { quantity }, headers: { "If-Match": headers.get("ETag") ?? "" } });
  expect(await set(5)).toMatchObject({ status: 200 });
  expect(await set(6)).toMatchObject(refusal(412, "precondition_failed"));
  expect(await service.clerk.getInventoryEntry({ params: { petId: 404n } })).toMatchObject(refusal(404, "not_found"));
});

test("returns the recorded change of 201 and its list as Location", async () => {
  await using service = await openService();
  await service.stock(1);
  const body = { delta: 4, reason: "arrival", note: "From the north shelter" } as const;
  const made = await service.clerk.changeStock({ params, body });
  expect(made).toMatchObject({ status: 201, body: { petId: 1n, ...body, quantity: 5, at } });
  expect(Object.keys(made.body as object).toSorted()).toEqual([
    "at",
    "delta",
    "id",
    "note",
    "petId",
    "quantity",
    "reason",
  ]);
  expect(made.headers.get("Location")).toBe(`${service.base}/inventory/1/changes`);
  expect((await service.reader.listPets()).body).toMatchObject([{ status: "available" }]);
});

test("never falls below 0 or exceeds 2147483647, and records nothing then", async () => {
  await using service = await openService();
  await service.stock(1);
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

test.each([
  ["{}", "delta: expected an integer.*reason: expected"],
  ['{"delta":0,"reason":"arrival"}', "delta: expected an integer from -2147483647 to 2147483647, except 0; got 0"],
  ['{"delta":1.5,"reason":"arrival"}', "delta: expected"],
  ['{"delta":"1","reason":"arrival"}', "delta: expected"],
  ['{"delta":null,"reason":"arrival"}', "delta: expected"],
  ['{"delta":2147483648,"reason":"arrival"}', "delta: expected"],
  ['{"delta":-2147483648,"reason":"arrival"}', "delta: expected"],
  ['{"delta":1}', "reason: expected"],
  ...OTHER_REASONS.map(
    (reason) =>
      [`{"delta":1,"reason":"${reason}"}`, 'reason: expected one of "arrival", "return", "adjustment"'] as const,
  ),
  ['{"delta":1,"reason":"arrival","note":""}', "note: expected"],
  ['{"delta":1,"reason":"arrival","note":null}', "note: expected"],
])("refuses the change %s", async (body, message) => {
  await using service = await openService();
  await service.stock(1);
  const before = await service.dump();
  expect(await sendJson(service, "POST", CHANGES, body)).toMatchObject(
    refusal(400, "validation_failed", new RegExp(message)),
  );
  expect(await service.dump()).toEqual(before);
});

test("returns 404 for a pet that does not exist", async () => {
  await using service = await openService();
  const body = { delta: 1, reason: "arrival" };
  const gone = refusal(404, "not_found", "There is no pet with the id 404");
  expect(await sendJson(service, "POST", "/v1/inventory/404/changes", body)).toMatchObject(gone);
  expect(await service.clerk.listStockChanges({ params: { petId: 404n } })).toMatchObject(gone);
});

test("several people change a stock at once, and every change counts", async () => {
  await using service = await openService();
  await service.stock(1);
  const made = await Promise.all(Array.from({ length: 20 }, () => change(service, 2)));
  expect(made.map(({ status }) => status)).toEqual(Array(20).fill(201));
  expect((await service.clerk.getInventoryEntry({ params })).body).toMatchObject({ quantity: 41 });
});

test("every path that changes a quantity writes one change, with the count after it", async () => {
  await using service = await openService();
  const { clerk } = service;
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
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
  const { body } = await service.reader.listStockChanges({ params });
  expect(body).toMatchObject([{ at }, {}, { note: "two left" }, {}, { orderId: 1n }, { orderId: 1n }, { orderId: 2n }]);
});

test.each([...OTHER_REASONS.map((reason) => `"${reason}"`), "null", '"lost"'])(
  "refuses the reason %s for a new count",
  async (reason) => {
    await using service = await openService();
    await service.stock(1);
    const set = await sendJson(service, "PATCH", "/v1/inventory/1", `{"quantity":5,"reason":${reason}}`);
    expect(set).toMatchObject(refusal(400, "validation_failed", "reason: expected"));
  },
);

describeFailures("Inventory", {
  conflict: {
    updateInventory: { request: withBody('{"quantity":5,"changeFromQuantity":4711}') },
    changeStock: { request: withBody('{"delta":2147483647,"reason":"arrival"}') },
  },
  insufficient_stock: { request: withBody('{"delta":-2,"reason":"adjustment"}') },
});
