/* Receipts of completions: numbers without a gap, voided ones, and the tax that they include (decision 088). */
import { expect } from "bun:test";
import { openDatabase, test } from "../support/databases.ts";
import { bodyOf, eventsOf, expectRefused, NOW, openService, refusal, type TestService } from "../support/harness.ts";
import { allOf, everyPage } from "../support/pages.ts";

const eur = (amount: bigint) => ({ amount, currency: "EUR" });
const jpy = (amount: bigint) => ({ amount, currency: "JPY" });

/** A service with some pets, of which there are nine each. */
async function openShop(changes: Parameters<typeof openService>[0] = {}): Promise<TestService> {
  const service = await openService({ timeZone: "Europe/Berlin", ...changes });
  await service.stock(4);
  for (const petId of [1n, 2n, 3n, 4n]) {
    await bodyOf(service.admin.updateInventory({ params: { petId }, body: { quantity: 9 } }));
  }
  return service;
}

async function sell({ clerk }: TestService, petId = 1n, price = eur(10_00n)) {
  const { id: orderId } = await bodyOf(clerk.placeOrder({ body: { petId, price } }));
  return bodyOf(clerk.completeOrder({ params: { orderId } }));
}

async function sellTogether({ clerk }: TestService, prices = [eur(119_00n), jpy(1000n), eur(1n)]) {
  const items = prices.map((price, nth) => ({ petId: BigInt(nth + 1), price }));
  const { id: saleId } = await bodyOf(clerk.placeSale({ body: { items } }));
  return bodyOf(clerk.completeSale({ params: { saleId } }));
}

const receipt = ({ reader }: TestService, number: string) => bodyOf(reader.getReceipt({ params: { number } }));
const numbers = async ({ reader }: TestService, query = {}) =>
  (await bodyOf(reader.listReceipts({ query }))).map(({ number }) => number as string);

test("a completed order has a receipt; completing it again changes nothing", async () => {
  await using service = await openShop();
  const sold = await sell(service);
  expect(sold.receipt).toEqual({ number: "2026-00001", at: NOW });
  expect(await bodyOf(service.clerk.completeOrder({ params: { orderId: sold.id } }))).toEqual(sold);
  expect(await receipt(service, "2026-00001")).toEqual({
    number: "2026-00001",
    at: NOW,
    orderIds: [1n],
    total: [eur(10_00n)],
  });
  expect((await sell(service)).receipt?.number).toBe("2026-00002");
  expect(await numbers(service)).toEqual(["2026-00002", "2026-00001"]);
});

test("orders that are completed together share one receipt; one that was completed before has its own", async () => {
  await using service = await openShop();
  const sale = await sellTogether(service);
  expect(sale.receipt).toEqual({ number: "2026-00001", at: NOW });
  expect(sale.orders.map((order) => order.receipt?.number)).toEqual(["2026-00001", "2026-00001", "2026-00001"]);
  expect(await receipt(service, "2026-00001")).toMatchObject({
    saleId: sale.id,
    orderIds: sale.orders.map(({ id }) => id).toSorted(),
    total: expect.arrayContaining([eur(119_01n), jpy(1000n)]),
  });
  const { clerk } = service;
  const { id: saleId, orders } = await bodyOf(clerk.placeSale({ body: { items: [{ petId: 1n }, { petId: 2n }] } }));
  await bodyOf(clerk.completeOrder({ params: { orderId: orders[1]?.id ?? 0n } }));
  const whole = await bodyOf(clerk.completeSale({ params: { saleId } }));
  expect(whole.orders.map((order) => order.receipt?.number)).toEqual(["2026-00003", "2026-00002"]);
  expect(whole.receipt?.number).toBe("2026-00003");
});

test("reopening an order voids its receipt, whose number is never reused; completing it again issues a new one", async () => {
  await using service = await openShop();
  const { clerk } = service;
  const { id: orderId } = await sell(service);
  service.now += 60_000;
  const open = await bodyOf(clerk.reopenOrder({ params: { orderId } }));
  expect(open.receipt).toBeUndefined();
  expect(await receipt(service, "2026-00001")).toMatchObject({ voidedAt: new Date(service.now).toISOString() });
  expect((await bodyOf(clerk.completeOrder({ params: { orderId } }))).receipt?.number).toBe("2026-00002");
  await bodyOf(clerk.reopenOrder({ params: { orderId } }));
  await clerk.cancelOrder({ params: { orderId } });
  expect(await receipt(service, "2026-00002")).toMatchObject({ orderIds: [orderId], total: [eur(10_00n)] });
  expect(await numbers(service)).toEqual(["2026-00002", "2026-00001"]);
});

