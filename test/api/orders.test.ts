/* placeOrder, getOrder, completeOrder and cancelOrder (decision D32). */
import { expect } from "bun:test";
import { PetStatus } from "../../src/contract/pets/pets.ts";
import { test } from "../support/databases.ts";
import { bodyOf, expectRefused, NOW, openWithPet, refusal, rex, type TestService } from "../support/harness.ts";
import { describeFailures, pairPets, withBody } from "../support/ledger.ts";

const params = { orderId: 1n };
const pet = { name: rex.name, categoryId: rex.categoryId };

/** A service with Rex in stock, and an order of some. */
async function openWithOrder(stock: number, quantity: number): Promise<TestService> {
  const service = await openWithPet(rex, stock);
  await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, quantity } }));
  return service;
}

/** The stock and the status of the only pet. */
async function petOf({ reader }: TestService): Promise<[number, string]> {
  const { quantity, status } = await bodyOf(reader.getInventoryEntry({ params: { petId: 1n } }));
  return [quantity, status];
}

test("takes the stock at once and returns the open order with its Location", async () => {
  await using service = await openWithPet(rex, 5);
  const placed = await service.clerk.placeOrder({ body: { petId: 1n, quantity: 2 } });
  expect([placed.status, placed.body]).toEqual([
    201,
    { id: 1n, petId: 1n, quantity: 2, complete: false, placedAt: NOW, pet },
  ]);
  expect(placed.headers.get("Location")).toBe(`${service.base}/store/orders/1`);
  expect(await petOf(service)).toEqual([3, "available"]);
  expect((await service.clerk.getOrder({ params })).body).toEqual(placed.body);
  expect((await service.clerk.listOrders()).body).toMatchObject([{ id: 1n, quantity: 2 }]);
});

test("orders 1 without a quantity; a pet whose stock reaches 0 becomes pending", async () => {
  await using service = await openWithPet();
  expect((await service.clerk.placeOrder({ body: { petId: 1n } })).body).toMatchObject({ quantity: 1 });
  expect(await petOf(service)).toEqual([0, "pending"]);
});

const unavailable = PetStatus.options.filter((status) => status !== "available");

test.each(unavailable)("refuses an order of a %s pet, whatever its stock", async (status) => {
  await using service = await openWithPet({ ...rex, status }, 5);
  const place = () => service.clerk.placeOrder({ body: { petId: 1n, quantity: 9 } });
  const message = `Pet 1 is ${status}; only available pets can be ordered`;
  await expectRefused(service, place, refusal(409, "pet_not_available", message));
});

test("refuses an order of more than is in stock, and of an unknown pet", async () => {
  await using service = await openWithPet(rex, 2);
  for (const [petId, quantity, refused] of [
    [1n, 3, refusal(409, "insufficient_stock", "Pet 1 has 2 in stock; cannot remove 3")],
    [1n, 2147483647, refusal(409, "insufficient_stock")],
    [404n, 1, refusal(404, "not_found", "There is no pet with the id 404")],
  ] as const) {
    await expectRefused(service, () => service.clerk.placeOrder({ body: { petId, quantity } }), refused);
  }
});

test.each([
  ["2026-12-01T09:30:00Z", "2026-12-01T09:30:00.000Z"],
  ["2026-12-01T10:30:00.25+01:00", "2026-12-01T09:30:00.250Z"],
  ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
])("returns the ship date %s in UTC, and keeps it on completion and on reopening", async (shipDate, utc) => {
  await using service = await openWithPet();
  const placed = await service.clerk.placeOrder({ body: { petId: 1n, shipDate } });
  expect(placed).toMatchObject({ status: 201, body: { shipDate: utc } });
  expect((await service.clerk.completeOrder({ params })).body).toMatchObject({ shipDate: utc, complete: true });
  expect((await service.clerk.reopenOrder({ params })).body).toMatchObject({ shipDate: utc, complete: false });
});

