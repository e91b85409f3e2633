/* The steps of an order in the console: ready, handed over, taken back. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { effectShown, handOver, orderFact, orderRow } from "../console/orders.ts";
import { button, link, panel, region, untilNames } from "../console/page.ts";
import { addPet, bodyOf, NOON, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const price = { amount: 15_000n, currency: "EUR" };

/** A shop whose day is the browser's, with an order of Rex for 150 euros. */
async function openWithOrder(): Promise<TestService> {
  const service = await openShop();
  service.now = NOON;
  await addPet(service.store, rex);
  await bodyOf(service.admin.placeOrder({ body: { petId: 1n, price, customer: { name: "Ada Krause" } } }));
  return service;
}

const orderOf = (service: TestService) => bodyOf(service.admin.getOrder({ params: { orderId: 1n } }));

/** The same with the pet handed over. */
async function openWithSale(): Promise<TestService> {
  const service = await openWithOrder();
  await bodyOf(service.admin.completeOrder({ params: { orderId: 1n } }));
  return service;
}

const returnDialog = (page: Page) => page.getByRole("dialog", { name: "Take Rex back" });

describe("an order", () => {
  test("is said to be ready in its panel, which others see in the list, and can be taken back", async () => {
    const service = await openWithOrder();
    const [page, other] = [await visit(service, "/console/orders/1"), await visit(service, "/console/orders")];
    await orderRow(other, 1).getByText("Reserved").waitFor();
    await untilLive(other);
    const ready = button(region(page, "Rex Order 1"), "Ready");
    expect(await ready.getAttribute("aria-pressed")).toBe("false");
    await ready.click();
    await page.getByText("Rex is ready to be picked up, order 1").waitFor();
    await orderRow(page, 1).getByText("Ready").waitFor();
    expect(await ready.getAttribute("aria-pressed")).toBe("true");
    await service.publish();
    await orderRow(other, 1).getByText("Ready").waitFor();
    await button(page, "Undo").click();
    await orderRow(page, 1).getByText("Reserved").waitFor();
    expect(await orderOf(service)).not.toHaveProperty("readyAt");
  });

  test("shows its pet with its photo, price and customer, and leads to the pet", async () => {
    const service = await openWithOrder();
    const body = { breed: "Beagle", sex: "male" } as const;
    await service.admin.updateProfile({ params: { petId: 1n }, body });
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Hand over · €150").waitFor();
    expect(await orderFact(page, "Price").innerText()).toBe("€150.00");
    await orderRow(page, 1).getByText("Ada Krause").waitFor();
    await link(panel(page), "Beagle · male").click();
    await region(page, "Rex").waitFor();
  });

  test("cannot be reopened a day later, but taken back", async () => {
    const service = await openWithOrder();
    service.now -= 24 * 3_600_000 + 60_000;
    await service.admin.completeOrder({ params: { orderId: 1n } });
    service.now = NOON;
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Take back").waitFor();
    expect(await button(panel(page), "Reopen").count()).toBe(0);
  });
});

describe("taking back", () => {
  test("says that it cannot be undone and what it changes, pays back the price, and lists the order", async () => {
    const service = await openWithSale();
    const page = await visit(service, "/console/orders/1?show=returned");
    await page.getByText("Nothing returned yet").waitFor();
    await button(panel(page), "Take back").click();
    await returnDialog(page).getByText("A return cannot be undone.").waitFor();
    expect(await effectShown(page)).toEqual(["0 becomes 1", "Sold becomes Available"]);
    expect(await returnDialog(page).getByLabel("Paid back").inputValue()).toBe("150.00");
    await returnDialog(page).getByLabel("Why").fill("Allergic");
    await button(returnDialog(page), "Take back").click();
    await page.getByText("Took Rex back, order 1").waitFor();
    await orderFact(page, "Returned").getByText("€150.00 · Allergic").waitFor();
    expect(await button(panel(page), "Take back").count()).toBe(0);
    expect(await orderOf(service)).toMatchObject({ refund: price, returns: [{ note: "Allergic" }] });
    const entry = await bodyOf(service.admin.getInventoryEntry({ params: { petId: 1n } }));
    expect(entry).toMatchObject({ quantity: 1, status: "available" });
    await page.reload();
    await untilNames(page, "Rex Order 1");
    await orderRow(page, 1).getByText("Returned").waitFor();
  });

  test("leaves the stock alone if the pet did not come back, and pays back nothing if nothing is typed", async () => {
    const service = await openWithSale();
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Take back").click();
    await returnDialog(page).getByLabel("Paid back").fill("");
    await returnDialog(page)
      .getByRole("checkbox", { name: /The pet is back in the shop/ })
      .uncheck();
    expect(await page.getByLabel("What changes").count()).toBe(0);
    await button(returnDialog(page), "Take back").click();
    await returnDialog(page).waitFor({ state: "detached" });
    expect(await orderOf(service)).not.toHaveProperty("refund");
    const entry = await bodyOf(service.admin.getInventoryEntry({ params: { petId: 1n } }));
    expect(entry).toMatchObject({ quantity: 0, status: "sold" });
  });

  test("asks why more is paid back than was paid, and keeps what is typed", async () => {
    const service = await openWithSale();
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Take back").click();
    await returnDialog(page).getByLabel("Paid back").fill("150.01");
    await button(returnDialog(page), "Take back").click();
    await returnDialog(page).getByText("Say why more is paid back than was paid.").waitFor();
    await page.keyboard.press("Escape");
    await button(panel(page), "Take back").click();
    expect(await returnDialog(page).getByLabel("Paid back").inputValue()).toBe("150.01");
    await returnDialog(page).getByLabel("Why").fill("The train as well");
    await button(returnDialog(page), "Take back").click();
    await until(async () => (await orderOf(service)).refund?.amount === 15_001n, "the refund");
  });
});

test("that was handed over offers Undo for ten seconds, and Reopen for a day", async () => {
  const service = await openWithOrder();
  const page = await visit(service, "/console/orders/1");
  await button(panel(page), "Hand over · €150").waitFor();
  await handOver(page);
  await button(page, "Undo").waitFor();
  await page.clock.runFor(5_000);
  expect(await button(page, "Undo").count()).toBe(1);
  await page.clock.runFor(5_000);
  await button(page, "Undo").waitFor({ state: "detached" });
  await button(panel(page), "Reopen").click();
  await until(async () => !(await orderOf(service)).complete, "the order is open");
});
