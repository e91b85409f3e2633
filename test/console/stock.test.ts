import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { addPet, NOON, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { button, detailsOfForm, field } from "./page.ts";
import { requireAccessible, screens } from "./screens.ts";
import { history, historyEntries, stock, untilStock } from "./stock.ts";
import { axeFindings, keepPublishing, shoot, signIn, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

/** Opens the panel of the first pet, when its stock is there. */
function visitPet(service: TestService, key = service.adminKey) {
  return visitConsole(browser, service, { key, path: "/console/pets/1" });
}

/** The changes of the first pet's stock, without those that it began with. */
async function changesOf({ admin }: TestService): Promise<readonly unknown[]> {
  const changes = await admin.listStockChanges({ params: { petId: 1n } });
  if (!changes.ok) throw new Error(changes.body.message);
  return changes.body.slice(1).map(({ delta, reason, note }) => ({ delta, reason, note }));
}

describe("recording stock", () => {
  test("one more and one less take one click each, every click counts, and Undo takes the last one back", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitPet(service);
    const { page } = visit;
    await untilStock(page, "1");
    for (let click = 0; click < 3; click++) await button(page, "One more").click();
    await page.getByRole("status").filter({ hasText: "Rex: stock 4" }).waitFor();
    await untilStock(page, "4");
    await button(page, "Undo").click();
    await page.getByText("Rex: stock back to 3").waitFor();
    await untilStock(page, "3");
    for (let click = 0; click < 3; click++) await button(page, "One less").click();
    await page.getByText("Rex: stock 0").waitFor();
    expect(await button(page, "One less").getAttribute("aria-disabled")).toBe("true");
    expect((await changesOf(service)).length).toBe(7);
  });

  test("an arrival and a return are recorded with a note, and what is refused stays with the message at its field", async () => {
    await using service = await openService();
    await addPet(service.store, { ...rex, status: "sold" }, 0);
    await using visit = await visitPet(service);
    const { page } = visit;
    await field(page, "How many arrived").fill("2147483648");
    await page.getByText("The stock changes from 0 to 2,147,483,648.").waitFor();
    await stock(page).getByLabel("Note").fill("From the north shelter");
    await button(page, "Record arrival").click();
    await page.getByText("That number is too large.").waitFor();
    expect(await page.evaluate("document.activeElement.name")).toBe("amount");
    expect(await axeFindings(page)).toEqual([]);
    await field(page, "How many arrived").fill("0");
    await button(page, "Record arrival").click();
    await page.getByText("Enter a whole number from 1.").waitFor();
    await field(page, "How many arrived").fill("4");
    await page.keyboard.press("Enter");
    await page.getByText("Rex: stock 4").waitFor();
    expect(await field(page, "How many arrived").inputValue()).toBe("");
    await page.getByRole("radio", { name: "Return" }).check();
    await page.getByText("The status does not change.").waitFor();
    await field(page, "How many came back").fill("1");
    await button(page, "Record return").click();
    await page.getByText("Rex: stock 5").waitFor();
    await untilStock(page, "5");
    expect(await changesOf(service)).toEqual([
      { delta: 4, reason: "arrival", note: "From the north shelter" },
      { delta: 1, reason: "return", note: undefined },
    ]);
  });

  test("a count that somebody else has made meanwhile shows both numbers, to keep theirs or to set one's own", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitPet(service);
    const { page } = visit;
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").fill("5");
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 7 } });
    await button(page, "Set stock").click();
    await page.getByText("How many there are: someone else changed it to “7”. You entered “5”.").waitFor();
    await untilStock(page, "7");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "stock-conflict");
    await button(page, "Use “5”").click();
    await page.getByText("Rex: stock 5").waitFor();
    await untilStock(page, "5");
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").fill("2");
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 9 } });
    await button(page, "Set stock").click();
    await button(page, "Keep “9”").click();
    await page.getByText("someone else changed it").waitFor({ state: "detached" });
    await untilStock(page, "9");
    expect(await changesOf(service)).toMatchObject([{ delta: 6 }, { delta: -2 }, { delta: 4 }]);
  });

  test("a count is taken back by Undo, unless somebody else has counted since", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitPet(service);
    const { page } = visit;
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").fill("5");
    await button(page, "Set stock").click();
    await page.getByText("Rex: stock 5").waitFor();
    await button(page, "Undo").click();
    await page.getByText("Rex: stock back to 1").waitFor();
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").fill("5");
    await button(page, "Set stock").click();
    await page.getByText("Rex: stock 5").waitFor();
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 6 } });
    await button(page, "Undo").click();
    await page.getByRole("alert").filter({ hasText: "Someone else changed this in the meantime." }).waitFor();
  });

  test("what is typed outlives closing the panel, loading the page again and a service that fails", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitPet(service);
    const { page } = visit;
    await field(page, "How many arrived").fill("3");
    await stock(page).getByLabel("Note").fill("Two boxes");
    await button(page, "Close").click();
    await page.getByRole("link", { name: "Rex" }).click();
    await page.reload();
    await stock(page).getByLabel("Note").waitFor();
    const failure = { code: "internal_error", message: "Something failed", status: 500 };
    await page.route("**/v1/inventory/1/changes", (route) =>
      route.request().method() === "GET"
        ? route.continue()
        : route.fulfill({ status: 500, json: failure, headers: { "X-Request-Id": "r-17" } }),
    );
    await button(page, "Record arrival").click();
    await detailsOfForm(page).click();
    await page.getByText("Something failed (Request r-17)").waitFor();
    expect(await field(page, "How many arrived").inputValue()).toBe("3");
    await page.unrouteAll();
    await button(page, "Record arrival").click();
    await page.getByText("Rex: stock 4").waitFor();
    expect(await changesOf(service)).toEqual([{ delta: 3, reason: "arrival", note: "Two boxes" }]);
  });

  test("a key that is revoked while something is typed costs nothing but a new sign-in", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key, id } = await service.as(["pets:read", "inventory:read", "inventory:write"]);
    await using visit = await visitPet(service, key);
    const { page } = visit;
    await field(page, "How many arrived").fill("3");
    await stock(page).getByLabel("Note").fill("Two boxes");
    await service.store.transaction(({ keys }) => keys.revoke(id, NOON));
    service.now += 1000;
    await button(page, "Record arrival").click();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await signIn(page, service.adminKey);
    await button(page, "Record arrival").click();
    await page.getByText("Rex: stock 4").waitFor();
    expect(await changesOf(service)).toEqual([{ delta: 3, reason: "arrival", note: "Two boxes" }]);
  });

  test("two windows that press at once both count, and each shows the sum", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using _publishing = keepPublishing(service);
    await using one = await visitPet(service);
    await using other = await visitPet(service);
    for (const { page } of [one, other]) {
      await untilStock(page, "1");
      await untilLive(page);
    }
    await Promise.all([one, other].map(({ page }) => button(page, "One more").click()));
    for (const { page } of [one, other]) await untilStock(page, "3");
  });

  test("the stock follows others, and taking one of none is refused in words", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitPet(service);
    const { page } = visit;
    await untilStock(page, "1");
    await untilLive(page);
    await page.getByRole("radio", { name: "Count" }).check();
    await field(page, "How many there are").fill("8");
    await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 2, reason: "arrival" } });
    await service.publish();
    await untilStock(page, "3");
    expect(await field(page, "How many there are").inputValue()).toBe("8");
    await service.admin.changeStock({ params: { petId: 1n }, body: { delta: -3, reason: "adjustment" } });
    await button(page, "One less").click();
    await page.getByRole("alert").filter({ hasText: "There is not enough stock." }).waitFor();
  });
});

