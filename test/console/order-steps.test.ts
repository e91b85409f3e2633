/* The steps of an order in the console: ready, handed over, taken back. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, bodyOf, rex, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { button, panel, phone } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

const price = { amount: 15_000n, currency: "EUR" };

/** A shop whose day is the browser's, with an order of Rex for 150 euros. */
async function openWithOrder(): Promise<TestService> {
  const service = await openShop();
  service.now = Date.now();
  await addPet(service.store, rex);
  await bodyOf(service.admin.placeOrder({ body: { petId: 1n, price, customer: { name: "Ada Krause" } } }));
  return service;
}

describe("an order", () => {
  test("says on which day its pet is picked up, and keeps its words and buttons whole on a phone, in German", async () => {
    const service = await openWithOrder();
    const tomorrow = new Date(service.now + 24 * 3_600_000);
    const params = { orderId: 1n };
    await bodyOf(service.admin.updateOrder({ params, body: { shipDate: tomorrow.toISOString() } }));
    const german = { ...phone, locale: "de-DE", timezoneId: "UTC" };
    const page = await visit(service, "/console/orders/1", german);
    const day = new Intl.DateTimeFormat("de-DE", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
    await panel(page).getByRole("listitem").getByText(day.format(tomorrow).replace(",", "")).waitFor();
    await bodyOf(service.admin.completeOrder({ params }));
    await page.reload();
    const edit = button(panel(page), "Bearbeiten");
    await button(panel(page), "Wieder öffnen").waitFor();
    const box = await edit.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.viewport.width);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    await bodyOf(service.admin.returnOrder({ params, body: {} }));
    await page.reload();
    const word = panel(page).getByRole("listitem").getByText("Zurückgegeben", { exact: true });
    expect((await word.boundingBox())?.height).toBeLessThan(30);
  });
});