test("completing an order ships it now", async () => {
  await using service = await openWithOrder(1, 1);
  service.now += 60_000;
  const completedAt = new Date(service.now).toISOString();
  const order = {
    id: 1n,
    petId: 1n,
    quantity: 1,
    shipDate: completedAt,
    complete: true,
    placedAt: NOW,
    completedAt,
    receipt: { number: "2026-00001", at: completedAt },
    pet,
  };
  expect(await bodyOf(service.clerk.completeOrder({ params }))).toEqual(order);
});

type Step = (service: TestService) => Promise<unknown>;
const complete: Step = ({ clerk }) => clerk.completeOrder({ params });
const cancel: Step = ({ clerk }) => clerk.cancelOrder({ params });
const place: Step = ({ clerk }) => clerk.placeOrder({ body: { petId: 1n } });
const completeSecond: Step = ({ clerk }) => clerk.completeOrder({ params: { orderId: 2n } });
const cancelSecond: Step = ({ clerk }) => clerk.cancelOrder({ params: { orderId: 2n } });
const sell: Step = ({ admin }) => admin.updatePet({ params: { petId: 1n }, body: { status: "sold" } });
const arrive: Step = ({ clerk }) => clerk.changeStock({ params: { petId: 1n }, body: { delta: 1, reason: "return" } });

test.each([
  ["completing: a pending pet without stock is sold", 1, 1, [complete], [0, "sold"]],
  ["completing: a pet with stock stays available", 2, 1, [complete], [1, "available"]],
  ["completing: a pending pet with stock stays pending", 1, 1, [arrive, complete], [1, "pending"]],
  ["cancelling: the stock returns, and a pending pet is available", 3, 3, [cancel], [3, "available"]],
  ["cancelling: a sold pet is available again", 1, 1, [sell, cancel], [1, "available"]],
  ["completing one of two orders: the other still has the pet", 2, 1, [place, complete], [0, "pending"]],
  ["completing one of two orders and cancelling the other", 2, 1, [place, complete, cancelSecond], [1, "available"]],
  ["completing both of two orders sells the pet", 2, 1, [place, complete, completeSecond], [0, "sold"]],
] as const)("%s", async (_, stock, quantity, steps, expected) => {
  await using service = await openWithOrder(stock, quantity);
  for (const step of steps) await step(service);
  expect(await petOf(service)).toEqual([...expected]);
});

test("a complete order cannot be cancelled", async () => {
  await using service = await openWithOrder(2, 2);
  await service.clerk.completeOrder({ params });
  const cancel = () => service.clerk.cancelOrder({ params });
  await expectRefused(service, cancel, refusal(409, "conflict", "cannot be cancelled: reopen or return it instead"));
  await service.clerk.returnOrder({ params, body: { quantity: 1 } });
  await expectRefused(service, cancel, refusal(409, "conflict", "cannot be cancelled: return the rest of it instead"));
});

test("an order whose stock would exceed the largest count cannot be cancelled", async () => {
  await using service = await openWithOrder(2, 1);
  await service.clerk.updateInventory({ params: { petId: 1n }, body: { quantity: 2147483647 } });
  const cancel = () => service.clerk.cancelOrder({ params });
  await expectRefused(service, cancel, refusal(409, "conflict", "would exceed 2147483647"));
});

describeFailures("Orders", {
  conflict: {
    cancelOrder: { before: ({ sql }) => sql("update orders set complete = 1") },
    reopenOrder: { before: ({ sql }) => sql("update orders set complete = 1, completed_at = 0") },
    updateOrder: { before: ({ sql }) => sql("update orders set complete = 1"), request: withBody('{"ready":true}') },
    returnOrder: { before: ({ sql }) => sql("update orders set complete = 0") },
  },
  belongs_together: { before: pairPets },
  pet_not_available: { before: ({ sql }) => sql("update pets set status = 'sold'") },
  insufficient_stock: { before: ({ sql }) => sql("update pets set quantity = 0") },
});
