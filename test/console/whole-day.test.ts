/* A whole day at the counter in one session. With SHOTS, it prints the clicks, keys and seconds of each task. */
import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { openService } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { field, petLink, setStatus, statusMenu } from "./pets.ts";
import { openForBusiness } from "./shop.ts";
import { keepPublishing, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(120_000);

const countInputs = `
  globalThis.inputs = { clicks: 0, keys: 0 };
  addEventListener("pointerdown", () => inputs.clicks++, true);
  addEventListener("keydown", () => inputs.keys++, true);`;

/** Does tasks and notes what each took. A text is typed key by key, as people do. */
function timekeeper(page: Page) {
  const tasks: object[] = [];
  return {
    tasks,
    async task(name: string, work: () => Promise<unknown>): Promise<void> {
      await page.evaluate("Object.assign(inputs, { clicks: 0, keys: 0 })");
      const start = performance.now();
      await work();
      const seconds = Number(((performance.now() - start) / 1000).toFixed(1));
      tasks.push({ task: name, ...(await page.evaluate<object>("inputs")), seconds });
    },
  };
}

test("staff add, find, reserve, order, complete, take back and correct, without loading the page again", async () => {
  const browser = await sharedBrowser();
  await using service = await openService();
  await openForBusiness(service);
  await using _publishing = keepPublishing(service);
  await using visit = await visitConsole(browser, service, { key: service.adminKey });
  const { page } = visit;
  await untilLive(page);
  await page.evaluate(countInputs);
  const { task, tasks } = timekeeper(page);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const said = (text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();
  const panel = page.locator(".side-panel");

  await task("add a pet", async () => {
    await page.getByRole("link", { name: "Add pet" }).click();
    await field(page, "Name").pressSequentially("Zazu");
    await field(page, "Category").selectOption("Birds");
    await button("Add pet").click();
    await said("Added Zazu");
  });
  await task("find a pet", async () => {
    await panel.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("zaz");
    await petLink(page, "Bella").first().waitFor({ state: "detached" });
    await petLink(page, "Zazu").waitFor();
  });
  await task("reserve it", async () => {
    await setStatus(page, "Zazu", "Pending");
    await said("Zazu: Pending");
  });
  await task("take that back", async () => {
    await button("Undo").click();
    await statusMenu(page, "Zazu", "Available").waitFor();
  });
  await task("order it", async () => {
    await petLink(page, "Zazu").click();
    await panel.getByRole("link", { name: "Place an order" }).click();
    await page.locator(".chosen-pet", { hasText: "Zazu" }).waitFor();
    await panel.getByRole("button", { name: "Place order" }).click();
    await said("for Zazu");
  });
  await task("complete the order", async () => {
    await page.getByRole("button", { name: /^Complete order \d+ for Zazu/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Complete", exact: true }).click();
    await said("Completed order");
  });
  await task("take the pet back", async () => {
    await page.getByRole("table", { name: "Orders" }).getByRole("link", { name: "Zazu" }).click();
    await page.getByRole("radio", { name: "Return" }).check();
    await field(page, "How many came back").pressSequentially("1");
    await page.keyboard.press("Enter");
    await said("Zazu: stock 1");
    await setStatus(panel, "Zazu", "Available");
    await said("Zazu: Available");
  });
  await task("correct the stock", async () => {
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").pressSequentially("2");
    await panel.getByRole("region", { name: "Stock" }).getByLabel("Note").pressSequentially("Found its brother");
    await button("Set stock").click();
    await said("Zazu: stock 2");
  });
  await task("see the day", async () => {
    await page.getByRole("link", { name: "Today" }).click();
    await page.getByRole("region", { name: "Orders completed" }).getByRole("link", { name: "Zazu" }).first().waitFor();
  });
  await shoot(page, "whole-day");
  if (process.env["SHOTS"] !== undefined) console.table(tasks);

  const { body } = await service.admin.listPets({ query: { name: "Zazu" } });
  expect(body).toMatchObject([{ name: "Zazu", status: "available" }]);
  expect(await page.evaluate("performance.getEntriesByType('navigation').length")).toBe(1);
});