test("an order that shares its receipt is reopened with its sale only", async () => {
  await using service = await openShop();
  const { clerk } = service;
  const { id: saleId, orders } = await sellTogether(service);
  const [first] = orders;
  await expectRefused(
    service,
    () => clerk.reopenOrder({ params: { orderId: first?.id ?? 0n } }),
    refusal(409, "conflict", `shares the receipt 2026-00001 with other orders of sale ${saleId}`),
  );
  const open = await bodyOf(clerk.reopenSale({ params: { saleId } }));
  expect(open.orders.every(({ complete, receipt: none }) => !complete && none === undefined)).toBe(true);
  expect(open.receipt).toBeUndefined();
  expect((await receipt(service, "2026-00001")).voidedAt).toBe(NOW);
  expect((await bodyOf(clerk.completeSale({ params: { saleId } }))).receipt?.number).toBe("2026-00002");
});

test("a year begins in the shop's time zone, and its numbers with 1", async () => {
  await using service = await openShop();
  service.now = Date.parse("2026-12-31T22:59:59.999Z");
  await sell(service);
  service.now += 1;
  await sell(service);
  service.now -= 60_000;
  await sell(service);
  expect(await numbers(service)).toEqual(["2027-00001", "2026-00001", "2026-00002"]);
  expect(await numbers(service, { from: "2027-01-01" })).toEqual(["2027-00001"]);
  expect(await numbers(service, { to: "2026-12-31" })).toEqual(["2026-00001", "2026-00002"]);
});

test("pages list every receipt once, also those of one moment", async () => {
  await using service = await openShop();
  for (let nth = 0; nth < 5; nth++) await sell(service);
  service.now += 60_000;
  for (let nth = 0; nth < 2; nth++) await sell(service);
  const pages = await everyPage(service, "/v1/store/receipts?limit=2&from=2026-11-21&to=2026-11-21");
  expect(allOf(pages, "number")).toEqual([7, 6, 5, 4, 3, 2, 1].map((nth) => `2026-0000${nth}`));
});

test("the tax that a total includes is rounded half up, and a receipt keeps the rate of its day", async () => {
  await using database = await openDatabase();
  {
    await using service = await openService({ taxRate: 1900 }, database);
    await service.stock(3);
    const { receipt: first } = await sellTogether(service);
    const { taxRate, tax, total } = await receipt(service, first?.number ?? "");
    expect(taxRate).toBe("19");
    expect(new Map(total.map((price, nth) => [price.currency, tax?.[nth]?.amount]))).toEqual(
      new Map([
        ["EUR", 19_00n],
        ["JPY", 160n],
      ]),
    );
  }
  await using service = await openService({ taxRate: 770 }, database);
  await service.stock(1);
  const { receipt: second } = await sell(service, 4n, eur(10_77n));
  expect(await receipt(service, second?.number ?? "")).toMatchObject({ taxRate: "7.7", tax: [eur(77n)] });
  expect((await receipt(service, "2026-00001")).taxRate).toBe("19");
});

test("what names no receipt is not found, and days that go backwards are refused", async () => {
  await using service = await openShop();
  for (const number of ["2026-00001", "2026-1", "2026-000001", "1", "x"]) {
    expect(await service.reader.getReceipt({ params: { number } })).toMatchObject(refusal(404, "not_found", number));
  }
  const backwards = { from: "2026-12-02", to: "2026-12-01" };
  expect(await service.reader.listReceipts({ query: backwards })).toMatchObject(
    refusal(400, "invalid_parameter", "to: expected 2026-12-02, the day in from, or later"),
  );
});

test("the response to a completed sale has its receipt", async () => {
  await using service = await openShop();
  await sellTogether(service);
  const told = await eventsOf(service, { query: { types: ["order.completed", "sale.completed"] } });
  expect(told.map(({ data }) => (data as { receipt?: { number: string } }).receipt?.number)).toEqual(
    Array.from({ length: 4 }, () => "2026-00001"),
  );
});
