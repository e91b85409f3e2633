import { describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  type OrderAction,
  obstacleTo,
  orderEffects,
  type PetStock,
} from "../../src/console/views/orders/order-effects.ts";
import { petStatuses } from "../../src/contract/pet-status.ts";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { chosenPet, effectShown, finder, foundPets, orderFact, orderRow, ordersShown } from "./orders.ts";
import { button, detailsOfForm, field, panel, untilFocused } from "./page.ts";
import { requireAccessible, screens } from "./screens.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

async function stockOf({ admin }: TestService, petId: bigint): Promise<PetStock> {
  const entry = await admin.getInventoryEntry({ params: { petId } });
  if (!entry.ok) throw new Error(entry.body.message);
  const { quantity, status } = entry.body;
  return { quantity, status };
}

function visitOrders(service: TestService, { key = service.adminKey, path = "" } = {}) {
  return visitConsole(browser, service, { key, path: `/console/orders${path}` });
}

describe("placing an order", () => {
  test("finds the pet with the keyboard alone, shows the effect beforehand, and Undo cancels the order", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia", "Rexy"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitOrders(service);
    const { page } = visit;
    await page.getByText("No open orders").waitFor();
    await page.getByRole("link", { name: "Place order" }).press("Enter");
    await untilFocused(page, finder(page));
    await page.keyboard.type("re");
    await page.getByText("2 pets found").waitFor();
    expect(await foundPets(page).allInnerTexts()).toEqual([
      expect.stringContaining("Rexy\n"),
      expect.stringContaining("Rex\n"),
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    expect(await effectShown(page)).toEqual(["1 becomes 0", "Available becomes Pending"]);
    await field(page, "Ship date").fill("2026-12-01T09:00");
    await field(page, "Quantity").press("Enter");
    await page.getByText("Placed order 1 for Rexy").waitFor();
    await orderRow(page, 1).getByRole("link", { name: "Rexy" }).waitFor();
    expect(await panel(page).innerText()).toContain("1 Dec 2026");
    expect(await stockOf(service, 3n)).toEqual({ quantity: 0, status: "pending" });
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Order 1");
    await button(page, "Undo").click();
    await page.getByText("Cancelled order 1").waitFor();
    await page.getByText("No open orders").waitFor();
    expect(await stockOf(service, 3n)).toEqual({ quantity: 1, status: "available" });
  });

  test("a pet that cannot be ordered is found too, and the reason is shown before anything is sent", async () => {
    await using service = await openService();
    await addPet(service.store, { ...rex, status: "sold" }, 0);
    await addPet(service.store, { ...rex, name: "Mia" }, 2);
    await using visit = await visitOrders(service, { path: "/new" });
    const { page } = visit;
    await finder(page).fill("rex");
    await foundPets(page, "Sold").click();
    await page.getByText("Rex is Sold. Only available pets can be ordered.").waitFor();
    await button(page, "Choose another pet").click();
    await finder(page).fill("2");
    await foundPets(page, "Mia").click();
    await field(page, "Quantity").fill("3");
    await page.getByText("There are only 2 of Mia in stock.").waitFor();
    await field(page, "Quantity").fill("2");
    expect(await effectShown(page)).toEqual(["2 becomes 0", "Available becomes Pending"]);
  });

  test("what is missing is said at its field; what the service refuses stays, with the request's id", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitOrders(service, { path: "/new" });
    const { page } = visit;
    await button(page, "Place order").click();
    await page.getByText("Choose a pet from the list.").waitFor();
    await untilFocused(page, finder(page));
    await finder(page).fill("Rex");
    await foundPets(page).click();
    await field(page, "Quantity").fill("none");
    await button(page, "Place order").click();
    await page.getByText("Enter a whole number from 1.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await field(page, "Quantity").fill("2147483648");
    await button(page, "Place order").click();
    await page.getByText("That number is too large.").waitFor();
    await field(page, "Quantity").fill("1");
    await effectShown(page);
    await service.admin.placeOrder({ body: { petId: 1n } });
    await button(page, "Place order").click();
    await detailsOfForm(page).click();
    await page.getByText(/pet 1 is pending.* \(Request request-\d+\)/i).waitFor();
    await page.reload();
    await chosenPet(page, "Rex").waitFor();
    expect(await field(page, "Quantity").inputValue()).toBe("1");
    await button(page, "Discard changes").click();
    await finder(page).waitFor();
  });

  test("an order whose answer is lost is placed once, however often it is sent, and the next one is another", async () => {
    await using service = await openService();
    await addPet(service.store, rex, 5);
    await using visit = await visitConsole(browser, service, {
      key: service.adminKey,
      path: "/console/orders/new?petId=1",
      mayFail: true,
    });
    const { page } = visit;
    await page.route("**/v1/store/orders", async (route) => {
      if (route.request().method() === "GET") return route.continue();
      await route.fetch();
      await route.abort();
    });
    await button(page, "Place order").click();
    await page.getByText("The service does not respond.").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await button(page, "Place order").click();
    await page.getByText("Placed order 1 for Rex").waitFor();
    await page.getByRole("link", { name: "Place order" }).click();
    await button(page, "Place order").click();
    await page.getByText("Placed order 2 for Rex").waitFor();
    expect(await stockOf(service, 1n)).toEqual({ quantity: 3, status: "available" });
  });

  test("for another pet does not take over the draft for the one before", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
    await using visit = await visitOrders(service, { path: "/new" });
    const { page } = visit;
    await finder(page).fill("Rex");
    await foundPets(page).click();
    await field(page, "Quantity").fill("7");
    await button(page, "Close").click();
    await page.goto(new URL("/console/orders/new?petId=2", page.url()).href);
    await chosenPet(page, "Mia").waitFor();
    expect(await field(page, "Quantity").inputValue()).toBe("1");
    await page.goto(new URL("/console/orders/new", page.url()).href);
    await chosenPet(page, "Rex").waitFor();
    expect(await field(page, "Quantity").inputValue()).toBe("7");
  });

  test("a search that fails says so, and not that there is no such pet", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, {
      key: service.adminKey,
      path: "/console/orders/new",
      mayFail: true,
    });
    const { page } = visit;
    await page.route("**/v1/pets?*", (route) => route.abort());
    await finder(page).fill("Rex");
    await page.getByText("The service does not respond.").waitFor();
    expect(await page.getByText("No pets match").count()).toBe(0);
    await page.unrouteAll({ behavior: "wait" });
    await finder(page).fill("Rexy");
    await page.getByText("No pets match").waitFor();
    expect(await page.getByText("The service does not respond.").count()).toBe(0);
  });

  test("starts from the panel of a pet", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets/1" });
    const { page } = visit;
    await page.getByRole("link", { name: "Place an order" }).click();
    await chosenPet(page, "Rex").waitFor();
    await button(page, "Place order").click();
    await page.getByText("Placed order 1 for Rex").waitFor();
    await page.getByText("Orders of Rex").waitFor();
  });
});

