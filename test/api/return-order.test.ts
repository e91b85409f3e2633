/* returnOrder, reopenOrder, whether an order is ready, and what an order remembers (decisions D62, D63, D71 and D75). */
import { expect } from "bun:test";
import type { Order } from "../../src/contract/order-schemas.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  eventsOf,
  expectRefused,
  NOON,
  NOW,
  openService,
  refusal,
  sendJson,
  type TestService,
  tagOf,
} from "../support/harness.ts";

const params = { orderId: 1n };
const HOUR_MS = 3_600_000;
const price = { amount: 15_000n, currency: "EUR" };
const customer = { name: "Ada Krause", contact: "+49 170 1234567" };
const note = "Only after six";

/** A service with an order of Rex, who costs 150 EUR, by a customer; complete if asked for. */
async function openWithOrder(isComplete = true): Promise<TestService> {
  const service = await openService();
  const { id: categoryId } = await bodyOf(service.admin.createCategory({ body: { name: "Dogs" } }));
  const pet = { name: "Rex", categoryId, profile: { price, reference: "R-1" } };
  await bodyOf(service.admin.createPet({ body: pet }));
  await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, customer, note } }));
  if (isComplete) await bodyOf(service.clerk.completeOrder({ params }));
  return service;
}

const entryOf = ({ reader }: TestService) => bodyOf(reader.getInventoryEntry({ params: { petId: 1n } }));
const orderOf = ({ clerk }: TestService) => bodyOf(clerk.getOrder({ params }));
const returned = (service: TestService, body: object = {}) =>
  sendJson(service, "POST", "/v1/store/orders/1/return", body);

test("an order remembers its pet as it was, whatever becomes of it", async () => {
  await using service = await openWithOrder();
  await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Mia", categoryId: 99n } });
  const pet = { name: "Rex", categoryId: 1n, category: "Dogs", reference: "R-1" };
  expect(await orderOf(service)).toMatchObject({ pet, price });
  await service.admin.deletePet({ params: { petId: 1n } });
  expect(await orderOf(service)).toMatchObject({ pet, price });
});

test("an upgrade fills in the pets of older orders, of those that still exist", async () => {
  await using service = await openWithOrder();
  await service.sql(`
    update orders set pet_name = null, pet_category_id = null, pet_category = null, pet_reference = null;
    insert into orders (id, pet_id, quantity, complete) values (2, 404, 1, 1);
    update schema_steps set filled_at = null, position = 0 where name = 'order_books'`);
  expect((await orderOf(service)).pet).toBeUndefined();
  while (await service.store.fillNext(service.now));
  expect((await orderOf(service)).pet).toEqual({ name: "Rex", categoryId: 1n, category: "Dogs", reference: "R-1" });
  expect((await bodyOf(service.clerk.getOrder({ params: { orderId: 2n } }))).pet).toBeUndefined();
});

test("a return brings the pet back, says when and what was paid back, and writes an event without the note", async () => {
  await using service = await openWithOrder();
  service.now += HOUR_MS;
  const at = new Date(service.now).toISOString();
  const body = { refund: { ...price, amount: 10_000n }, note: "Allergic" };
  const order = await bodyOf(service.clerk.returnOrder({ params, body }));
  expect(order).toMatchObject({
    returnedAt: at,
    refund: { ...body.refund, note: "Allergic" },
    customer,
    complete: true,
  });
  expect(await orderOf(service)).toEqual(order);
  expect(await entryOf(service)).toEqual({ petId: 1n, quantity: 1, status: "available" });
  const changes = await bodyOf(service.reader.listStockChanges({ params: { petId: 1n } }));
  expect(changes.at(-1)).toMatchObject({ delta: 1, reason: "return", orderId: 1n });
  const events = await eventsOf(service);
  const types = ["order.returned", "inventory.updated", "pet.updated"];
  expect(events.slice(-3).map(({ type }) => type as string)).toEqual(types);
  expect(events.at(-3)?.data).toMatchObject({ id: 1n, returnedAt: at, refund: body.refund });
  expect(JSON.stringify(await service.rows("events"), (_, value) => `${value}`)).not.toMatch(/Allergic|Ada|after six/);
});

