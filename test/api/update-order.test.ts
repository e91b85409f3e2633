/* updateOrder, and who an order is for (decision D57). */
import { expect } from "bun:test";
import type { Order } from "../../src/contract/orders/order-schemas.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  eventsOf,
  expectRefused,
  NOW,
  openWithPet,
  refusal,
  rex,
  type TestService,
} from "../support/harness.ts";

const params = { orderId: 1n };
const ada = { name: "Ada Krause", contact: "+49 170 1234567" };
const price = { amount: AMOUNT_MAX, currency: "EUR" };

/** A service with an order of Rex by Ada. */
async function openWithOrder(details: object = { customer: ada, note: "Collects on Friday" }): Promise<TestService> {
  const service = await openWithPet(rex, 5);
  expect(await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, ...details } }))).toMatchObject(details);
  return service;
}

const order = {
  id: 1n,
  petId: 1n,
  quantity: 1,
  complete: false,
  placedAt: NOW,
  pet: { name: rex.name, categoryId: rex.categoryId },
};
const orderOf = ({ clerk }: TestService) => bodyOf(clerk.getOrder({ params }));
const update = ({ clerk }: TestService, body: object) => clerk.updateOrder({ params, body });

test("an order has its customer, its note and its price", async () => {
  await using service = await openWithOrder({ customer: ada, note: "By car\nor by train", price });
  const whole = { ...order, customer: ada, note: "By car\nor by train", price };
  expect(await orderOf(service)).toEqual(whole);
  expect((await service.reader.listOrders()).body).toEqual([whole]);
});

test("costs what the pet does when it is ordered, unless the order gives another price", async () => {
  await using service = await openWithPet(rex, 5);
  const place = async (given: object = {}) =>
    (await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, ...given } }))).price;
  const pet = { amount: 15000n, currency: "EUR" };
  expect(await place()).toBeUndefined();
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: pet } });
  expect([await place(), await place({ price })]).toEqual([pet, price]);
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: null } });
  expect((await service.clerk.listOrders()).body).toMatchObject([{}, { price: pet }, { price }]);
});

test("an order costs the quantity times the pet's price; a given price is the total", async () => {
  await using service = await openWithPet(rex, 100);
  const one = { amount: 12_50n, currency: "EUR" };
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: one } });
  const place = async (given: object) =>
    (await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, ...given } }))).price;
  expect(await place({ quantity: 3 })).toEqual({ amount: 37_50n, currency: "EUR" });
  expect(await place({ quantity: 3, price: one })).toEqual(one);
});

test("refuses a quantity that costs more than an amount may be", async () => {
  await using service = await openWithPet(rex, 100);
  const place = (quantity: number) => service.clerk.placeOrder({ body: { petId: 1n, quantity } });
  const half = { amount: AMOUNT_MAX / 2n, currency: "EUR" };
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: half } });
  const message = /^quantity: expected .* at most 10000000000000, or a price; got 3, .*: pet 1 costs 5000000000000 EUR/;
  await expectRefused(service, () => place(3), refusal(400, "validation_failed", message));
  expect((await bodyOf(place(2))).price?.amount).toBe(AMOUNT_MAX);
});

test("ships on a day of the shop without a time, or at a time, never both", async () => {
  await using service = await openWithPet(rex, 5, { shopTimeZone: "America/New_York" });
  const day = { shipDay: "2026-12-01", shipDate: "2026-12-01T05:00:00.000Z" };
  expect(await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, shipDay: day.shipDay } }))).toMatchObject(day);
  expect(await orderOf(service)).toMatchObject(day);
  const shipped = async (body: object) => {
    const { shipDay, shipDate } = await bodyOf(update(service, body));
    return [shipDay, shipDate];
  };
  const time = "2026-12-02T15:30:00.000Z";
  expect(await shipped({ note: "Soon" })).toEqual([day.shipDay, day.shipDate]);
  expect(await shipped({ shipDate: time })).toEqual([undefined, time]);
  expect(await shipped({ shipDay: "2027-07-01" })).toEqual(["2027-07-01", "2027-07-01T04:00:00.000Z"]);
  expect(await shipped({ shipDate: null })).toEqual([undefined, undefined]);
  expect(await shipped({ shipDate: null, shipDay: "2027-07-01" })).toEqual(["2027-07-01", "2027-07-01T04:00:00.000Z"]);
  expect(await shipped({ shipDay: null })).toEqual([undefined, undefined]);
  const both = { shipDay: "2026-12-01", shipDate: time };
  const refused = refusal(400, "validation_failed", "shipDay: expected nothing beside shipDate");
  await expectRefused(service, () => update(service, both), refused);
  await expectRefused(service, () => service.clerk.placeOrder({ body: { petId: 1n, ...both } }), refused);
  for (const shipDay of ["2026-02-30", "1969-12-31", "9999-01-01", "2026-12", "today"]) {
    const wrong = refusal(400, "validation_failed", "shipDay: expected a day from 1970-01-01 to 9998-12-31");
    await expectRefused(service, () => update(service, { shipDay }), wrong);
  }
});

