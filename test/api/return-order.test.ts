/* returnOrder, reopenOrder, whether an order is ready, and what an order remembers (decisions D62, D63, D71 and D75). */
import { expect } from "bun:test";
import type { Order } from "../../src/contract/orders/order-schemas.ts";
import { AMOUNT_MAX } from "../../src/contract/values/money.ts";
import type { Config } from "../../src/service/settings/settings.ts";
import { test } from "../support/databases.ts";
import {
  bodyOf,
  eventsOf,
  expectRefused,
  NOON,
  NOW,
  openService,
  openWithPet,
  refusal,
  rex,
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
async function openWithOrder(isComplete = true, settings: Partial<Config> = {}): Promise<TestService> {
  const service = await openService({}, undefined, settings);
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

test("a return brings the pet back, says when and what was paid back, and writes an event without the note", async () => {
  await using service = await openWithOrder();
  service.now += HOUR_MS;
  const at = new Date(service.now).toISOString();
  const body = { refund: { ...price, amount: 10_000n }, note: "Allergic" };
  const order = await bodyOf(service.clerk.returnOrder({ params, body }));
  expect(order).toMatchObject({
    returns: [{ at, quantity: 1, restock: true, refund: body.refund, note: "Allergic" }],
    returnedAt: at,
    refund: body.refund,
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

test.each([
  [{ refund: { amount: 15_001, currency: "EUR" } }, 400, "note", "for refunds of more than the price of 15000"],
  [{ refund: { amount: 15_001, currency: "EUR" }, note: " \n" }, 400, "note", "for refunds of more than the price"],
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

test("a refund may be larger than the price with a note", async () => {
  await using service = await openWithOrder();
  const larger = { refund: { amount: 20_000, currency: "EUR" }, note: "And the vet" };
  expect(await returned(service, larger)).toMatchObject({ status: 200, body: { refund: larger.refund } });
});

test("a note needs neither a refund nor a price", async () => {
  await using service = await openWithOrder(false);
  await service.sql("update orders set price_amount = null, price_currency = null");
  await service.clerk.completeOrder({ params });
  const order = await bodyOf(service.clerk.returnOrder({ params, body: { note: "Too loud" } }));
  expect(order.returns).toEqual([{ at: NOW, quantity: 1, restock: true, note: "Too loud" }]);
  expect(order.refund).toBeUndefined();
});

test("without a price, a refund needs a note and is in the currency of the shop unless it names another", async () => {
  for (const [currency, expected] of [
    [undefined, "CHF"],
    ["JPY", "JPY"],
  ] as const) {
    await using service = await openWithOrder(false, { shopCurrency: "CHF" });
    await service.sql("update orders set price_amount = null, price_currency = null");
    await service.clerk.completeOrder({ params });
    const refund = { amount: 1, ...(currency && { currency }) };
    const refused = refusal(400, "validation_failed", "without a price");
    await expectRefused(service, () => returned(service, { refund }), refused);
    const body = { refund: { amount: 1, currency: expected } };
    expect(await returned(service, { refund, note: "x" })).toMatchObject({ status: 200, body });
  }
});

/** Three fish of 15.00 EUR in all, handed over, of which some came back. */
async function openWithFish(...back: readonly object[]): Promise<TestService> {
  const service = await openWithPet(rex, 3);
  const cost = { amount: 15_00n, currency: "EUR" };
  await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, quantity: 3, price: cost, customer } }));
  await bodyOf(service.clerk.completeOrder({ params }));
  for (const body of back) expect(await returned(service, body)).toMatchObject({ status: 200 });
  return service;
}

test("an order comes back in parts, each with its refund, and is returned once everything is back", async () => {
  await using service = await openWithFish({ quantity: 1, refund: { amount: 5_00 }, note: "Ill" });
  const part = await orderOf(service);
  const first = { at: NOW, quantity: 1, restock: true, refund: { amount: 5_00n, currency: "EUR" }, note: "Ill" };
  expect(part).toMatchObject({ returns: [first], refund: first.refund });
  expect(part.returnedAt).toBeUndefined();
  expect(await entryOf(service)).toEqual({ petId: 1n, quantity: 1, status: "available" });
  service.now += HOUR_MS;
  const at = new Date(service.now).toISOString();
  expect(await returned(service, { refund: { amount: 2_00 }, restock: false })).toMatchObject({ status: 200 });
  expect(await orderOf(service)).toMatchObject({
    returns: [first, { at, quantity: 2, restock: false, refund: { amount: 2_00n, currency: "EUR" } }],
    returnedAt: at,
    refund: { amount: 7_00n, currency: "EUR" },
  });
  expect((await entryOf(service)).quantity).toBe(1);
  expect((await bodyOf(service.clerk.listOrders()))[0]?.returns).toHaveLength(2);
  const events = (await eventsOf(service)).filter(({ type }) => type === "order.returned");
  const { note: _, ...noted } = first;
  expect(events).toMatchObject([
    { data: { returns: [noted] }, previous: { returns: [] } },
    { data: { returns: [noted, { at, quantity: 2 }] }, previous: { returns: [noted], refund: first.refund } },
  ]);
});

test.each([
  [{ quantity: 3 }, 400, "validation_failed", "quantity: expected at most 2, which are not returned yet; got 3"],
  [{ quantity: 0 }, 400, "validation_failed", "quantity: expected an integer from 1"],
  [{ refund: { amount: 10_01 } }, 400, "validation_failed", "refunds of more than the price of 1500, 1501 in all"],
  [{ refund: { amount: 1, currency: "USD" }, note: "x" }, 400, "validation_failed", "refund.currency: expected EUR"],
  [
    { refund: { amount: Number(AMOUNT_MAX) }, note: "x" },
    400,
    "validation_failed",
    "refund.amount: expected refunds of at most",
  ],
] as const)("refuses what more may come back than is left: %j", async (body, status, code, message) => {
  await using service = await openWithFish({ quantity: 1, refund: { amount: 5_00 } });
  await expectRefused(service, () => returned(service, body), refusal(status, code, message));
});

test("the last of a hundred returns brings all that is left", async () => {
  await using service = await openWithPet(rex, 200);
  await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, quantity: 150 } }));
  await bodyOf(service.clerk.completeOrder({ params }));
  for (let nth = 1; nth < 100; nth++) expect((await returned(service, { quantity: 1 })).status).toBe(200);
  const refused = refusal(
    400,
    "validation_failed",
    "quantity: expected 51, all that are left, as this is the last of 100",
  );
  await expectRefused(service, () => returned(service, { quantity: 1 }), refused);
  expect(await returned(service)).toMatchObject({ status: 200, body: { returnedAt: NOW } });
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
  await expectRefused(service, () => returned(service), refusal(409, "conflict", "was already returned"));
  const reopen = () => service.clerk.reopenOrder({ params });
  await expectRefused(service, reopen, refusal(409, "conflict", "was returned and stays complete"));
  expect(await service.clerk.returnOrder({ params: { orderId: 9n }, body: {} })).toMatchObject({ status: 404 });
});

