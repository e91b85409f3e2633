import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { axisSteps } from "../../src/console/ui/axis.ts";
import type { TestService } from "../support/harness.ts";
import { link, region } from "./page.ts";
import { openForBusiness } from "./shop.ts";
import { keepPublishing, openShop, requireAccessible, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

const feed = (page: Page) => region(page, "Live activity");

/** A figure with what it counts. */
const card = (page: Page, name: string) => region(page, name);

const path = "/console/today";

/** A service whose day is the browser's. */
async function openToday(): Promise<TestService> {
  const service = await openShop();
  service.now = Date.now();
  return service;
}

async function addPet({ admin }: TestService, name: string): Promise<void> {
  await admin.createPet({ body: { name, categoryId: 7n } });
}

/** Opens the view when it follows what happens. */
async function visitLive(service: TestService): Promise<Page> {
  keepPublishing(service);
  const page = await visit(service, path);
  await untilLive(page);
  return page;
}

describe("today", () => {
  test("pets and orders are counted by the service as they happen, and each figure leads to what it counts", async () => {
    const service = await openToday();
    await addPet(service, "Rex");
    await service.publish();
    const page = await visitLive(service);
    await card(page, "Pets added").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders completed").getByText("No orders completed yet.").waitFor();
    await addPet(service, "Mia");
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await card(page, "Pets added").getByText("2", { exact: true }).waitFor();
    await card(page, "Orders placed").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders completed").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders placed").getByRole("link", { name: "Rex" }).waitFor();
    await link(page, "Orders completed").click();
    await link(page, "Rex Order 1").waitFor();
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });

  test("the figures are exact, however many events a day has", async () => {
    const service = await openToday();
    for (let index = 0; index < 1205; index++) await addPet(service, "Rex");
    await service.publish();
    const page = await visit(service, path);
    await card(page, "Pets added").getByText("1,205", { exact: true }).waitFor();
    await page.getByRole("img", { name: /: 1,205 in 30 days/ }).waitFor();
  });

  test("a card names the orders that it counts, in whole where there is least room", async () => {
    const service = await openToday();
    await addPet(service, "W".repeat(255));
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.publish();
    const page = await visit(service, path, { viewport: { width: 1200, height: 900 }, locale: "de-DE" });
    const order = card(page, "Neue Bestellungen").getByText("Bestellung 1", { exact: true });
    expect(await order.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });

  test("what happened on another day does not count", async () => {
    const service = await openToday();
    service.now -= 2 * 86_400_000;
    await addPet(service, "Rex");
    await service.publish();
    service.now += 2 * 86_400_000;
    const page = await visit(service, path);
    await card(page, "Pets added").getByText("No pets added yet.").waitFor();
    await feed(page).getByRole("link", { name: "Rex" }).waitFor();
    expect(await card(page, "Pets added").locator(".figure").textContent()).toBe("0");
  });

  test("live activity says what happened, who did it and why", async () => {
    const service = await openToday();
    keepPublishing(service);
    const clerk = await service.as(["pets:write", "inventory:write"]);
    const page = await visitLive(service);
    await feed(page).getByText("No activity yet").waitFor();
    await clerk.client.createPet({ body: { name: "Rex", categoryId: 7n } });
    await clerk.client.updatePet({ params: { petId: 1n }, body: { status: "pending", note: "Reserved by phone" } });
    await clerk.client.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
    const items = feed(page).getByRole("listitem");
    await items.nth(2).waitFor();
    const said = (await items.allTextContents()).map((text) => text.replace(/\d\d:\d\d$/, ""));
    expect(said).toEqual([
      "Rex stock 1 → 3pets:write inventory:write",
      "Rex Available → Reservedpets:write inventory:write · Reserved by phone",
      "Rex addedpets:write inventory:write",
    ]);
  });

  test("new activity waits while somebody works in the list", async () => {
    const service = await openToday();
    await addPet(service, "Rex");
    await service.publish();
    const page = await visitLive(service);
    await feed(page).getByRole("link", { name: "Rex" }).focus();
    const before = await feed(page).getByRole("link", { name: "Rex" }).boundingBox();
    await addPet(service, "Mia");
    await feed(page).getByRole("button", { name: "1 new event" }).waitFor();
    expect(await feed(page).getByRole("listitem").count()).toBe(1);
    expect(await feed(page).getByRole("link", { name: "Rex" }).boundingBox()).toEqual(before);
    await link(page, "Pets").focus();
    await feed(page).getByRole("link", { name: "Mia" }).waitFor();
  });

  test("at most 200 events are kept", async () => {
    const service = await openToday();
    keepPublishing(service);
    const add = (name: string) => service.admin.createPet({ body: { name, categoryId: 7n } });
    for (let index = 0; index < 120; index++) await add("Rex");
    await service.publish();
    const page = await visitLive(service);
    for (let index = 0; index < 200; index++) await add("Mia");
    await add("Zazu");
    await feed(page).getByRole("link", { name: "Zazu" }).waitFor();
    await feed(page).getByRole("button", { name: "Show earlier events" }).click();
    expect(await feed(page).getByRole("listitem").count()).toBe(200);
  });

  test("the plot of the last 30 days is a table too, grows with what happens, and switches what it counts", async () => {
    const service = await openToday();
    await openForBusiness(service);
    const page = await visitLive(service);
    const plot = page.getByRole("figure");
    await plot.getByRole("img", { name: /^Pets added, day by day: 81 in 30 days/ }).waitFor();
    await addPet(service, "Mia");
    await plot.getByRole("img", { name: /^Pets added, day by day: 82 in 30 days/ }).waitFor();
    await plot.getByText("Show as a table").click();
    const cells = await plot.getByRole("table").getByRole("cell").allTextContents();
    expect(cells.length).toBe(30);
    expect(cells.map(Number).reduce((sum, count) => sum + count)).toBe(82);
    await requireAccessible(page);
    await page.getByRole("radio", { name: "Orders placed" }).check();
    await plot.getByRole("img", { name: /^Orders placed, day by day: / }).waitFor();
  });

  test("a day without events stands between its neighbours when the next one begins", async () => {
    const service = await openToday();
    const page = await visitLive(service);
    const plot = page.getByRole("figure");
    await plot.getByText("Show as a table").click();
    const days = () => plot.getByRole("table").getByRole("rowheader").allTextContents();
    const before = await days();
    service.now += 2 * 86_400_000;
    await addPet(service, "Rex");
    await service.publish();
    await plot.getByRole("img", { name: /: 1 in 30 days/ }).waitFor();
    // The newest day is the first row.
    expect((await days()).slice(2)).toEqual(before.slice(0, -2));
  });
});

test("the marks of an axis are whole, round numbers that reach the largest count", () => {
  expect(axisSteps(0)).toEqual([0, 1]);
  expect(axisSteps(3)).toEqual([0, 1, 2, 3]);
  expect(axisSteps(17)).toEqual([0, 5, 10, 15, 20]);
  expect(axisSteps(1234)).toEqual([0, 500, 1000, 1500]);
});