test("a completion keeps the day that an order ships on", async () => {
  await using service = await openWithPet(rex, 5);
  await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, shipDay: "2026-12-01" } }));
  expect(await bodyOf(service.clerk.completeOrder({ params }))).toMatchObject({ shipDay: "2026-12-01" });
  expect(await bodyOf(service.clerk.reopenOrder({ params }))).toMatchObject({ shipDay: "2026-12-01" });
});

test("changes the given members only; null removes one", async () => {
  await using service = await openWithOrder();
  const steps: [object, object][] = [
    [{ customer: { contact: "ada@example.com" } }, { customer: { name: "Ada Krause", contact: "ada@example.com" } }],
    [{ customer: { name: "Ada K." } }, { customer: { name: "Ada K.", contact: "ada@example.com" } }],
    [{ customer: { contact: null } }, { customer: { name: "Ada K." } }],
    [{ note: "Later" }, { note: "Later" }],
    [{ note: null }, { note: undefined }],
    [{ shipDate: "2026-12-01T10:30:00+01:00" }, { shipDate: "2026-12-01T09:30:00.000Z" }],
    [
      { shipDate: null, customer: null },
      { shipDate: undefined, customer: undefined },
    ],
    [{ customer: { name: "Bo" } }, { customer: { name: "Bo" } }],
  ];
  let expected: object = await orderOf(service);
  for (const [body, after] of steps) {
    expected = { ...expected, ...after };
    expect(await bodyOf(update(service, body))).toEqual(expected as Order);
    expect(await orderOf(service)).toEqual(expected as Order);
  }
});

test("changes a complete order too", async () => {
  await using service = await openWithOrder({});
  await service.clerk.completeOrder({ params });
  expect(await bodyOf(update(service, { customer: ada }))).toMatchObject({ complete: true, customer: ada });
});

test("records one event for a change, without customer and note, and none without a change", async () => {
  await using service = await openWithOrder();
  const shipDate = "2026-12-01T09:00:00.000Z";
  const changed = { customer: { name: "Bo" }, note: "Later" };
  for (const body of [changed, changed, { shipDate }, { shipDate: null }]) await update(service, body);
  const events = await eventsOf(service, { query: { types: ["order.updated"] } });
  expect<unknown>(events.map((event) => "previous" in event && [event.data, event.previous])).toEqual([
    [order, {}],
    [{ ...order, shipDate }, {}],
    [order, { shipDate }],
  ]);
});

test("changes at the same time all count, and never bring back a customer that was erased", async () => {
  await using service = await openWithOrder();
  const outcomes = await Promise.all([
    update(service, { customer: null }),
    update(service, { note: "One" }),
    update(service, { shipDate: "2026-12-01T09:00:00Z" }),
    service.clerk.completeOrder({ params }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const changed = await orderOf(service);
  expect(changed).toMatchObject({ note: "One", complete: true });
  expect(changed).not.toHaveProperty("customer");
  expect((await service.clerk.listOrders({ query: { q: "ada" } })).body).toEqual([]);
});

test("an order is changed or cancelled, and nothing of its customer stays", async () => {
  await using service = await openWithOrder({ customer: { name: "Ada" } });
  const [changed, cancelled] = await Promise.all([
    update(service, { customer: { name: "Bo" } }),
    service.clerk.cancelOrder({ params }),
  ]);
  expect([200, 404]).toContain(changed.status);
  expect(cancelled.status).toBe(204);
  for (const q of ["ada", "bo"]) expect((await service.clerk.listOrders({ query: { q } })).body).toEqual([]);
  expect(await service.rows("order_words")).toEqual([]);
});