test("without restock, the pet stays sold", async () => {
  await using service = await openWithOrder();
  expect(await bodyOf(service.clerk.returnOrder({ params, body: { restock: false } }))).toMatchObject({
    returnedAt: NOW,
  });
  expect(await entryOf(service)).toEqual({ petId: 1n, quantity: 0, status: "sold" });
});

test.each([
  [{ refund: { amount: 15_001, currency: "EUR" } }, 400, "note", "for a refund of more than the price of 15000"],
  [{ refund: { amount: 15_001, currency: "EUR" }, note: " \n" }, 400, "note", "for a refund of more than the price"],
  [
    { refund: { amount: 1, currency: "JPY" } },
    400,
    "refund.currency",
    "expected EUR, the currency of the order; got JPY",
  ],
  [{ refund: { amount: -1, currency: "EUR" } }, 400, "refund.amount", "expected"],
  [{ restock: 1 }, 400, "restock", "true or false"],
] as const)("refuses a return with %j", async (body, status, field, message) => {
  await using service = await openWithOrder();
  const refused = { ...refusal(status, "validation_failed", message) };
  await expectRefused(service, () => returned(service, body), refused);
  expect(await returned(service, body)).toMatchObject({ body: { details: [{ field }] } });
});

test("a refund may be larger than the price with a note, and a note alone is one of nothing", async () => {
  await using service = await openWithOrder();
  const larger = { refund: { amount: 20_000, currency: "EUR" }, note: "And the vet" };
  expect(await returned(service, larger)).toMatchObject({ status: 200, body: { refund: larger.refund } });
  await service.clerk.placeOrder({ body: { petId: 1n } });
  await service.clerk.completeOrder({ params: { orderId: 2n } });
  const order = await bodyOf(service.clerk.returnOrder({ params: { orderId: 2n }, body: { note: "Too loud" } }));
  expect(order.refund).toEqual({ amount: 0n, currency: "EUR", note: "Too loud" });
});

test("an order without a price is refunded in any currency, with a note", async () => {
  await using service = await openWithOrder(false);
  await service.sql("update orders set price_amount = null, price_currency = null");
  await service.clerk.completeOrder({ params });
  const refund = { amount: 1, currency: "JPY" };
  await expectRefused(
    service,
    () => returned(service, { refund }),
    refusal(400, "validation_failed", "without a price"),
  );
  await expectRefused(service, () => returned(service, { note: "x" }), refusal(400, "validation_failed", "no price"));
  expect(await returned(service, { refund, note: "x" })).toMatchObject({ status: 200 });
});

test("returning an open order, twice, or of a pet that is gone says what to do instead", async () => {
  await using service = await openWithOrder(false);
  await expectRefused(service, () => returned(service), refusal(409, "conflict", "is open: cancel it instead"));
  await service.clerk.completeOrder({ params });
  await service.admin.deletePet({ params: { petId: 1n } });
  await expectRefused(
    service,
    () => returned(service),
    refusal(409, "conflict", /return the order with "restock": false/),
  );
  expect((await returned(service, { restock: false })).status).toBe(200);
  await expectRefused(service, () => returned(service), refusal(409, "conflict", "was returned before"));
  const reopen = () => service.clerk.reopenOrder({ params });
  await expectRefused(service, reopen, refusal(409, "conflict", "was returned and stays complete"));
  expect(await service.clerk.returnOrder({ params: { orderId: 9n }, body: {} })).toMatchObject({ status: 404 });
});

test("reopening takes a completion back, with the ship date that it set", async () => {
  await using service = await openWithOrder(false);
  const before = await service.dump();
  await service.clerk.completeOrder({ params });
  service.now += 24 * HOUR_MS;
  expect(await service.clerk.reopenOrder({ params })).toMatchObject({ status: 200, body: { complete: false } });
  expect(await service.dump()).toEqual(before);
  const newest = (await eventsOf(service, { query: { order: "desc" } })).slice(0, 2);
  expect(newest).toMatchObject([
    { type: "pet.updated", previous: { status: "sold" } },
    { type: "order.reopened", previous: { complete: true, completedAt: NOW } },
  ]);
  expect(await service.clerk.reopenOrder({ params })).toMatchObject({ status: 200, body: { complete: false } });
  expect(await service.dump()).toEqual(before);
});

