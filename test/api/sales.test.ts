/* Sales of several pets: placed, completed, reopened and cancelled together (decision 087). */
import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { bodyOf, eventsOf, expectRefused, NOW, openService, refusal, type TestService } from "../support/harness.ts";
import { describeFailures, pairPets, withBody } from "../support/ledger.ts";
import { allOf, everyPage } from "../support/pages.ts";

const params = { saleId: 1n };
const HOUR_MS = 3_600_000;
const customer = { name: "Ada Krause", contact: "+49 170 1234567" };
const eur = (amount: bigint) => ({ amount, currency: "EUR" });
const items = [
  { petId: 2n },
  { petId: 1n, price: eur(20_00n) },
  { petId: 3n, price: { amount: 500n, currency: "JPY" } },
];

/** A service with three pets, the second of which costs 15.00 EUR, and a sale of all three. */
async function openWithSale(): Promise<TestService> {
  const service = await openService();
  await service.stock(3);
  await service.admin.updateProfile({ params: { petId: 2n }, body: { price: eur(15_00n) } });
  await bodyOf(service.clerk.placeSale({ body: { items, customer, note: "By car", shipDay: "2026-12-01" } }));
  return service;
}

const saleOf = ({ clerk }: TestService) => bodyOf(clerk.getSale({ params }));
const complete = ({ clerk }: TestService) => bodyOf(clerk.completeSale({ params }));
const statuses = async ({ reader }: TestService) =>
  (await bodyOf(reader.listPets())).map(({ status }) => status as string);
const types = async (service: TestService) => (await eventsOf(service)).map(({ type }) => type as string);

test("each item becomes an order of the sale, with the customer, the note and the pick-up of all", async () => {
  await using service = await openWithSale();
  const sale = await saleOf(service);
  expect(sale).toMatchObject({ id: 1n, placedAt: NOW, customer, note: "By car" });
  expect(sale.total).toEqual([eur(35_00n), { amount: 500n, currency: "JPY" }]);
  expect(sale.orders.map(({ id, petId }) => [id, petId])).toEqual([
    [1n, 2n],
    [2n, 1n],
    [3n, 3n],
  ]);
  for (const order of sale.orders) {
    expect(order).toMatchObject({ saleId: 1n, customer, note: "By car", shipDay: "2026-12-01", complete: false });
  }
  expect(sale.completedAt).toBeUndefined();
  expect(await statuses(service)).toEqual(["pending", "pending", "pending"]);
  expect((await bodyOf(service.clerk.listOrders({ query: { saleId: 1n } }))).map(({ id }) => id)).toEqual([1n, 2n, 3n]);
  expect(await bodyOf(service.clerk.listOrders({ query: { saleId: 1n, petId: 3n } }))).toHaveLength(1);
  expect(await bodyOf(service.clerk.listOrders({ query: { saleId: 2n } }))).toEqual([]);
  expect(await bodyOf(service.clerk.listOrders({ query: { saleId: 1n, q: "krau" } }))).toHaveLength(3);
});

test("a search by customer finds each sale once, by words, in pages, and also after its first order is cancelled", async () => {
  await using service = await openWithSale();
  await service.stock(3);
  await bodyOf(
    service.clerk.placeSale({ body: { items: [{ petId: 4n }, { petId: 5n }], customer: { name: "Bo Krauss" } } }),
  );
  await bodyOf(service.clerk.placeOrder({ body: { petId: 6n, quantity: 1, customer } }));
  const found = async (query: { q: string; order?: "desc"; limit?: number }) =>
    (await bodyOf(service.clerk.listPlacedSales({ query }))).map(({ id, orders }) => [id, orders.length]);
  expect(await found({ q: "krau" })).toEqual([
    [1n, 3],
    [4n, 2],
  ]);
  expect(await found({ q: "krau", order: "desc", limit: 1 })).toEqual([[4n, 2]]);
  expect(await found({ q: "ada krau" })).toEqual([[1n, 3]]);
  expect(await found({ q: "nobody" })).toEqual([]);
  await bodyOf(service.clerk.cancelOrder({ params: { orderId: 1n } }));
  expect(await found({ q: "ada" })).toEqual([[1n, 2]]);
});

