import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { openShop } from "../support/shops.ts";
import { customer } from "./orders.ts";
import { button } from "./page.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("whose an order is", () => {
  test("prints on a card, without the list", async () => {
    const service = await openShop("Rex");
    await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada Krause" } } });
    const page = await visit(service, "/console/orders/1");
    await button(page, "Print card").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByText("Reservation").waitFor();
    expect(await customer(page).isVisible()).toBe(true);
    expect(await page.getByRole("table", { name: "Orders" }).isVisible()).toBe(false);
    expect(await button(page, "Print card").isVisible()).toBe(false);
  });
});