describe("the history of a pet", () => {
  test("tells who changed it, when and why, with a plot of the stock and its table", async () => {
    await using service = await openService();
    const counter = (await service.as(["pets:write", "inventory:write", "orders:write"])).client;
    await counter.createPet({ body: { name: "Rex", categoryId: 7n } });
    service.now += 60_000;
    const arrival = { delta: 4, reason: "arrival", note: "From the north shelter" } as const;
    await counter.changeStock({ params: { petId: 1n }, body: arrival });
    service.now += 60_000;
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Rexy", note: "He answers to it" } });
    service.now += 60_000;
    await counter.placeOrder({ body: { petId: 1n, quantity: 5 } });
    await service.publish();
    await using visit = await visitPet(service);
    const { page } = visit;
    const entries = historyEntries(page);
    await entries.first().waitFor();
    const shown = await entries.allInnerTexts();
    const by = "by pets:write inventory:write orders:write";
    expect(shown.map((text) => text.split(/\n+/))).toEqual([
      ["Order 1 placed: -5 (stock 0)", "Status: Available → Pending", expect.stringMatching(`12:03 ${by}`)],
      ["Name: Rex → Rexy", "He answers to it", expect.stringMatching(/12:02 by \*/)],
      ["Arrival: +4 (stock 5)", "From the north shelter", expect.stringMatching(`12:01 ${by}`)],
      ["Added: +1 (stock 1)", expect.stringMatching(`12:00 ${by}`)],
    ]);
    const plot = history(page).getByRole("img");
    expect(await plot.getAttribute("aria-label")).toMatch(/^Stock of Rexy from .*: between 0 and 5$/);
    await history(page).getByText("Show as a table").click();
    expect(await history(page).getByRole("row").allInnerTexts()).toEqual([
      expect.stringContaining("Stock after it"),
      expect.stringMatching(/Ordered\s+-5\s+0$/),
      expect.stringMatching(/Arrival\s+\+4\s+5$/),
      expect.stringMatching(/Added\s+\+1\s+1$/),
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("follows changes that are made here and by others", async () => {
    await using service = await openService();
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    await using visit = await visitPet(service);
    const { page } = visit;
    await untilLive(page);
    await untilStock(page, "1");
    service.now += 60_000;
    await button(page, "One more").click();
    await history(page).getByText("Correction: +1 (stock 2)").waitFor();
    service.now += 60_000;
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "Max" } });
    await service.publish();
    await history(page).getByText("Name: Rex → Max").waitFor();
  });

  test("has older entries behind a button, and none of them twice or in another order", async () => {
    await using service = await openService();
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    for (let index = 0; index < 60; index++) {
      service.now += 60_000;
      await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 1, reason: "arrival" } });
      if (index % 2 === 0) await service.admin.updatePet({ params: { petId: 1n }, body: { name: `Rex ${index}` } });
    }
    await service.publish();
    await using visit = await visitPet(service);
    const { page } = visit;
    const entries = historyEntries(page);
    await entries.first().waitFor();
    expect(await entries.count()).toBeLessThan(61);
    await button(page, "Show older entries").click();
    await until(async () => (await entries.count()) === 61, "all entries");
    await button(page, "Show older entries").waitFor({ state: "detached" });
    const stocks = (await entries.allInnerTexts()).map((text) => Number(/stock (\d+)/.exec(text)?.[1]));
    expect(stocks).toEqual(Array.from({ length: 61 }, (_, index) => 61 - index));
  });

  test("keeps the older entries, and gains the newer ones, when something happens while and after they load", async () => {
    await using service = await openService();
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    const arrive = async () => {
      service.now += 60_000;
      await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 1, reason: "arrival" } });
    };
    for (let index = 0; index < 60; index++) await arrive();
    await service.publish();
    await using visit = await visitPet(service);
    const { page } = visit;
    await untilLive(page);
    const entries = historyEntries(page);
    await history(page).getByText("(stock 61)").waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/\/v1\/events\?.*after=/, async (route) => {
      if (!route.request().url().includes("/stream")) await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/v1\/inventory\/1\/changes\?.*cursor=/);
    await button(page, "Show older entries").click();
    await asked;
    await arrive();
    await service.publish();
    await history(page).getByText("(stock 62)").waitFor();
    held.resolve();
    await until(async () => (await entries.count()) === 62, "all entries");
    await arrive();
    await service.publish();
    await history(page).getByText("(stock 63)").waitFor();
    const stocks = (await entries.allInnerTexts()).map((text) => Number(/stock (\d+)/.exec(text)?.[1]));
    expect(stocks).toEqual(Array.from({ length: 63 }, (_, index) => 63 - index));
  });
});