test("one completion completes all, sells the pets and tells of it once, without the customer", async () => {
  await using service = await openWithSale();
  service.now += HOUR_MS;
  const sale = await complete(service);
  expect(sale.completedAt).toBe(new Date(service.now).toISOString());
  expect(await statuses(service)).toEqual(["sold", "sold", "sold"]);
  expect(await complete(service)).toEqual(sale);
  const all = await types(service);
  const count = (type: string) => all.filter((one) => one === type).length;
  expect(["order.placed", "sale.placed", "order.completed", "sale.completed"].map(count)).toEqual([3, 1, 3, 1]);
  const [told] = (await eventsOf(service, { query: { types: ["sale.completed"] } })).map(({ data }) => data);
  expect(told as object).toEqual({
    id: 1n,
    orders: sale.orders.map(({ id, petId, quantity }) => ({ id, petId, quantity })),
    total: sale.total,
    placedAt: NOW,
    completedAt: sale.completedAt,
    receipt: sale.receipt,
  });
  expect(JSON.stringify(await service.rows("events"), (_, value) => `${value}`)).not.toMatch(/Ada|170|By car/);
});

test("reopening a sale reopens the orders of its last completion only", async () => {
  await using service = await openWithSale();
  await bodyOf(service.clerk.completeOrder({ params: { orderId: 2n } }));
  service.now += HOUR_MS;
  await complete(service);
  const reopened = await bodyOf(service.clerk.reopenSale({ params }));
  expect(reopened.orders.map(({ complete }) => complete)).toEqual([false, true, false]);
  expect(await statuses(service)).toEqual(["sold", "pending", "pending"]);
  await complete(service);
  service.now += 24 * HOUR_MS + 1;
  await expectRefused(
    service,
    () => service.clerk.reopenSale({ params }),
    refusal(409, "conflict", "more than 24 hours ago"),
  );
});

test("of a sale of which something came back, nothing is reopened", async () => {
  await using service = await openWithSale();
  await complete(service);
  await bodyOf(service.clerk.returnOrder({ params: { orderId: 3n }, body: {} }));
  await expectRefused(
    service,
    () => service.clerk.reopenSale({ params }),
    refusal(409, "conflict", "Order 3 was returned"),
  );
});

test("cancelling a sale returns the stock of open orders; complete ones stay", async () => {
  await using service = await openWithSale();
  await bodyOf(service.clerk.completeOrder({ params: { orderId: 1n } }));
  expect((await service.clerk.cancelSale({ params })).status).toBe(204);
  expect((await saleOf(service)).orders.map(({ id }) => id)).toEqual([1n]);
  expect(await statuses(service)).toEqual(["available", "sold", "available"]);
  const [told] = (await eventsOf(service, { query: { types: ["sale.cancelled"] } })).map(({ data }) => data);
  expect(told as object).toMatchObject({
    orders: [{ id: 2n }, { id: 3n }],
    total: [eur(20_00n), { amount: 500n, currency: "JPY" }],
  });
  await expectRefused(
    service,
    () => service.clerk.cancelSale({ params }),
    refusal(409, "conflict", "Sale 1 is complete"),
  );
});

test("a sale that another request has changed is neither reopened nor cancelled with its former tag", async () => {
  await using service = await openWithSale();
  const etag = async () => (await service.clerk.getSale({ params })).headers.get("ETag") ?? "none";
  const changed = refusal(412, "precondition_failed", "If-Match: expected");
  const open = await etag();
  await bodyOf(service.clerk.updateOrder({ params: { orderId: 2n }, body: { note: "By bike" } }));
  await expectRefused(service, () => service.clerk.cancelSale({ params, headers: { "If-Match": open } }), changed);
  await complete(service);
  await expectRefused(service, () => service.clerk.reopenSale({ params, headers: { "If-Match": open } }), changed);
  await bodyOf(service.clerk.reopenSale({ params, headers: { "If-Match": await etag() } }));
  expect((await service.clerk.cancelSale({ params, headers: { "If-Match": await etag() } })).status).toBe(204);
});

test("a sale whose orders are all cancelled is gone, and its id is never reused", async () => {
  await using service = await openWithSale();
  await service.clerk.cancelOrder({ params: { orderId: 1n } });
  expect(await saleOf(service)).toMatchObject({
    id: 1n,
    orders: [{ id: 2n }, { id: 3n }],
    total: [eur(20_00n), { amount: 500n }],
  });
  expect((await service.clerk.cancelSale({ params })).status).toBe(204);
  expect((await service.clerk.getSale({ params })).status).toBe(404);
  expect((await service.clerk.cancelSale({ params })).status).toBe(404);
  expect(await bodyOf(service.clerk.listPlacedSales())).toEqual([]);
  expect((await bodyOf(service.clerk.placeSale({ body: { items: [{ petId: 1n }] } }))).id).toBe(4n);
});

