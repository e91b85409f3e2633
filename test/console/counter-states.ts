/* What the counter shows of sales, papers and books, in a shop with long names, two currencies and a receipt of the day before. */
import type { Page } from "playwright-core";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { panel } from "./page.ts";

const HOUR_MS = 3_600_000;
const NAMES = ["Rex", "Krümel vom Königsforst", "W".repeat(120), "רקס מלך הכלבים", "Mia", "Bo"];

/** A shop that has sold three pets, of which one came back, and has voided a receipt of the day before. Mia belongs together with others. */
export async function openCounter(): Promise<TestService> {
  const settings = { shopName: "Riverside Pets", shopAddress: "1 Market Street, Riverside", shopTaxRate: 1900 };
  const service = await openService({}, undefined, settings);
  const now = Date.now();
  service.now = now - 23 * HOUR_MS;
  const { admin } = service;
  await admin.createCategory({ body: { name: "Guinea pigs and other small mammals" } });
  const price = (amount: bigint, currency = "EUR") => ({ amount, currency });
  for (const name of NAMES) {
    await bodyOf(
      admin.createPet({ body: { name, categoryId: 1n, profile: { breed: "Peruvian", price: price(35_000n) } } }),
    );
  }
  await bodyOf(admin.updateProfile({ params: { petId: 5n }, body: { together: [2n, 3n, 6n] } }));
  await bodyOf(admin.placeOrder({ body: { petId: 4n } }));
  await bodyOf(admin.completeOrder({ params: { orderId: 1n } }));
  service.now = now;
  await bodyOf(admin.reopenOrder({ params: { orderId: 1n } }));
  const customer = { name: "Ada Krause von und zu Wolkenstein", contact: "+49 30 555 0110" };
  const items = [{ petId: 1n, price: price(20_00n, "CHF") }, { petId: 2n }, { petId: 3n }];
  const { id: saleId } = await bodyOf(admin.placeSale({ body: { items, customer, note: "A cage, too", apart: true } }));
  await bodyOf(admin.completeSale({ params: { saleId } }));
  const refund = price(10_00n);
  await bodyOf(admin.returnOrder({ params: { orderId: saleId + 1n }, body: { refund, note: "Bites the children" } }));
  await service.publish();
  return service;
}

/** By address: what somebody opens there, one after the other, in each language. */
export const counterStates: Readonly<
  Record<string, readonly ((page: Page, service: TestService) => Promise<unknown>)[]>
> = {
  "/console/reports?day=today": [(page) => page.getByRole("row").nth(1).waitFor()],
  "/console/orders/2": [
    (page) => panel(page).getByText("Ada Krause").first().waitFor(),
    async (page) => {
      await panel(page)
        .getByRole("button", { name: /^(?:Other actions|Weitere Aktionen)$/ })
        .click();
      await page.getByRole("menuitem", { name: /^(?:Show the agreement|Vertrag ansehen)$/ }).click();
      await page.locator("dialog .agreement").first().waitFor();
    },
  ],
  "/console/pets/5": [
    (page) => panel(page).locator(".partners li").nth(2).waitFor(),
    async (page) => {
      await panel(page).locator(".partners .add").click();
      await panel(page).locator(".partners input").fill("re");
      await panel(page).locator(".partners [role=option]").first().waitFor();
    },
  ],
  "/console/orders/new?petId=5": [
    (page) => page.locator(".sale-item").first().waitFor(),
    async (page) => {
      await page.locator(".pet-finder input").fill("Bo");
      await page.locator(".finder [role=option]").first().waitFor();
    },
    async (page, { admin }) => {
      await page.keyboard.press("Enter");
      const { id: orderId } = await bodyOf(admin.placeOrder({ body: { petId: 6n, apart: true } }));
      await page.locator("dialog.sheet [type=submit]").click();
      await page.locator(".sale-item .field-error").waitFor();
      await admin.cancelOrder({ params: { orderId } });
    },
  ],
};