test("reopening takes a completion back, with the ship date that it set", async () => {
  await using service = await openWithOrder(false);
  // A receipt stays: it is void.
  const dumped = async () => ({ ...(await service.dump()), receipts: [] });
  const before = await dumped();
  await service.clerk.completeOrder({ params });
  service.now += 24 * HOUR_MS;
  expect(await service.clerk.reopenOrder({ params })).toMatchObject({ status: 200, body: { complete: false } });
  expect(await dumped()).toEqual(before);
  const newest = (await eventsOf(service, { query: { order: "desc" } })).slice(0, 2);
  expect(newest).toMatchObject([
    { type: "pet.updated", previous: { status: "sold" } },
    { type: "order.reopened", previous: { complete: true, completedAt: NOW } },
  ]);
  expect(await service.clerk.reopenOrder({ params })).toMatchObject({ status: 200, body: { complete: false } });
  expect(await dumped()).toEqual(before);
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

test("an open order is ready since it was first marked, and its events say so", async () => {
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
  expect(await orderOf(service)).toMatchObject({ customer, note, returns: [{ note: "Allergic" }] });
});

test("erasing the customer erases the notes of returns too", async () => {
  await using service = await openWithOrder();
  await returned(service, { note: "Ada is allergic" });
  const order: Order = await bodyOf(service.clerk.updateOrder({ params, body: { customer: null, note: null } }));
  expect([order.customer, order.note]).toEqual([undefined, undefined]);
  expect(order.returns).toEqual([{ at: NOW, quantity: 1, restock: true }]);
  expect(await orderOf(service)).toEqual(order);
  const stored = JSON.stringify(
    [await service.dump(), await service.rows("order_words"), await service.rows("idempotency")],
    (_, value) => `${value}`,
  );
  expect(stored).not.toMatch(/Ada|after six|allergic/);
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
