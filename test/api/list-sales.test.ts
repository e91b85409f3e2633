/* listSales (decision D63). The sums are tested in test/properties/sales.test.ts. */
import { expect } from "bun:test";
import { INT64_MAX } from "../../src/contract/common.ts";
import { test } from "../support/databases.ts";
import { bodyOf, NOON, openService, type TestService } from "../support/harness.ts";
import { describeFailures } from "../support/ledger.ts";

const EUR = { amount: 15_000n, currency: "EUR" };

/** A service with three orders of a dog, the last of which has no price, and the return of the first. */
async function openWithSales(timeZone?: string): Promise<TestService> {
  const service = await openService(timeZone === undefined ? {} : { timeZone });
  service.now = Date.parse("2026-10-31T23:30:00Z");
  const { id: categoryId } = await bodyOf(service.admin.createCategory({ body: { name: "Dogs" } }));
  await bodyOf(service.admin.createPet({ body: { name: "Rex", categoryId } }));
  await service.clerk.updateInventory({ params: { petId: 1n }, body: { quantity: 9 } });
  for (const [nth, price] of [EUR, EUR, undefined].entries()) {
    await service.clerk.placeOrder({ body: { petId: 1n, quantity: 2, ...(price && { price }) } });
    await service.clerk.completeOrder({ params: { orderId: BigInt(nth + 1) } });
  }
  service.now += 3_600_000;
  await service.clerk.returnOrder({ params: { orderId: 1n }, body: { refund: { ...EUR, amount: 5_000n } } });
  return service;
}

const october = { from: "2026-10-01", to: "2026-10-31" };

test("sums by day and currency; a return counts on its own day, and no price is no currency", async () => {
  await using service = await openWithSales("UTC");
  const sold = { orders: 2, quantity: 4, sales: 30_000n, returns: 0, returnedQuantity: 0, refunds: 0n };
  expect(await bodyOf(service.clerk.listSales({ query: { ...october, to: "2026-11-01" } }))).toEqual([
    { day: "2026-10-31", currency: "EUR", ...sold },
    { day: "2026-10-31", ...sold, orders: 1, quantity: 2, sales: 0n },
    {
      day: "2026-11-01",
      currency: "EUR",
      orders: 0,
      quantity: 0,
      sales: 0n,
      returns: 1,
      returnedQuantity: 2,
      refunds: 5_000n,
    },
  ]);
  const byMonth = await bodyOf(service.clerk.listSales({ query: { ...october, by: "month" } }));
  expect(byMonth.map(({ month, sales }) => [month, sales])).toEqual([
    ["2026-10", 30_000n],
    ["2026-10", 0n],
  ]);
});

test("without days, a report is of this month until today", async () => {
  await using service = await openWithSales("UTC");
  const days = (await bodyOf(service.clerk.listSales())).map(({ day }) => day);
  expect(days).toEqual(["2026-11-01"]);
});

test("days are those of the shop's time zone, unless the request has another", async () => {
  await using service = await openWithSales("Europe/Berlin");
  const days = async (query: object) =>
    (await bodyOf(service.clerk.listSales({ query: { from: "2026-10-01", to: "2026-11-30", ...query } }))).map(
      ({ day }) => day,
    );
  expect(new Set(await days({}))).toEqual(new Set(["2026-11-01"]));
  expect(new Set(await days({ timeZone: "America/New_York" }))).toEqual(new Set(["2026-10-31"]));
});

test("a category has the name that it has now, or had when the pet was ordered", async () => {
  await using service = await openWithSales("UTC");
  const names = async () =>
    (await bodyOf(service.clerk.listSales({ query: { ...october, by: "category" } }))).map(
      ({ categoryId, category }) => `${categoryId} ${category}`,
    );
  await service.admin.updateCategory({ params: { categoryId: 1n }, body: { name: "Hounds" } });
  expect(new Set(await names())).toEqual(new Set(["1 Hounds"]));
  await service.admin.deletePet({ params: { petId: 1n } });
  await service.admin.deleteCategory({ params: { categoryId: 1n } });
  expect(new Set(await names())).toEqual(new Set(["1 Dogs"]));
});

test("a report is of any days from 1970 to 9998", async () => {
  await using service = await openService();
  for (const day of ["1970-01-01", "9998-12-31"]) {
    for (const timeZone of ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"]) {
      expect(await bodyOf(service.clerk.listSales({ query: { from: day, to: day, timeZone } }))).toEqual([]);
    }
  }
});

test("the largest quantities are summed exactly", async () => {
  await using service = await openService({ timeZone: "UTC" });
  await bodyOf(service.admin.createPet({ body: { name: "Ants", categoryId: 1n } }));
  const quantity = 2_147_483_647;
  for (const orderId of [1n, 2n, 3n]) {
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity } });
    await service.admin.updatePet({ params: { petId: 1n }, body: { status: "available" } });
    await bodyOf(service.clerk.placeOrder({ body: { petId: 1n, quantity } }));
    await bodyOf(service.clerk.completeOrder({ params: { orderId } }));
  }
  expect(await bodyOf(service.clerk.listSales())).toMatchObject([{ orders: 3, quantity: 3 * quantity }]);
});

test.each([
  ["from=2026-10", "from"],
  ["from=2026-10-31&to=2026-10-30", "to"],
  ["from=2025-10-30&to=2026-10-31", "to"],
  ["to=9999-12-31", "to"],
  ["from=9999-01-01&to=9999-01-01", "to"],
  ["from=1969-12-31&to=1970-01-01", "from"],
  ["from=2026-10-01&to=2026-10-31&by=week", "by"],
  ["from=2026-10-01&to=2026-10-31&timeZone=Mars", "timeZone"],
])("refuses a report with %s", async (query, field) => {
  await using service = await openService();
  const response = await service.send(`/v1/reports/sales?${query}`);
  expect([response.status, await response.json()]).toMatchObject([400, { details: [{ field }] }]);
});

test("a sum beyond int64 continues in another entry, and affects no other currency", async () => {
  await using service = await openService();
  // An amount that is given is bounded: so many orders take a while.
  await service.sql(`
    insert into orders (id, pet_id, quantity, complete, completed_at, price_amount, price_currency) values
      (8, 1, 1, 1, ${NOON}, 9223372036854775807, 'EUR'), (9, 1, 1, 1, ${NOON}, 3, 'EUR'),
      (10, 1, 2, 1, ${NOON}, 500, 'CHF')`);
  const none = { returns: 0, returnedQuantity: 0, refunds: 0n };
  expect(await bodyOf(service.clerk.listSales())).toEqual([
    { day: "2026-11-21", currency: "CHF", orders: 1, quantity: 2, sales: 500n, ...none },
    { day: "2026-11-21", currency: "EUR", orders: 2, quantity: 2, sales: INT64_MAX, ...none },
    { day: "2026-11-21", currency: "EUR", orders: 0, quantity: 0, sales: 3n, ...none },
  ]);
});

describeFailures("Reports", {});