describe("a key with fewer scopes", () => {
  test("that may only read sees the stock and the history, but nothing to change them", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key } = await service.as(["pets:read", "inventory:read"]);
    await using visit = await visitPet(service, key);
    const { page } = visit;
    await untilStock(page, "1");
    await history(page).getByText("Added: +1 (stock 1)").waitFor();
    expect(await history(page).innerText()).not.toContain(" by ");
    expect(await stock(page).getByRole("button").count()).toBe(0);
    expect(await stock(page).getByRole("textbox").count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("that may not read stock is shown none", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key } = await service.as(["pets:read", "pets:write"]);
    await using visit = await visitPet(service, key);
    const { page } = visit;
    await button(page, "Edit").waitFor();
    expect(await stock(page).count()).toBe(0);
    expect(await history(page).count()).toBe(0);
  });
});

describe("a pet's stock and history", () => {
  test.each(screens)("are accessible and have room on a $name screen", async ({ name, options }) => {
    await using service = await openService();
    await service.admin.createPet({ body: { name: "W".repeat(255), categoryId: 7n } });
    await service.admin.updatePet({ params: { petId: 1n }, body: { name: "🐶".repeat(255), note: "רקס ".repeat(40) } });
    await service.publish();
    await using visit = await visitConsole(browser, service, {
      ...options,
      key: service.adminKey,
      path: "/console/pets/1",
    });
    const { page } = visit;
    await history(page).getByText("רקס").first().waitFor();
    await untilStock(page, "1");
    await page.getByRole("radio", { name: "Count" }).check();
    await history(page).getByText("Show as a table").click();
    await requireAccessible(page);
    expect(await page.evaluate("document.querySelector('.side-panel').scrollWidth <= innerWidth")).toBe(true);
    await shoot(page, `stock-${name}`);
    await history(page).scrollIntoViewIfNeeded();
    await shoot(page, `history-${name}`);
  });
});
