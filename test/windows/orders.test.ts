import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { PetStock } from "../../src/core/shop/orders/order-steps.ts";
import {
  cancelOrder,
  chosenPet,
  customer,
  effectShown,
  finder,
  foundPets,
  handOver,
  orderFact,
  orderRow,
} from "../console/orders.ts";
import {
  button,
  field,
  hold,
  link,
  loseAnswers,
  namesShown,
  panel,
  region,
  sheet,
  untilFocused,
  untilNames,
} from "../console/page.ts";
import { addPet, NOON, rex, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

const newOrder = "/console/orders/new?petId=1";

async function stockOf({ admin }: TestService, petId: bigint): Promise<PetStock> {
  const entry = await admin.getInventoryEntry({ params: { petId } });
  if (!entry.ok) throw new Error(entry.body.message);
  const { quantity, status } = entry.body;
  return { quantity, status };
}

/** A shop with pets of these names, each of which is ordered once. */
async function openWithOrders(...names: readonly string[]): Promise<TestService> {
  const service = await openShop(...names);
  for (const index of names.keys()) await service.admin.placeOrder({ body: { petId: BigInt(index + 1) } });
  return service;
}

/** A shop with three of Rex, which cost 150 euros each. */
async function openWithPrice(): Promise<TestService> {
  const service = await openShop();
  await addPet(service.store, rex, 3);
  await service.admin.updateProfile({ params: { petId: 1n }, body: { price: { amount: 15_000n, currency: "EUR" } } });
  return service;
}

describe("placing an order", () => {
  test("finds the pet with the keyboard alone, shows the effect beforehand, and Undo cancels the order", async () => {
    const service = await openShop("Rex", "Mia", "Rexy");
    const page = await visit(service, "/console/orders");
    await page.getByText("No open orders").waitFor();
    await link(page, "Reserve").press("Enter");
    await untilFocused(page, finder(page));
    await page.keyboard.type("re");
    await page.getByText("2 pets found").waitFor();
    const found = (await foundPets(page).allInnerTexts()).map((text) => text.split("\n")[0]);
    expect(found).toEqual(["Rexy", "Rex"]);
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    expect(await effectShown(page)).toEqual(["1 becomes 0", "Available becomes Reserved"]);
    await untilFocused(page, field(page, "For whom"));
    await button(sheet(page), "Date").press("Enter");
    await untilFocused(page, field(page, "Day"));
    await field(page, "Day").fill("2026-12-01");
    await field(page, "Time, if any").fill("09:00");
    await field(page, "Time, if any").press("Enter");
    await page.getByText("Reserved Rexy, order 1").waitFor();
    await link(orderRow(page, 1), "Rexy Order 1").waitFor();
    await panel(page).getByText("1 Dec 2026").waitFor();
    expect(await stockOf(service, 3n)).toEqual({ quantity: 0, status: "pending" });
    await untilFocused(page, panel(page).getByRole("heading", { name: "Rexy Order 1" }));
    await button(page, "Undo").click();
    await page.getByText("Cancelled order 1").waitFor();
    await page.getByText("No open orders").waitFor();
    expect(await stockOf(service, 3n)).toEqual({ quantity: 1, status: "available" });
  });

  test("a pet that cannot be ordered is found too, and the reason is shown before anything is sent", async () => {
    const service = await openShop();
    await addPet(service.store, { ...rex, status: "sold" }, 0);
    await addPet(service.store, { ...rex, name: "Mia" }, 2);
    const page = await visit(service, "/console/orders/new");
    await finder(page).fill("rex");
    await foundPets(page, "Sold").click();
    await page.getByText("Rex is Sold. Only available pets can be ordered.").waitFor();
    await button(page, "Remove Rex").click();
    await untilFocused(page, finder(page));
    await page.keyboard.type("2");
    await foundPets(page, "Mia").click();
    await untilFocused(page, field(page, "For whom"));
    await field(page, "Quantity").fill("3");
    await page.getByText("There are only 2 of Mia in stock.").waitFor();
    await field(page, "Quantity").fill("2");
    expect(await effectShown(page)).toEqual(["2 becomes 0", "Available becomes Reserved"]);
  });

  test("for another pet does not take over the draft for the one before", async () => {
    const page = await visit(await openShop("Rex", "Mia"), "/console/orders/new");
    const isDraft = async (path: string, name: string, contact: string) => {
      await page.goto(new URL(path, page.url()).href);
      await chosenPet(page, name).waitFor();
      expect(await field(page, "Contact").inputValue()).toBe(contact);
    };
    await finder(page).fill("Rex");
    await foundPets(page).click();
    await field(page, "Contact").fill("0171");
    await button(sheet(page), "Close").click();
    await isDraft("/console/orders/new?petId=2", "Mia", "");
    await isDraft("/console/orders/new", "Rex", "0171");
  });

  test("a search that fails says so, and not that there is no such pet", async () => {
    const page = await visit(await openShop(), "/console/orders/new");
    const [failed, none] = [page.getByText("The service does not respond."), page.getByText("No pets match")];
    await page.route("**/v1/pets?*", (route) => route.abort());
    await finder(page).fill("Rex");
    await failed.waitFor();
    expect(await none.count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
    await finder(page).fill("Rexy");
    await none.waitFor();
    expect(await failed.count()).toBe(0);
  });
});

describe("whose an order is", () => {
  test("is said when it is placed, shown in the list and the panel, changed, and erased", async () => {
    const service = await openWithPrice();
    const page = await visit(service, newOrder);
    await field(page, "For whom").fill("Ada Krause");
    await field(page, "Contact").fill("+49 170 1234");
    await sheet(page).getByText("Add a note").click();
    await field(page, "Note").fill("By car");
    await button(sheet(page), "Reserve for €150").click();
    await page.getByText("Reserved Rex, order 1").waitFor();
    await orderRow(page, 1).getByText("Ada Krause").waitFor();
    await link(orderRow(page, 1), "Rex Order 1").click();
    expect(await orderFact(page, "Price").innerText()).toBe("€150.00");
    expect(await link(customer(page), "+49 170 1234").getAttribute("href")).toBe("tel:+491701234");
    await button(page, "Edit").click();
    await field(page, "Contact").fill("ada@example.com");
    await field(page, "Note").fill("");
    await button(page, "Save").click();
    await page.getByText("Saved order 1").waitFor();
    await link(customer(page), "ada@example.com").waitFor();
    expect(await link(customer(page), "ada@example.com").getAttribute("href")).toBe("mailto:ada@example.com");
    expect(await orderFact(page, "Note").count()).toBe(0);
    await button(page, "Edit").click();
    for (const label of ["For whom", "Contact"]) await field(page, label).fill("");
    await button(page, "Save").click();
    await button(page, "Edit").waitFor();
    expect(await customer(page).count()).toBe(0);
    const { body } = await service.admin.getOrder({ params: { orderId: 1n } });
    expect(body).not.toHaveProperty("customer");
    expect(await orderRow(page, 1).innerText()).not.toContain("Ada");
  });

  test("finds orders, and so do their number and the day they were placed on", async () => {
    const service = await openShop();
    await addPet(service.store, rex, 9);
    const place = (name: string) => service.admin.placeOrder({ body: { petId: 1n, customer: { name } } });
    service.now = NOON - 3 * 86_400_000;
    await place("Ada Krause");
    const day = new Date(service.now);
    service.now = NOON;
    await place("Bo Krämer");
    const page = await visit(service, "/console/orders?show=all");
    await untilNames(page, "Rex Order 2", "Rex Order 1");
    await page.getByRole("searchbox", { name: "Find by customer or number" }).fill("kram");
    await untilNames(page, "Rex Order 2");
    await page.getByRole("searchbox", { name: "Find by customer or number" }).fill("1");
    await untilNames(page, "Rex Order 1");
    await page.getByRole("searchbox").fill("");
    await untilNames(page, "Rex Order 2", "Rex Order 1");
    const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
    await page.getByLabel("Reserved on").fill(date.join("-"));
    await untilNames(page, "Rex Order 1");
    await page.getByLabel("Reserved on").fill("2020-01-01");
    await link(page, "Show all orders").click();
    await untilNames(page, "Rex Order 2", "Rex Order 1");
  });

  test("waits for the price of the pet, so that nobody types before it has come and sells without one", async () => {
    const page = await visit(await openWithPrice(), "/console/orders");
    const pet = Promise.withResolvers<void>();
    await page.route("**/v1/pets?ids=*", (route) => pet.promise.then(() => route.continue()));
    await page.goto(new URL(newOrder, page.url()).href);
    await button(sheet(page), "Close").waitFor();
    expect(await field(page, "For whom").count()).toBe(0);
    pet.resolve();
    await field(page, "For whom").fill("Ada Krause");
    await button(sheet(page), "Reserve for €150").waitFor();
  });

  test("has the price of the pet, or another one that is typed", async () => {
    const service = await openWithPrice();
    const page = await visit(service, newOrder);
    await button(sheet(page), "Reserve for €150").waitFor();
    expect(await field(page, "Price").inputValue()).toBe("150.00");
    await field(page, "Price").fill("99.50");
    await field(page, "Currency").selectOption("CHF");
    await button(sheet(page), "Reserve for CHF 99.50").click();
    await page.getByText("Reserved Rex, order 1").waitFor();
    await page.goto(new URL(newOrder, page.url()).href);
    await button(sheet(page), "Reserve for €150").click();
    await page.getByText("Reserved Rex, order 2").waitFor();
    const prices = [
      { amount: 9950n, currency: "CHF" },
      { amount: 15_000n, currency: "EUR" },
    ];
    expect((await service.reader.listOrders()).body).toMatchObject(prices.map((price) => ({ price })));
  });

  test("that somebody else changes is asked about, and what others changed stays", async () => {
    const service = await openShop("Rex");
    const { admin } = service;
    await admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" }, note: "By car" } });
    const page = await visit(service, "/console/orders/1");
    await button(page, "Edit").click();
    await field(page, "Note").fill("By train");
    await admin.updateOrder({ params: { orderId: 1n }, body: { note: "On foot", customer: { name: "Bo" } } });
    await button(page, "Save").click();
    await button(page, "Use “By train”").click();
    await page.getByText("Saved order 1").waitFor();
    const { body } = await admin.getOrder({ params: { orderId: 1n } });
    expect(body).toMatchObject({ note: "By train", customer: { name: "Bo" } });
  });
});

describe("the list of orders", () => {
  test("handing over and cancelling are done at once; rows stay where they are", async () => {
    const service = await openWithOrders("Rex", "Mia");
    const page = await visit(service, "/console/orders");
    await link(page, "Open 2").waitFor();
    await link(page, "Rex Order 1").click();
    await handOver(page);
    await page.getByText("Handed over Rex, order 1").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Reopened order 1").waitFor();
    await orderRow(page, 1).getByText("Reserved").waitFor();
    expect(await stockOf(service, 1n)).toEqual({ quantity: 0, status: "pending" });
    await handOver(page);
    await orderRow(page, 1).getByText("Handed over").waitFor();
    await link(page, "Mia Order 2").click();
    await region(page, "Mia Order 2").waitFor();
    await cancelOrder(page);
    await page.getByText("Cancelled order 2").waitFor();
    await panel(page).waitFor({ state: "detached" });
    await orderRow(page, 2).getByText("Cancelled").waitFor();
    await untilNames(page, "Rex Order 1", "Mia Order 2");
    await link(page, "Open 0").waitFor();
    expect(await stockOf(service, 1n)).toEqual({ quantity: 0, status: "sold" });
    expect(await stockOf(service, 2n)).toEqual({ quantity: 1, status: "available" });
    await link(page, "Handed over").click();
    await untilNames(page, "Rex Order 1");
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });

  test("Undo of a cancellation reserves again as it was at last, under a new number, and can be undone itself", async () => {
    const service = await openShop("Rex");
    const { admin } = service;
    const details = {
      customer: { name: "Ada", contact: "0171 1" },
      note: "By car",
      price: { amount: 9900n, currency: "EUR" },
      shipDate: "2026-01-05T09:00:00.000Z",
    };
    await admin.placeOrder({ body: { petId: 1n, ...details } });
    const page = await visit(service, "/console/orders/1");
    await panel(page).getByText("By car").waitFor();
    // The page has not received of it.
    await admin.updateOrder({ params: { orderId: 1n }, body: { ready: true, note: "By train" } });
    await cancelOrder(page);
    await page.getByText("Cancelled order 1").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Reserved Rex, order 2").waitFor();
    await untilNames(page, "Rex Order 2");
    const { body } = await admin.listOrders();
    expect(body).toMatchObject([{ id: 2n, ...details, note: "By train", readyAt: expect.any(String) }]);
    await button(page, "Undo").click();
    await page.getByText("Cancelled order 2").waitFor();
    expect(await stockOf(service, 1n)).toEqual({ quantity: 1, status: "available" });
  });

  test("what Undo fails to reserve can be tried again, and is reserved once", async () => {
    const service = await openShop();
    await addPet(service.store, rex, 2);
    await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" } } });
    await service.admin.updateOrder({ params: { orderId: 1n }, body: { ready: true } });
    const page = await visit(service, "/console/orders/1");
    await cancelOrder(page);
    await page.getByText("Cancelled order 1").waitFor();
    await loseAnswers(page, "**/v1/store/sales");
    await button(page, "Undo").click();
    await page.getByRole("alert").getByText("The service does not respond.").waitFor();
    await page.unroute("**/v1/store/sales");
    await page.keyboard.press("Control+z");
    await orderRow(page, 2).waitFor();
    const { body } = await service.admin.listOrders();
    expect(body).toMatchObject([{ id: 2n, customer: { name: "Ada" } }]);
  });

  test("a second press cancels nothing else, and a slow cancellation takes nobody away from where they have gone", async () => {
    const service = await openWithOrders("Rex");
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Other actions").waitFor();
    const cancelled = await hold(page, "**/v1/store/orders/1");
    await cancelOrder(page);
    await cancelOrder(page);
    await link(page, "Pets").click();
    cancelled.release();
    await page.getByText("Cancelled order 1").waitFor();
    await button(page, "Undo").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/pets");
  });

  test("an order that somebody else has handed over is not cancelled, and a message says why", async () => {
    const service = await openWithOrders("Rex");
    const page = await visit(service, "/console/orders/1");
    await button(panel(page), "Other actions").waitFor();
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await cancelOrder(page);
    await page.getByRole("alert").getByText("Details").click();
    await page.getByText(/order 1 is complete and cannot be cancelled/i).waitFor();
    await region(page, "Rex Order 1").waitFor();
  });

  test("follows others: rows change where they are, and new orders wait behind a button", async () => {
    const service = await openWithOrders("Rex", "Mia");
    await addPet(service.store, { ...rex, name: "Bella" });
    const page = await visit(service, "/console/orders");
    await orderRow(page, 2).waitFor();
    await untilLive(page);
    await service.admin.completeOrder({ params: { orderId: 2n } });
    await service.admin.cancelOrder({ params: { orderId: 1n } });
    await service.admin.placeOrder({ body: { petId: 3n } });
    await service.publish();
    await orderRow(page, 2).getByText("Handed over").waitFor();
    await orderRow(page, 1).getByText("Cancelled").waitFor();
    await untilNames(page, "Rex Order 1", "Mia Order 2");
    await button(page, "1 new order").click();
    await orderRow(page, 3).waitFor();
    await untilNames(page, "Bella Order 3");
  });

  test("of complete orders tells of those that others complete, and not of new ones", async () => {
    const service = await openWithOrders("Rex", "Mia");
    await addPet(service.store, { ...rex, name: "Bella" }, 2);
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await service.publish();
    const page = await visit(service, "/console/orders?show=complete");
    await orderRow(page, 1).waitFor();
    await untilLive(page);
    await link(page, "Open 1").waitFor();
    await service.admin.completeOrder({ params: { orderId: 2n } });
    for (const petId of [3n, 3n]) await service.admin.placeOrder({ body: { petId } });
    await service.publish();
    await link(page, "Open 2").waitFor();
    await button(page, "1 new order").click();
    await untilNames(page, "Mia Order 2", "Rex Order 1");
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });
});

describe("the list of orders", () => {
  test("begins with what is due first, however many are open", async () => {
    const service = await openShop();
    await addPet(service.store, rex, 100);
    const shipDate = new Date(service.now - 2 * 86_400_000).toISOString();
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
    const today = new Date(NOON).setHours(12, 30, 0, 0);
    const pickUps = [undefined, today + 3 * day, today - 2 * day, today, today + 30 * day];
    for (const [index, at] of pickUps.entries()) {
      const shipDate = at === undefined ? undefined : new Date(at).toISOString();
      await service.admin.placeOrder({ body: { petId: BigInt(index + 1), shipDate } });
    }
    const page = await visit(service, "/console/orders");
    await untilNames(page, "Mia Order 3", "Bella Order 4", "Rex Order 2", "Luna Order 5", "Nala Order 1");
    const groups = await page.getByRole("rowheader", { name: / 1$/, exact: false }).allInnerTexts();
    expect(groups.map((text) => text.trim().replace(/\s+/g, " ")).filter((text) => !text.includes("Order"))).toEqual([
      "Overdue 1",
      "Today 1",
      "This week 1",
      "Later 1",
      "No date 1",
    ]);
    await orderRow(page, 3).getByText("2 days late").waitFor();
    await orderRow(page, 4).getByText("12:30").waitFor();
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