describe("whose an order is", () => {
  test("is said when it is placed, shown in the list and the panel, changed, and erased", async () => {
    await using service = await openService();
    service.now = Date.now();
    await addPet(service.store, rex, 3);
    const price = { amount: 15000n, currency: "EUR" };
    await service.admin.updateProfile({ params: { petId: 1n }, body: { price } });
    await using visit = await visitOrders(service, { path: "/new?petId=1" });
    const { page } = visit;
    await field(page, "Contact").fill("+49 170 1");
    await button(page, "Place order").click();
    await page.getByText("Enter a name, or empty the contact too.").waitFor();
    await field(page, "Customer").fill("Ada Krause");
    await field(page, "Note").fill("By car");
    await button(page, "Place order").click();
    await page.getByText("Placed order 1 for Rex").waitFor();
    expect(await orderRow(page, 1).innerText()).toContain("Ada Krause");
    await orderRow(page, 1).getByRole("link", { name: "Order 1" }).click();
    expect(await orderFact(page, "Price").innerText()).toBe("€150.00");
    expect(await orderFact(page, "Contact").innerText()).toBe("+49 170 1");
    await button(page, "Edit").click();
    await field(page, "Contact").fill("ada@example.com");
    await field(page, "Note").fill("");
    await button(page, "Save").click();
    await page.getByText("Saved order 1").waitFor();
    await orderFact(page, "Contact").getByText("ada@example.com").waitFor();
    expect(await orderFact(page, "Note").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Edit").click();
    await field(page, "Customer").fill("");
    await field(page, "Contact").fill("");
    await button(page, "Save").click();
    await orderFact(page, "Customer").waitFor({ state: "detached" });
    const { body } = await service.admin.getOrder({ params: { orderId: 1n } });
    expect(body).not.toHaveProperty("customer");
    expect(await orderRow(page, 1).innerText()).not.toContain("Ada");
  });

  test("finds orders, and so does the day they were placed on", async () => {
    await using service = await openService();
    service.now = Date.now() - 3 * 86_400_000;
    await addPet(service.store, rex, 9);
    const place = (name: string) => service.admin.placeOrder({ body: { petId: 1n, customer: { name } } });
    await place("Ada Krause");
    const day = new Date(service.now);
    service.now = Date.now();
    await place("Bo Krämer");
    await using visit = await visitOrders(service);
    const { page } = visit;
    await orderRow(page, 1).waitFor();
    await page.getByRole("searchbox", { name: "Find by customer" }).fill("kram");
    await orderRow(page, 1).waitFor({ state: "detached" });
    expect(await ordersShown(page)).toEqual(["Order 2"]);
    await page.getByRole("searchbox", { name: "Find by customer" }).fill("");
    await orderRow(page, 1).waitFor();
    const date = [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
    await page.getByLabel("Placed on").fill(date.join("-"));
    await orderRow(page, 2).waitFor({ state: "detached" });
    expect(await ordersShown(page)).toEqual(["Order 1"]);
    await page.getByLabel("Placed on").fill("2020-01-01");
    await page.getByRole("link", { name: "Show all orders" }).click();
    await orderRow(page, 2).waitFor();
    expect(await ordersShown(page)).toEqual(["Order 2", "Order 1"]);
  });

  test("has the price that is typed, else that of the pet", async () => {
    await using service = await openService();
    await addPet(service.store, rex, 3);
    const price = { amount: 15_000n, currency: "EUR" };
    await service.admin.updateProfile({ params: { petId: 1n }, body: { price } });
    await using visit = await visitOrders(service, { path: "/new?petId=1" });
    const { page } = visit;
    await page.getByLabel("Price").fill("a lot");
    await button(page, "Place order").click();
    await page.getByText("Enter an amount, such as 150 or 150.00.").waitFor();
    await page.getByLabel("Price").fill("99.50");
    await page.getByLabel("Currency").selectOption("CHF");
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Place order").click();
    await page.getByText("Placed order 1 for Rex").waitFor();
    await page.goto(page.url().replace(/orders.*/, "orders/new?petId=1"));
    // The currency of this device.
    await until(async () => (await page.getByLabel("Currency").inputValue()) === "CHF", "the currency");
    await page.getByText("The pet's price if you leave this empty.").waitFor();
    await button(page, "Place order").click();
    await page.getByText("Placed order 2 for Rex").waitFor();
    const { body } = await service.reader.listOrders();
    expect(body).toMatchObject([{ price: { amount: 9950n, currency: "CHF" } }, { price }]);
  });

  test("that somebody else changes is asked about, and what others changed stays", async () => {
    await using service = await openService();
    await addPet(service.store, rex, 3);
    await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" }, note: "By car" } });
    await using visit = await visitOrders(service, { path: "/1" });
    const { page } = visit;
    await button(page, "Edit").click();
    await field(page, "Note").fill("By train");
    await service.admin.updateOrder({ params: { orderId: 1n }, body: { note: "On foot", customer: { name: "Bo" } } });
    await button(page, "Save").click();
    await page
      .getByText(/On foot/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: /By train/ }).click();
    await page.getByText("Saved order 1").waitFor();
    const { body } = await service.admin.getOrder({ params: { orderId: 1n } });
    expect(body).toMatchObject({ note: "By train", customer: { name: "Bo" } });
  });

  test("prints on a card, without the list", async () => {
    await using service = await openService();
    await addPet(service.store, rex, 3);
    await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada Krause" } } });
    await using visit = await visitOrders(service, { path: "/1" });
    const { page } = visit;
    await button(page, "Print card").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.getByText("Reservation").waitFor();
    expect(await orderFact(page, "Customer").isVisible()).toBe(true);
    expect(await page.getByRole("table", { name: "Orders" }).isVisible()).toBe(false);
    expect(await button(page, "Print card").isVisible()).toBe(false);
  });
});

describe("the list of orders", () => {
  test("completing and cancelling show their effect, then do it, and the rows stay where they are", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
    for (const petId of [1n, 2n]) await service.admin.placeOrder({ body: { petId } });
    await using visit = await visitOrders(service);
    const { page } = visit;
    await page.getByRole("link", { name: "Open 2" }).waitFor();
    await button(page, "Complete order 1 for Rex").click();
    expect(await effectShown(page)).toEqual(["stays 0", "Pending becomes Sold"]);
    await page.keyboard.press("Escape");
    await button(page, "Complete order 1 for Rex").click();
    await button(page, "Complete").click();
    await page.getByText("Completed order 1").waitFor();
    await orderRow(page, 1).getByText("Complete", { exact: true }).waitFor();
    await orderRow(page, 1).getByText("Sold").waitFor();
    await button(page, "Cancel order 2 for Mia").click();
    expect(await effectShown(page)).toEqual(["0 becomes 1", "Pending becomes Available"]);
    await button(page, "Cancel order").click();
    await page.getByText("Cancelled order 2").waitFor();
    await orderRow(page, 2).getByText("Cancelled").waitFor();
    expect(await ordersShown(page)).toEqual(["Order 2", "Order 1"]);
    await page.getByRole("link", { name: "Open 0" }).waitFor();
    expect(await stockOf(service, 1n)).toEqual({ quantity: 0, status: "sold" });
    expect(await stockOf(service, 2n)).toEqual({ quantity: 1, status: "available" });
    await page.getByRole("link", { name: "Complete", exact: true }).click();
    await until(async () => (await ordersShown(page)).join() === "Order 1", "only the complete order");
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });

  test("an order that somebody else has completed is not cancelled, and the dialog says why", async () => {
    await using service = await openService();
    await addPet(service.store);
    await service.admin.placeOrder({ body: { petId: 1n } });
    await using visit = await visitOrders(service);
    const { page } = visit;
    await button(page, "Cancel order 1 for Rex").click();
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await button(page, "Cancel order").click();
    await page.getByRole("dialog").getByText("Details").click();
    await page.getByText(/order 1 is complete and cannot be cancelled/i).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Back").click();
  });

  test("follows others: rows change where they are, and new orders wait behind a button", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia", "Bella"]) await addPet(service.store, { ...rex, name });
    for (const petId of [1n, 2n]) await service.admin.placeOrder({ body: { petId } });
    await using visit = await visitOrders(service);
    const { page } = visit;
    await orderRow(page, 2).waitFor();
    await untilLive(page);
    await service.admin.completeOrder({ params: { orderId: 2n } });
    await service.admin.cancelOrder({ params: { orderId: 1n } });
    await service.admin.placeOrder({ body: { petId: 3n } });
    await service.publish();
    await orderRow(page, 2).getByText("Complete").waitFor();
    await orderRow(page, 1).getByText("Cancelled").waitFor();
    expect(await ordersShown(page)).toEqual(["Order 2", "Order 1"]);
    await button(page, "1 new order").click();
    await orderRow(page, 3).getByRole("link", { name: "Bella" }).waitFor();
    expect(await ordersShown(page)).toEqual(["Order 3"]);
  });

  test("of complete orders tells of those that others complete, and not of new ones", async () => {
    await using service = await openService();
    for (const name of ["Rex", "Mia"]) await addPet(service.store, { ...rex, name });
    for (const petId of [1n, 2n]) await service.admin.placeOrder({ body: { petId } });
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await service.publish();
    await using visit = await visitOrders(service, { path: "?show=complete" });
    const { page } = visit;
    await orderRow(page, 1).waitFor();
    await untilLive(page);
    await page.getByRole("link", { name: "Open 1" }).waitFor();
    await service.admin.completeOrder({ params: { orderId: 2n } });
    await addPet(service.store, { ...rex, name: "Bella" }, 2);
    await service.admin.placeOrder({ body: { petId: 3n } });
    await service.admin.placeOrder({ body: { petId: 3n } });
    await service.publish();
    await page.getByRole("link", { name: "Open 2" }).waitFor();
    await button(page, "1 new order").click();
    await orderRow(page, 2).waitFor();
    expect(await ordersShown(page)).toEqual(["Order 2", "Order 1"]);
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });

  test("has pages of fifty, which go forward and back", async () => {
    await using service = await openService();
    await service.stock(60);
    for (let petId = 1n; petId <= 60n; petId++) await service.admin.placeOrder({ body: { petId } });
    await using visit = await visitOrders(service);
    const { page } = visit;
    await orderRow(page, 60).waitFor();
    expect((await ordersShown(page)).length).toBe(50);
    await button(page, "Next").click();
    await orderRow(page, 10).waitFor();
    expect((await ordersShown(page)).length).toBe(10);
    await page.reload();
    await orderRow(page, 10).waitFor();
    await button(page, "Previous").click();
    await orderRow(page, 60).waitFor();
    await page.goBack();
    await orderRow(page, 10).waitFor();
  });
});

