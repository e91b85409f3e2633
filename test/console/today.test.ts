import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { axisSteps } from "../../src/console/ui/axis.ts";
import { openService } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { openForBusiness } from "./shop.ts";
import { card, feed, figure } from "./today.ts";
import { axeFindings, keepPublishing, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const path = "/console/today";

/** Opens a service whose day is the browser's. */
async function openToday() {
  const service = await openService();
  service.now = Date.now();
  return service;
}

describe("today", () => {
  test("pets and orders are counted by the service as they happen, and each figure leads to what it counts", async () => {
    await using service = await openToday();
    await using _publishing = keepPublishing(service);
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    await card(page, "Pets added").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders completed").getByText("No orders completed yet.").waitFor();
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.admin.completeOrder({ params: { orderId: 1n } });
    await card(page, "Pets added").getByText("2", { exact: true }).waitFor();
    await card(page, "Orders placed").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders completed").getByText("1", { exact: true }).waitFor();
    await card(page, "Orders placed").getByRole("link", { name: "Rex" }).waitFor();
    await page.getByRole("link", { name: "Orders completed" }).click();
    await page.getByRole("table", { name: "Orders" }).getByText("Order 1").waitFor();
    expect(page.url()).toEndWith("/console/orders?show=complete");
  });

  test("the figures are exact, however many events a day has", async () => {
    await using service = await openToday();
    for (let index = 0; index < 1205; index++) await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await card(page, "Pets added").getByText("1,205", { exact: true }).waitFor();
    await page.getByRole("img", { name: /: 1,205 in 30 days/ }).waitFor();
  });

  test("a card names the orders that it counts, in whole where there is least room", async () => {
    await using service = await openToday();
    await service.admin.createPet({ body: { name: "W".repeat(255), categoryId: 7n } });
    await service.admin.placeOrder({ body: { petId: 1n } });
    await service.publish();
    const viewport = { width: 1200, height: 900 };
    await using visit = await visitConsole(browser, service, {
      key: service.adminKey,
      path,
      viewport,
      locale: "de-DE",
    });
    const order = card(visit.page, "Neue Bestellungen").getByText("Bestellung 1", { exact: true });
    expect(await order.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  });

  test("what happened on another day does not count", async () => {
    await using service = await openToday();
    service.now -= 2 * 86_400_000;
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    service.now += 2 * 86_400_000;
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await card(page, "Pets added").getByText("No pets added yet.").waitFor();
    await feed(page).getByRole("link", { name: "Rex" }).waitFor();
    expect(await figure(page, "Pets added").textContent()).toBe("0");
  });

  test("live activity says what happened, who did it and why", async () => {
    await using service = await openToday();
    await using _publishing = keepPublishing(service);
    const clerk = await service.as(["pets:write", "inventory:write"]);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    await feed(page).getByText("No activity yet").waitFor();
    await clerk.client.createPet({ body: { name: "Rex", categoryId: 7n } });
    await clerk.client.updatePet({ params: { petId: 1n }, body: { status: "pending", note: "Reserved by phone" } });
    await clerk.client.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
    const items = feed(page).getByRole("listitem");
    await items.nth(2).waitFor();
    const said = (await items.allTextContents()).map((text) => text.replace(/\d\d:\d\d$/, ""));
    expect(said).toEqual([
      "Rex stock 1 → 3pets:write inventory:write",
      "Rex Available → Pendingpets:write inventory:write · Reserved by phone",
      "Rex addedpets:write inventory:write",
    ]);
  });

  test("new activity waits while somebody works in the list", async () => {
    await using service = await openToday();
    await using _publishing = keepPublishing(service);
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    await feed(page).getByRole("link", { name: "Rex" }).focus();
    const before = await feed(page).getByRole("link", { name: "Rex" }).boundingBox();
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await feed(page).getByRole("button", { name: "1 new event" }).waitFor();
    expect(await feed(page).getByRole("listitem").count()).toBe(1);
    expect(await feed(page).getByRole("link", { name: "Rex" }).boundingBox()).toEqual(before);
    await shoot(page, "newer");
    await page.getByRole("link", { name: "Pets", exact: true }).focus();
    await feed(page).getByRole("link", { name: "Mia" }).waitFor();
  });

  test("at most 200 events are kept", async () => {
    await using service = await openToday();
    await using _publishing = keepPublishing(service);
    const add = (name: string) => service.admin.createPet({ body: { name, categoryId: 7n } });
    for (let index = 0; index < 120; index++) await add("Rex");
    await service.publish();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    for (let index = 0; index < 200; index++) await add("Mia");
    await add("Zazu");
    await feed(page).getByRole("link", { name: "Zazu" }).waitFor();
    await feed(page).getByRole("button", { name: "Show earlier events" }).click();
    expect(await feed(page).getByRole("listitem").count()).toBe(200);
  });

  test("the plot of the last 30 days is a table too, grows with what happens, and switches what it counts", async () => {
    await using service = await openToday();
    await openForBusiness(service);
    await using _publishing = keepPublishing(service);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    const plot = page.getByRole("figure");
    await plot.getByRole("img", { name: /^Pets added, day by day: 81 in 30 days/ }).waitFor();
    await service.admin.createPet({ body: { name: "Mia", categoryId: 7n } });
    await plot.getByRole("img", { name: /^Pets added, day by day: 82 in 30 days/ }).waitFor();
    await plot.getByText("Show as a table").click();
    const cells = await plot.getByRole("table").getByRole("cell").allTextContents();
    expect(cells.length).toBe(30);
    expect(cells.map(Number).reduce((sum, count) => sum + count)).toBe(82);
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "today");
    await page.getByRole("radio", { name: "Orders placed" }).check();
    await plot.getByRole("img", { name: /^Orders placed, day by day: / }).waitFor();
  });

  test("a day without events stands between its neighbours when the next one begins", async () => {
    await using service = await openToday();
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path });
    const { page } = visit;
    await untilLive(page);
    const plot = page.getByRole("figure");
    await plot.getByText("Show as a table").click();
    const days = () => plot.getByRole("table").getByRole("rowheader").allTextContents();
    const before = await days();
    service.now += 2 * 86_400_000;
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    await plot.getByRole("img", { name: /: 1 in 30 days/ }).waitFor();
    // The newest day is the first row.
    expect((await days()).slice(2)).toEqual(before.slice(0, -2));
  });

  test("a failure is shown with the request's id, and loading again helps", async () => {
    await using service = await openToday();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await page.route("**/v1/activity*", (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        headers: { "X-Request-Id": "4f1c2ab0" },
        body: JSON.stringify({ code: "internal_error", message: "Something went wrong", status: 500 }),
      }),
    );
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByText("Details").click();
    await page.getByText("Something went wrong (Request 4f1c2ab0)").waitFor();
    await page.unroute("**/v1/activity*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("figure").first().waitFor();
  });
});

test("the marks of an axis are whole, round numbers that reach the largest count", () => {
  expect(axisSteps(0)).toEqual([0, 1]);
  expect(axisSteps(3)).toEqual([0, 1, 2, 3]);
  expect(axisSteps(17)).toEqual([0, 5, 10, 15, 20]);
  expect(axisSteps(1234)).toEqual([0, 500, 1000, 1500]);
});
