import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, rex } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { customer, effectShown, finder, foundPets, orderRow } from "./orders.ts";
import { button, link, namesShown, panel, untilNames } from "./page.ts";
import { requireRoom, screens } from "./screens.ts";
import { requireAccessible, visit } from "./visit.ts";

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

describe("the list of orders", () => {
  test("begins with what is due first, however many are open", async () => {
    const service = await openShop();
    service.now = Date.now();
    await addPet(service.store, rex, 100);
    const shipDate = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await service.admin.placeOrder({ body: { petId: 1n, shipDate } });
    for (let nth = 0; nth < 60; nth++) await service.admin.placeOrder({ body: { petId: 1n } });
    const page = await visit(service, "/console/orders");
    await page.getByRole("rowheader", { name: "Overdue 1" }).waitFor();
    expect((await namesShown(page))[0]).toBe("Rex Order 1");
  });

  test("has the open ones by the day of their pick-up, and those without one at the end", async () => {
    const names = ["Nala", "Rex", "Mia", "Bella", "Luna"];
    const service = await openShop(...names);
    const day = 86_400_000;
    const today = new Date().setHours(12, 30, 0, 0);
    const pickUps = [undefined, today + 3 * day, today - 2 * day, today, today + 30 * day];
    for (const [index, at] of pickUps.entries()) {
      const shipDate = at === undefined ? undefined : new Date(at).toISOString();
      await service.admin.placeOrder({ body: { petId: BigInt(index + 1), shipDate } });
    }
    const page = await visit(service, "/console/orders");
    await untilNames(page, "Mia Order 3", "Bella Order 4", "Rex Order 2", "Luna Order 5", "Nala Order 1");
    const groups = await page.getByRole("rowheader", { name: / 1$/, exact: false }).allInnerTexts();
    expect(groups.filter((text) => !text.includes("Order"))).toEqual([
      "Overdue 1",
      "Today 1",
      "This week 1",
      "Later 1",
      "No date 1",
    ]);
    await orderRow(page, 3).getByText("2 days late").waitFor();
    await orderRow(page, 4).getByText("12:30").waitFor();
    await requireAccessible(page);
  });

  test("has pages of fifty", async () => {
    const service = await openShop();
    await service.stock(60);
    for (let petId = 1n; petId <= 60n; petId++) await service.admin.placeOrder({ body: { petId } });
    const page = await visit(service, "/console/orders");
    await orderRow(page, 1).waitFor();
    expect((await namesShown(page)).length).toBe(50);
    await button(page, "Next").click();
    await orderRow(page, 60).waitFor();
    expect((await namesShown(page)).length).toBe(10);
  });
});

test.each(screens)("orders are accessible and have room on a $name screen", async ({ options }) => {
  const service = await openShop();
  for (const name of ["W".repeat(255), "🐶".repeat(255), "רקס מלך הכלבים"]) {
    await addPet(service.store, { ...rex, name }, 2);
  }
  for (const petId of [1n, 2n, 3n]) await service.admin.placeOrder({ body: { petId } });
  await service.admin.completeOrder({ params: { orderId: 2n } });
  const page = await visit(service, "/console/orders?show=all", options);
  await requireRoom(page);
  await link(page, `רקס מלך הכלבים Order 3`).click();
  await button(panel(page), "Ready").click();
  await button(panel(page), "Other actions").click();
  await requireRoom(page);
  await page.keyboard.press("Escape");
  await page.goto(new URL("/console/orders/2", page.url()).href);
  await button(panel(page), "Take back").click();
  await effectShown(page);
  await requireRoom(page);
  await page.goto(new URL("/console/orders/new", page.url()).href);
  await finder(page).fill("W");
  await foundPets(page).waitFor();
  await requireRoom(page);
  await page.keyboard.press("Enter");
  await effectShown(page);
  await requireRoom(page);
});