describe("a key with fewer scopes", () => {
  test("that may only read sees orders without anything to do; without pets, their numbers", async () => {
    await using service = await openService();
    const { key } = await service.as(["orders:read"]);
    await addPet(service.store);
    await service.admin.placeOrder({ body: { petId: 1n } });
    await using visit = await visitOrders(service, { key, path: "/new" });
    const { page } = visit;
    await orderRow(page, 1).getByText("Pet no. 1").waitFor();
    expect(await page.getByRole("link", { name: "Place order" }).count()).toBe(0);
    expect(await orderRow(page, 1).getByRole("button").count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Place an order" }).count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("that sees no pets and no stock orders by number, and is told that the effect is unknown", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key } = await service.as(["orders:read", "orders:write"]);
    await using visit = await visitOrders(service, { key, path: "/new" });
    const { page } = visit;
    await field(page, "Number of the pet").fill("1");
    await button(page, "Place order").click();
    await page.getByText("Placed order 1 for Pet no. 1").waitFor();
    await button(page, "Complete order 1 for Pet no. 1").click();
    await page.getByText("Your key does not show stock").waitFor();
    await button(page, "Complete").click();
    await orderRow(page, 1).getByText("Complete", { exact: true }).waitFor();
  });
});

test("the effect that the console shows is the one that the service has", async () => {
  await using service = await openService();
  const { admin } = service;
  const change = { place: 1n, complete: 2n, cancel: 3n } satisfies Record<OrderAction, bigint>;
  let petId = 0n;
  let orderId = 0n;
  for (const action of Object.keys(change) as OrderAction[]) {
    for (const status of petStatuses) {
      for (const quantity of [0, 1, 2]) {
        await addPet(service.store, rex, 2);
        petId++;
        if (action !== "place") {
          await admin.placeOrder({ body: { petId } });
          orderId++;
        }
        const to = async (next: typeof status) => admin.updatePet({ params: { petId }, body: { status: next } });
        await to("available");
        await to(status);
        await admin.updateInventory({ params: { petId }, body: { quantity } });
        const before = await stockOf(service, petId);
        expect(before).toEqual({ quantity, status });
        if (action === "place") {
          const { ok } = await admin.placeOrder({ body: { petId } });
          if (ok) orderId++;
          expect({ before, ok }).toEqual({ before, ok: obstacleTo(before, 1) === undefined });
          if (!ok) continue;
        }
        if (action === "complete") await admin.completeOrder({ params: { orderId } });
        if (action === "cancel") await admin.cancelOrder({ params: { orderId } });
        expect({ action, before, after: await stockOf(service, petId) }).toEqual({
          action,
          before,
          after: orderEffects[action](before, 1),
        });
      }
    }
  }
});

describe("orders", () => {
  test.each(screens)("are accessible and have room on a $name screen", async ({ name, options }) => {
    await using service = await openService();
    for (const pet of ["W".repeat(255), "🐶".repeat(255), "רקס מלך הכלבים"]) {
      await addPet(service.store, { ...rex, name: pet }, 2);
    }
    for (const petId of [1n, 2n, 3n]) await service.admin.placeOrder({ body: { petId } });
    await service.admin.completeOrder({ params: { orderId: 2n } });
    const path = "/console/orders?show=all";
    await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey, path });
    const { page } = visit;
    await orderRow(page, 3).waitFor();
    await requireAccessible(page);
    await shoot(page, `orders-${name}`);
    await orderRow(page, 3).getByRole("button", { name: "Complete" }).click();
    await effectShown(page);
    await requireAccessible(page);
    await shoot(page, `order-complete-${name}`);
    await button(page, "Back").click();
    await page.getByRole("link", { name: "Place order" }).click();
    await finder(page).fill("W");
    await foundPets(page).waitFor();
    await requireAccessible(page);
    await shoot(page, `order-find-${name}`);
    await page.keyboard.press("Enter");
    await effectShown(page);
    await requireAccessible(page);
    await shoot(page, `order-place-${name}`);
  });
});

test("what the service refuses is said at its field in the language of the page", async () => {
  await using service = await openService();
  await addPet(service.store);
  await service.admin.placeOrder({ body: { petId: 1n, customer: { name: "Ada" } } });
  const options = { key: service.adminKey, path: "/console/orders/1", locale: "de-DE" };
  await using visit = await visitConsole(browser, service, options);
  const { page } = visit;
  await button(panel(page), "Bearbeiten").click();
  await field(page, "Kontakt").fill("+".repeat(300));
  await button(panel(page), "Speichern").click();
  await panel(page).getByText("Der Kontakt ist zu lang.").waitFor();
});

test("a pet that is chosen with the mouse leaves the focus in the panel, as one that is chosen with the keyboard", async () => {
  await using service = await openService();
  await addPet(service.store);
  await using visit = await visitOrders(service, { path: "/new" });
  const { page } = visit;
  await finder(page).fill("Rex");
  await foundPets(page, "Rex").click();
  await chosenPet(page, "Rex").waitFor();
  await untilFocused(page, panel(page).getByRole("heading", { name: "Place an order" }));
});
