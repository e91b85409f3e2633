/* updateOrder, and who an order is for (decision D57). */
import { expect } from "bun:test";
import type { Order } from "../../src/contract/orders.ts";
import { test } from "../support/databases.ts";
import { addPet, NOON, openService, refusal, rex, sendJson, type TestService } from "../support/harness.ts";

const params = { orderId: 1n };
const ada = { name: "Ada Krause", contact: "+49 170 1234567" };
const price = { amount: 2n ** 60n + 1n, currency: "EUR" };

/** A service with an order of Rex by Ada. */
async function openWithOrder(details: object = { customer: ada, note: "Collects on Friday" }): Promise<TestService> {
  const service = await openService();
  await addPet(service.store, rex, 5);
  const placed = await service.clerk.placeOrder({ body: { petId: 1n, ...details } });
  expect(placed).toMatchObject({ status: 201, body: details });
  return service;
}

async function orderOf({ clerk }: TestService): Promise<Order> {
  return (await clerk.getOrder({ params })).body as Order;
}

/** Sends a merge patch of the order. */
function patch(service: TestService, body: unknown, headers: Record<string, string> = {}) {
  return sendJson(service, "PATCH", "/v1/store/orders/1", body, headers);
}

test("an order has its customer, its note and its price", async () => {
  await using service = await openWithOrder({ customer: ada, note: "By car\nor by train", price });
  const order = { id: 1n, petId: 1n, quantity: 1, complete: false, placedAt: new Date(NOON).toISOString() };
  const whole = { ...order, customer: ada, note: "By car\nor by train", price };
  expect(await orderOf(service)).toEqual(whole);
  expect((await service.reader.listOrders()).body).toEqual([whole]);
});