test("an error names the whole path of an item's member, and shared members by their own name", async () => {
  await using service = await openService();
  await service.stock(1);
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: eur(10n ** 13n) } });
  const both = { shipDate: "2026-12-01T09:00:00Z", shipDay: "2026-12-01" };
  const isRefused = async (body: Parameters<typeof service.clerk.placeSale>[0]["body"], field: string) => {
    const { status, body: refused } = await service.clerk.placeSale({ body });
    const { message = "", details } = refused as { message?: string; details?: object };
    expect(status).toBe(400);
    expect(message).toStartWith(`${field}: expected`);
    expect(details).toEqual([{ field, code: "invalid", message }]);
  };
  await isRefused({ items: [{ petId: 1n }], ...both }, "shipDay");
  await isRefused({ items: [{ petId: 1n, quantity: 2 }] }, "items.0.quantity");
});

test.each([
  [
    "an unknown pet",
    [{ petId: 1n }, { petId: 404n }],
    refusal(404, "not_found", "items.1: There is no pet with the id 404"),
  ],
  ["a pet that is gone", [{ petId: 3n }, { petId: 1n }], refusal(409, "pet_not_available", "items.0: Pet 3 is sold")],
  ["too many", [{ petId: 1n, quantity: 2 }], refusal(409, "insufficient_stock", "items.0: Pet 1 has 1 in stock")],
  [
    "a pet twice",
    [{ petId: 1n }, { petId: 1n }],
    refusal(400, "validation_failed", "items.1.petId: expected each pet in one item"),
  ],
  ["no item", [], refusal(400, "validation_failed", "items: expected 1 to 50 items")],
] as const)("with %s, nothing is sold, and the failure names the item", async (_, given, refused) => {
  await using service = await openService();
  await service.stock(2);
  await service.stock(1, "sold");
  const place = () => service.clerk.placeSale({ body: { items: [...given] } });
  await expectRefused(service, place, refused);
  const { details = [], message } = (await place()).body as { details?: object[]; message?: string };
  expect(details).toEqual([{ field: message?.split(":")[0], code: "invalid", message }]);
});

test("lists sales a page at a time in both directions, and no order that was placed alone", async () => {
  await using service = await openService();
  await service.stock(9);
  const sell = async (...petIds: readonly bigint[]) =>
    (await bodyOf(service.clerk.placeSale({ body: { items: petIds.map((petId) => ({ petId })) } }))).id;
  const ids = [await sell(1n, 2n)];
  await bodyOf(service.clerk.placeOrder({ body: { petId: 3n } }));
  ids.push(await sell(4n), await sell(5n, 6n, 7n));
  const listed = async (order: string) =>
    allOf(await everyPage(service, `/v1/store/sales?limit=1&order=${order}`), "id");
  expect(await listed("asc")).toEqual(ids);
  expect(await listed("desc")).toEqual(ids.toReversed());
});

test("a key without orders:read gets no customer and no notes of a sale", async () => {
  await using service = await openWithSale();
  const { secret: key } = await bodyOf(service.admin.createKey({ body: { name: "till", scopes: ["orders:write"] } }));
  for (const method of ["POST", "DELETE", "POST"]) {
    const response = await service.send("/v1/store/sales/1/completion", {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(method === "POST" && { "Idempotency-Key": "one" }) },
    });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/Ada|170|By car/);
  }
});

describeFailures("Sales", {
  not_found: {
    request: (good, { params }) =>
      params === undefined
        ? withBody('{"items":[{"petId":404}]}')(good)
        : { ...good, path: good.path.replace(/(sales.|2026-0000)1/, "$1404") },
  },
  conflict: {
    cancelSale: { before: ({ sql }) => sql("update orders set complete = 1") },
    reopenSale: { before: ({ sql }) => sql("update orders set complete = 1, completed_at = 0") },
  },
  belongs_together: { before: pairPets },
  pet_not_available: { before: ({ sql }) => sql("update pets set status = 'sold'") },
  insufficient_stock: { before: ({ sql }) => sql("update pets set quantity = 0") },
});

test("a sale that is cancelled while sales are listed is in the list or not", async () => {
  await using service = await openService();
  await service.stock(1);
  let isChanging = true;
  const changing = (async () => {
    for (let nth = 0; nth < 40; nth++) {
      const { id } = await bodyOf(service.clerk.placeSale({ body: { items: [{ petId: 1n }] } }));
      await bodyOf(service.clerk.cancelSale({ params: { saleId: id } }));
    }
  })().finally(() => {
    isChanging = false;
  });
  const answers = new Set<number>();
  while (isChanging) {
    const listed = await Promise.all([1, 2, 3, 4].map(() => service.clerk.listPlacedSales()));
    for (const { status } of listed) answers.add(status);
  }
  await changing;
  expect([...answers]).toEqual([200]);
});
