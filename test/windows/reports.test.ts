import { expect, setDefaultTimeout, test } from "bun:test";
import { button, link, region } from "../console/page.ts";
import { bodyOf, NOON, openService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

test("a month shows what each kind sold and took back, and what has waited longest; a mistake is reopened", async () => {
  const service = await openShop();
  service.now = NOON;
  const { admin } = service;
  const { id: categoryId } = await bodyOf(admin.createCategory({ body: { name: "Dogs" } }));
  for (const [name, arrivedOn] of [
    ["Rex", undefined],
    ["Old Tom", "2020-02-29"],
  ] as const) {
    const profile = { price: { amount: 15_000n, currency: "EUR" }, ...(arrivedOn && { arrivedOn }) };
    await bodyOf(admin.createPet({ body: { name, categoryId, profile } }));
  }
  await admin.placeOrder({ body: { petId: 1n } });
  await admin.completeOrder({ params: { orderId: 1n } });

  const page = await visit(service, "/console/reports");
  const sold = region(page, "Sales by kind");
  await sold.getByRole("row", { name: /Dogs/ }).waitFor();
  expect(await sold.getByRole("row", { name: /Dogs/ }).innerText()).toMatch(/^Dogs\s+1\s+€150\.00\s+0\s+€0\.00$/);
  expect(await link(region(page, "Waiting longest"), "Old Tom").count()).toBe(1);
  const saving = page.waitForEvent("download");
  await button(region(page, "Waiting longest"), "Save as CSV").click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("waiting-longest.csv");
  expect(await Bun.file(await saved.path()).text()).toContain("2,Old Tom,Dogs,2020-02-29,150.00,EUR\r\n");

  await link(page, "Earlier").click();
  await region(page, "Sales by kind").getByText("Nothing was sold or returned").waitFor();

  const panel = await visit(service, "/console/orders/1?show=all");
  await button(panel, "Reopen").first().click();
  await until(async () => !(await bodyOf(admin.getOrder({ params: { orderId: 1n } }))).complete, "the order is open");
});

test("a day's closing shows what the service sums up by currency, the tax, refunds and the voided receipts", async () => {
  const service = untilTestEnds(await openService({ taxRate: 1900 }));
  service.now = NOON;
  const { admin } = service;
  const price = (amount: bigint, currency = "EUR") => ({ amount, currency });
  await service.stock(3);
  const { id: saleId } = await bodyOf(
    admin.placeSale({
      body: {
        items: [
          { petId: 1n, price: price(119_00n) },
          { petId: 2n, price: price(20_00n, "CHF") },
        ],
      },
    }),
  );
  await admin.completeSale({ params: { saleId } });
  await admin.returnOrder({ params: { orderId: 1n }, body: { refund: price(19_00n) } });
  const { id: orderId } = await bodyOf(admin.placeOrder({ body: { petId: 3n, price: price(5_00n) } }));
  await admin.completeOrder({ params: { orderId } });
  await admin.reopenOrder({ params: { orderId } });

  const page = await visit(service, `/console/reports?day=${new Date(NOON).toISOString().slice(0, 10)}`);
  const sums = region(page, "Sums of the day");
  await sums.getByText(/-00002 of .* was voided on/).waitFor();
  const text = await sums.innerText();
  expect(text).toMatch(/Sales\s*CHF\s?20\.00 \+ €124\.00/);
  expect(text).toMatch(/Tax included\s*CHF\s?3\.19 \+ €19\.80/);
  expect(text).toMatch(/Voided\s*€5\.00/);
  expect(text).toMatch(/Tax in what was voided\s*€0\.80/);
  expect(text).toMatch(/Paid back\s*€19\.00/);
  expect(text).toMatch(/Total\s*CHF\s?20\.00 \+ €100\.00/);
});