test("costs what the pet does when it is ordered, unless the order gives another price", async () => {
  await using service = await openService();
  await addPet(service.store, rex, 5);
  const place = async (given: object = {}) =>
    ((await service.clerk.placeOrder({ body: { petId: 1n, ...given } })).body as Order).price;
  const pet = { amount: 15000n, currency: "EUR" };
  expect(await place()).toBeUndefined();
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: pet } });
  expect([await place(), await place({ price })]).toEqual([pet, price]);
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: null } });
  expect((await service.clerk.listOrders()).body).toMatchObject([{}, { price: pet }, { price }]);
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
  let expected = await orderOf(service);
  for (const [body, after] of steps) {
    expected = { ...expected, ...after };
    const changed = await patch(service, body);
    expect(changed.status).toBe(200);
    expect(await orderOf(service)).toEqual(JSON.parse(JSON.stringify(expected, bigints), revive));
    expect(JSON.stringify(changed.body)).toBe(JSON.stringify(JSON.parse(JSON.stringify(changed.body))));
  }
});

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}n` : value);
const revive = (_: string, value: unknown) =>
  typeof value === "string" && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;

test("changes a complete order too", async () => {
  await using service = await openWithOrder({});
  await service.clerk.completeOrder({ params });
  const { status, body } = await service.clerk.updateOrder({ params, body: { customer: ada } });
  expect([status, body]).toMatchObject([200, { complete: true, customer: ada }]);
});

test("is 412 with a tag of another state, and 404 for an unknown order", async () => {
  await using service = await openWithOrder();
  const tag = (await service.clerk.getOrder({ params })).headers.get("ETag") ?? "";
  expect(await patch(service, { note: "One" }, { "If-Match": tag })).toMatchObject({ status: 200 });
  expect(await patch(service, { note: "Two" }, { "If-Match": tag })).toMatchObject(refusal(412, "precondition_failed"));
  expect(await orderOf(service)).toMatchObject({ note: "One" });
  const unknown = await service.clerk.updateOrder({ params: { orderId: 404n }, body: { note: "Two" } });
  expect(unknown).toMatchObject(refusal(404, "not_found", "There is no order with the id 404"));
});

test.each([
  ["{}", "at least one of customer, note, shipDate"],
  ['{"complete":true}', "at least one of customer, note, shipDate"],
  ['{"customer":{}}', "customer.name: expected together"],
  ['{"customer":{"contact":"1"}}', "customer.name: expected together"],
  ['{"customer":{"name":null}}', "customer.name: expected a string of 1 to 255"],
  ['{"customer":{"name":" "}}', "customer.name: expected"],
  ['{"customer":{"name":""}}', "customer.name: expected"],
  [`{"customer":{"name":"${"a".repeat(256)}"}}`, "customer.name: expected"],
  ['{"customer":{"name":"Ada","contact":""}}', "customer.contact: expected a string of 1 to 255"],
  ['{"customer":{"name":"Ada","contact":"1\\n2"}}', "customer.contact: expected"],
  ['{"customer":"Ada"}', "customer: "],
  ['{"note":""}', "note: expected a string of 1 to 500"],
  [`{"note":"${"a".repeat(501)}"}`, "note: expected"],
  ['{"shipDate":"tomorrow"}', "shipDate: expected an RFC 3339 date-time"],
])("refuses the change %s", async (body, message) => {
  await using service = await openWithOrder({});
  const before = await service.dump();
  expect(await patch(service, body)).toMatchObject(refusal(400, "validation_failed", new RegExp(message)));
  expect(await service.dump()).toEqual(before);
});

test.each([
  ['{"petId":1,"price":{"amount":-1,"currency":"EUR"}}', "price.amount: expected an integer from 0 to"],
  ['{"petId":1,"price":{"amount":1.5,"currency":"EUR"}}', "price.amount: expected"],
  ['{"petId":1,"price":{"amount":1}}', "price.currency: expected a currency code"],
  ['{"petId":1,"price":{"amount":1,"currency":"euro"}}', 'price.currency: expected .*; got "euro"'],
  ['{"petId":1,"price":null}', "price: "],
  ['{"petId":1,"customer":null}', "customer: "],
  ['{"petId":1,"customer":{"contact":"1"}}', "customer.name: expected"],
])("refuses the order %s", async (body, message) => {
  await using service = await openWithOrder({});
  const before = await service.dump();
  expect(await sendJson(service, "POST", "/v1/store/orders", body)).toMatchObject(
    refusal(400, "validation_failed", new RegExp(message)),
  );
  expect(await service.dump()).toEqual(before);
});

test("makes one event for a change, which tells neither the customer nor the note, and none for no change", async () => {
  await using service = await openWithOrder();
  const change = (body: object) => service.clerk.updateOrder({ params, body });
  await change({ customer: { name: "Bo" }, note: "Later" });
  await change({ customer: { name: "Bo" }, note: "Later" });
  await change({ shipDate: "2026-12-01T09:00:00Z" });
  await change({ shipDate: null });
  await service.publish();
  const { body } = await service.admin.listEvents({ query: { types: ["order.updated"] } });
  const data = { id: 1n, petId: 1n, quantity: 1, complete: false, placedAt: new Date(NOON).toISOString() };
  const shipDate = "2026-12-01T09:00:00.000Z";
  expect((body as { data: object; previous: object }[]).map((event) => [event.data, event.previous])).toEqual([
    [data, {}],
    [{ ...data, shipDate }, {}],
    [data, { shipDate }],
  ]);
});

test("a replay by Idempotency-Key has the order without its customer and its note", async () => {
  await using service = await openWithOrder({});
  const headers = { "Idempotency-Key": "one", "Content-Type": "application/json" };
  const body = '{"petId":1,"customer":{"name":"Ada Krause"},"note":"By car","price":{"amount":1,"currency":"EUR"}}';
  const first = await sendJson(service, "POST", "/v1/store/orders", body, headers);
  const again = await sendJson(service, "POST", "/v1/store/orders", body, headers);
  const { customer, note, ...rest } = first.body as Record<string, unknown>;
  expect([customer, note]).toEqual([{ name: "Ada Krause" }, "By car"]);
  expect([again.status, again.body, again.headers.get("Idempotency-Replayed")]).toEqual([201, rest, "true"]);
});

test("changes at the same time all count, and never bring back a customer that was erased", async () => {
  await using service = await openWithOrder();
  const outcomes = await Promise.all([
    patch(service, { customer: null }),
    patch(service, { note: "One" }),
    patch(service, { shipDate: "2026-12-01T09:00:00Z" }),
    service.clerk.completeOrder({ params }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { customer, ...order } = await orderOf(service);
  expect(customer).toBeUndefined();
  expect(order).toMatchObject({ note: "One", complete: true });
  expect((await service.clerk.listOrders({ query: { q: "ada" } })).body).toEqual([]);
});

test("an order is changed or cancelled, and nothing of its customer stays", async () => {
  await using service = await openWithOrder({ customer: { name: "Ada" } });
  const [changed, cancelled] = await Promise.all([
    patch(service, { customer: { name: "Bo" } }),
    service.clerk.cancelOrder({ params }),
  ]);
  expect([200, 404]).toContain(changed.status);
  expect(cancelled.status).toBe(204);
  for (const q of ["ada", "bo"]) expect((await service.clerk.listOrders({ query: { q } })).body).toEqual([]);
  expect(await service.rows("order_words")).toEqual([]);
});
