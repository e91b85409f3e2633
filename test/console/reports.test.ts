import { expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { bodyOf, NOON, openService } from "../support/harness.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { button, phone, region } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

/** What a button of a part of the page saves. */
async function saved(page: Page, part: string, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), button(region(page, part), name).click()]);
  return readFileSync(await file.path(), "utf8");
}

test("days are those of the report everywhere, and files are as the page's language writes numbers", async () => {
  const service = await openShop();
  const { admin } = service;
  service.now = Date.parse("2026-10-03T12:00:00Z");
  const { id: categoryId } = await bodyOf(admin.createCategory({ body: { name: "=Dogs, big" } }));
  const profile = { arrivedOn: "2026-10-02", price: { amount: 15_050n, currency: "EUR" } };
  for (const name of ["Rex", "Mia"]) await bodyOf(admin.createPet({ body: { name, categoryId, profile } }));
  const customer = { name: "Ada; Krause", contact: "+49 170" };
  await bodyOf(admin.placeOrder({ body: { petId: 1n, customer, note: "By car, or\nby train" } }));
  await bodyOf(admin.completeOrder({ params: { orderId: 1n } }));
  const refund = { amount: 5_000n, currency: "EUR" };
  await bodyOf(admin.returnOrder({ params: { orderId: 1n }, body: { refund, restock: false, note: "Too loud" } }));
  service.now = Date.now();

  const west = await visit(service, "/console/reports?month=2026-10", { timezoneId: "America/New_York" });
  await region(west, "Orders by day").locator("summary", { hasText: "Sales by day" }).click();
  await region(west, "Orders by day")
    .getByRole("row", { name: /^3 Oct 2026/ })
    .waitFor();
  await region(west, "Waiting longest").getByText("since 2 Oct 2026").waitFor();
  expect(await saved(west, "Orders by day", "Save as CSV")).toBe(
    "\ufeffDay,Currency,Orders,Pets,Sales,Returns,Paid back\r\n2026-10-03,EUR,1,1,150.50,1,50.00\r\n",
  );

  const german = { locale: "de-DE", timezoneId: "Europe/Berlin" };
  const page = await visit(service, "/console/reports?month=2026-10", german);
  await page.setViewportSize(phone.viewport);
  const rows = region(page, "Verkäufe nach Tierart").getByRole("row");
  const [name, total] = [rows.nth(1).getByRole("rowheader"), rows.nth(2)];
  expect(await total.innerText()).toMatch(/^Summe\s+1\s+150,50\s€\s+1\s+50,00\s€$/);
  expect((await name.boundingBox())?.height).toBeLessThan(40);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.viewport.width);
  expect(await saved(page, "Verkäufe nach Tierart", "Als CSV speichern")).toBe(
    '\ufeffTierart;Währung;Bestellungen;Tiere;Verkäufe;Rückgaben;Erstattet\r\n"=""=Dogs, big""";EUR;1;1;150,50;1;50,00\r\n',
  );
  expect(await saved(page, "Warten am längsten", "Als CSV speichern")).toContain(
    '2;Mia;"=""=Dogs, big""";2026-10-02;150,50;EUR',
  );
  const orders = await visit(service, "/console/orders?show=all", german);
  const [file] = await Promise.all([
    orders.waitForEvent("download"),
    button(orders, "Diese Liste exportieren").click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toBe(
    "\ufeffBestellung;Stand;Übergeben;Tier;Tierart;Eigene Nummer;Anzahl;Preis;Währung;Zurückgegeben;Erstattung;Warum;" +
      "Reserviert;Bereit;Abholung;Kunde;Kontakt;Notiz;Nummer des Tiers\r\n" +
      '1;Zurückgegeben;2026-10-03 12:00:00;Rex;"=""=Dogs, big""";;1;150,50;EUR;2026-10-03 12:00:00;50,00;Too loud;' +
      '2026-10-03 12:00:00;;2026-10-03 12:00:00;"Ada; Krause";"=""+49 170""";"By car, or\nby train";1\r\n',
  );
});

test("the receipts of a day keep their amounts on one line on a phone, beside a voided one", async () => {
  const service = untilTestEnds(await openService({ taxRate: 1900 }));
  const { admin } = service;
  const { id: categoryId } = await bodyOf(admin.createCategory({ body: { name: "Dogs" } }));
  const price = { amount: 1_234_50n, currency: "EUR" };
  const { id: petId } = await bodyOf(admin.createPet({ body: { name: "Rex", categoryId, profile: { price } } }));
  const { id: orderId } = await bodyOf(admin.placeOrder({ body: { petId } }));
  await admin.completeOrder({ params: { orderId } });
  await admin.reopenOrder({ params: { orderId } });
  await admin.completeOrder({ params: { orderId } });

  const day = new Date(NOON).toISOString().slice(0, 10);
  const page = await visit(service, `/console/reports?day=${day}`, { ...phone, locale: "de-DE" });
  const title = region(page, "Quittungen").getByRole("columnheader", { name: "Gesamt" });
  await title.waitFor();
  // As tall as one line: words would break within a narrow column.
  expect((await title.boundingBox())?.height).toBeLessThan(30);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.viewport.width);
});