test("an order is reopened within 24 hours, and while its pet exists", async () => {
  await using service = await openWithOrder();
  const reopen = () => service.clerk.reopenOrder({ params });
  service.now = NOON + 24 * HOUR_MS + 1;
  await expectRefused(service, reopen, refusal(409, "conflict", "more than 24 hours ago: return it instead"));
  service.now = NOON;
  await service.admin.deletePet({ params: { petId: 1n } });
  await expectRefused(service, reopen, refusal(409, "conflict", "pet 1 no longer exists"));
});

test("an open order is ready since it was first said to be, and its events say so", async () => {
  await using service = await openWithOrder(false);
  const update = (ready: boolean) => service.clerk.updateOrder({ params, body: { ready } });
  expect(await bodyOf(update(true))).toMatchObject({ readyAt: NOW });
  service.now += HOUR_MS;
  expect(await bodyOf(update(true))).toMatchObject({ readyAt: NOW });
  expect((await bodyOf(update(false))).readyAt).toBeUndefined();
  const updates = (await eventsOf(service)).filter(({ type }) => type === "order.updated");
  expect(updates).toMatchObject([{ data: { readyAt: NOW }, previous: {} }, { previous: { readyAt: NOW } }]);
  expect(updates).toHaveLength(2);
  await service.clerk.completeOrder({ params });
  await expectRefused(service, () => update(true), refusal(409, "conflict", "only an open order can be ready"));
});

test("a key without orders:read gets no customer and no notes, whatever it does with an order", async () => {
  await using service = await openWithOrder(false);
  const { secret: key } = await bodyOf(service.admin.createKey({ body: { name: "till", scopes: ["orders:write"] } }));
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const response = await service.send(`/v1/store/orders${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), etag: response.headers.get("ETag") ?? "" };
  };
  const tag = await tagOf(service, "/v1/store/orders/1");
  const all = [
    await send("PATCH", "/1", { shipDate: null }),
    await send("PATCH", "/1", { ready: true }, { "If-Match": tag }),
    await send("DELETE", "/1", undefined, { "If-Match": '"other"' }),
    await send("POST", "/1/completion", undefined, { "Idempotency-Key": "one" }),
    await send("POST", "/1/completion", undefined, { "Idempotency-Key": "one" }),
    await send("DELETE", "/1/completion"),
    await send("POST", "/1/completion"),
    await send("POST", "/1/return", { refund: { amount: 1, currency: "EUR" }, note: "Allergic" }),
  ];
  expect(all.map(({ status }) => status)).toEqual([200, 412, 412, 200, 200, 200, 200, 200]);
  for (const { text } of all) expect(text).not.toMatch(/Ada|170|after six|Allergic/);
  const [first] = all;
  expect(first?.etag).not.toBe(tag);
  expect(await orderOf(service)).toMatchObject({ customer, note, refund: { note: "Allergic" } });
});

test("erasing the customer erases the note of the refund too", async () => {
  await using service = await openWithOrder();
  await returned(service, { note: "Ada is allergic" });
  const order: Order = await bodyOf(service.clerk.updateOrder({ params, body: { customer: null, note: null } }));
  expect([order.customer, order.note, order.refund]).toEqual([undefined, undefined, { amount: 0n, currency: "EUR" }]);
  const stored = JSON.stringify(
    [await service.dump(), await service.rows("order_words"), await service.rows("idempotency")],
    (_, value) => `${value}`,
  );
  expect(stored).not.toMatch(/Ada|after six/);
});

test("finds orders by the time of their completion and return", async () => {
  await using service = await openWithOrder();
  service.now += HOUR_MS;
  await returned(service);
  await service.clerk.placeOrder({ body: { petId: 1n } });
  await service.clerk.completeOrder({ params: { orderId: 2n } });
  const later = new Date(service.now).toISOString();
  const ids = async (query: Parameters<typeof service.clerk.listOrders>[0]) =>
    (await bodyOf(service.clerk.listOrders(query))).map(({ id }) => Number(id));
  expect(await ids({ query: { completedAfter: NOW } })).toEqual([1, 2]);
  expect(await ids({ query: { completedAfter: later } })).toEqual([2]);
  expect(await ids({ query: { completedBefore: later } })).toEqual([1]);
  expect(await ids({ query: { returnedAfter: later } })).toEqual([1]);
  expect(await ids({ query: { returnedBefore: later } })).toEqual([]);
  expect(await ids({ query: { completedAfter: NOW, q: "ada" } })).toEqual([1]);
});
