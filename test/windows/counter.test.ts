/* Sales at the counter, by the keyboard: several pets, pairs, chips, lost answers, and what is printed. */
import { expect, test } from "bun:test";
import { field, loseAnswers, panel } from "../console/page.ts";
import { bodyOf } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

const ordersOf = async (service: Awaited<ReturnType<typeof openShop>>) => bodyOf(service.admin.listOrders());

test("three pets are reserved, handed over and printed with 7 presses beside what is typed", async () => {
  const service = await openShop("Rex", "Mia", "Bo");
  const chip = "276098102345678";
  await bodyOf(service.admin.updateProfile({ params: { petId: 3n }, body: { microchip: chip } }));
  const page = await visit(service, "/console/orders/new?petId=1");
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  await field(page, "For whom").waitFor();
  await page.evaluate("globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1; }");
  await press("Shift+Tab");
  await page.keyboard.type("mia");
  await press("Enter");
  await page.getByRole("button", { name: "Remove Mia" }).waitFor();
  await page.keyboard.type(chip);
  await press("Enter");
  await page.getByRole("button", { name: "Remove Bo" }).waitFor();
  // A scanner may end a chip with two of them.
  await press("Enter");
  await page.keyboard.type("Ada Krause");
  await press("Enter");
  await page.getByText("Reserved Rex, Mia and Bo, order 1").waitFor();
  await panel(page)
    .getByRole("button", { name: /^Hand over/ })
    .waitFor();
  await press("h");
  await page.getByText("Handed over Rex, Mia and Bo, order 1").waitFor();
  await panel(page).getByRole("button", { name: "Receipt" }).waitFor();
  await press("p");
  await page.getByText("Receipt 2026-00001").waitFor();
  expect(presses).toBe(7);
  expect(await ordersOf(service)).toMatchObject([1n, 2n, 3n].map((petId) => ({ petId, saleId: 1n, complete: true })));
});

test("a pair is added by itself, and what is taken out is parted on purpose", async () => {
  const service = await openShop("Rex", "Mia", "Bo");
  await bodyOf(service.admin.updateProfile({ params: { petId: 1n }, body: { together: [2n] } }));
  const page = await visit(service, "/console/orders/new?petId=1");
  await page.getByRole("button", { name: "Remove Mia" }).click();
  await page.getByText("Belongs together with Mia: sold apart.").waitFor();
  await field(page, "For whom").focus();
  await page.keyboard.press("Enter");
  await page.getByText("Reserved Rex, order 1").waitFor();
  expect(await ordersOf(service)).toMatchObject([{ petId: 1n }]);
});

test.each([
  {
    locale: "en-US",
    customer: "For whom",
    remove: "Remove Mia",
    refusal: "This pet is not available, so it cannot be ordered.",
    reserved: "Reserved Rex, order 2",
  },
  {
    locale: "de-DE",
    customer: "Für wen",
    remove: "Mia entfernen",
    refusal: "Dieses Tier ist nicht verfügbar und lässt sich deshalb nicht bestellen.",
    reserved: "Rex wurde reserviert, Bestellung 2",
  },
])(
  "a pet that somebody else has reserved meanwhile is refused where it stands, and the rest is reserved without it, in $locale",
  async (texts) => {
    const service = await openShop("Rex", "Mia");
    const page = await visit(service, "/console/orders/new?petId=1", { locale: texts.locale });
    await field(page, texts.customer).waitFor();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("mia");
    await page.keyboard.press("Enter");
    const item = page.locator(".sale-item").filter({ has: page.getByRole("button", { name: texts.remove }) });
    await item.waitFor();
    await bodyOf(service.admin.placeOrder({ body: { petId: 2n } }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("Ada");
    await page.keyboard.press("Enter");
    await item.getByText(texts.refusal).waitFor();
    // At the item, and for screen readers.
    expect(await page.getByText(texts.refusal).count()).toBe(2);
    expect(await ordersOf(service)).toHaveLength(1);

    // The finder, the currency, the price, and the button that removes it.
    for (let nth = 0; nth < 4; nth++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await item.waitFor({ state: "detached" });
    expect(await page.getByText(texts.refusal).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByText(texts.reserved).waitFor();
    expect(await ordersOf(service)).toMatchObject([{ petId: 2n }, { petId: 1n, customer: { name: "Ada" } }]);
  },
);

test("a sale whose answer is lost is placed once, and a pet that is added afterwards is one more of it", async () => {
  const service = await openShop("Rex", "Mia");
  const page = await visit(service, "/console/orders/new?petId=1");
  await field(page, "For whom").focus();
  await page.keyboard.type("Ada");
  await loseAnswers(page, "**/v1/store/sales");
  await page.keyboard.press("Enter");
  await page.getByText("The service does not respond.").waitFor();
  await page.unrouteAll();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("mia");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove Mia" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Reserved Rex and Mia").waitFor();
  const customer = { name: "Ada" };
  expect(await ordersOf(service)).toMatchObject([1n, 2n].map((petId) => ({ petId, customer })));
  expect(await bodyOf(service.admin.listPlacedSales())).toMatchObject([{ orders: [{ petId: 1n }, { petId: 2n }] }]);
});
