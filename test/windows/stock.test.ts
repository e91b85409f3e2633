import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { button, field, hold } from "../console/page.ts";
import { history, historyEntries, openHistory, openStock, stock, untilStock } from "../console/stock.ts";
import { addPet, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { type Page, untilLive, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Opens the panel of the first pet, with what changes its stock. */
async function visitPet(service: TestService): Promise<Page> {
  const page = await visit(service, "/console/pets/1");
  await openStock(page);
  return page;
}

/** Counts the first pet. */
async function count(page: Page, quantity: string): Promise<void> {
  await page.getByRole("radio", { name: "Count" }).check();
  await field(page, "How many there are").fill(quantity);
  await button(page, "Set stock").click();
  await page.getByText(`Rex: stock ${quantity}`).waitFor();
}

/** A service that has a pet with as many arrivals. */
async function openWithArrivals(arrivals: number): Promise<TestService> {
  const service = await openShop();
  await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
  for (let index = 0; index < arrivals; index++) await arrive(service);
  await service.publish();
  return service;
}

/** One more arrives a minute later. */
async function arrive(service: TestService): Promise<void> {
  service.now += 60_000;
  await service.admin.changeStock({ params: { petId: 1n }, body: { delta: 1, reason: "arrival" } });
}

/** Waits until the history has an entry for each stock from this one down to 1, each once and in order. */
async function untilStocks(page: Page, newest: number): Promise<void> {
  const entries = historyEntries(page);
  await until(async () => (await entries.count()) === newest, "all entries");
  const stocks = (await entries.allInnerTexts()).map((text) => Number(/stock (\d+)/.exec(text)?.[1]));
  expect(stocks).toEqual(Array.from({ length: newest }, (_, index) => newest - index));
}

/** The changes of the first pet's stock, without those that it began with. */
async function changesOf({ admin }: TestService): Promise<readonly unknown[]> {
  const changes = await admin.listStockChanges({ params: { petId: 1n } });
  if (!changes.ok) throw new Error(changes.body.message);
  return changes.body.slice(1).map(({ delta, reason, note }) => ({ delta, reason, note }));
}

describe("recording stock", () => {
  test("one more and one less take one click each, every click counts, and Undo takes the last one back", async () => {
    const service = await openShop("Rex");
    const page = await visitPet(service);
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

  test("quick clicks are sent one after the other", async () => {
    const page = await visitPet(await openShop("Rex"));
    await untilStock(page, "1");
    const first = await hold(page, "**/inventory/1/changes");
    for (let click = 0; click < 2; click++) await button(page, "One more").click();
    await first.asked;
    const sent = () => page.device.requests.filter((request) => request === "POST /v1/inventory/1/changes").length;
    expect(sent()).toBe(1);
    first.release();
    await until(() => sent() === 2, "the second change");
    await untilStock(page, "3");
  });

  test("an arrival and a return are recorded with a note", async () => {
    const service = await openShop();
    await addPet(service.store, { ...rex, status: "sold" }, 0);
    const page = await visitPet(service);
    await field(page, "How many arrived").fill("4");
    await page.getByText("The stock changes from 0 to 4.").waitFor();
    await stock(page).getByLabel("Note").fill("From the north shelter");
    await stock(page).getByLabel("Note").press("Enter");
    await page.getByText("Rex: stock 4").waitFor();
    expect(await field(page, "How many arrived").inputValue()).toBe("");
    await page.getByRole("radio", { name: "Return" }).check();
    await page.getByText("The state does not change.").waitFor();
    await field(page, "How many came back").fill("1");
    await button(page, "Record return").click();
    await page.getByText("Rex: stock 5").waitFor();
    await untilStock(page, "5");
    expect(await changesOf(service)).toEqual([
      { delta: 4, reason: "arrival", note: "From the north shelter" },
      { delta: 1, reason: "return", note: undefined },
    ]);
  });

  test("Undo reverts a count, unless somebody else has counted since", async () => {
    const service = await openShop("Rex");
    const page = await visitPet(service);
    await count(page, "5");
    await button(page, "Undo").click();
    await page.getByText("Rex: stock back to 1").waitFor();
    await count(page, "5");
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 6 } });
    await button(page, "Undo").click();
    await page.getByRole("alert").filter({ hasText: "Someone else changed this in the meantime." }).waitFor();
  });

  test("the stock follows others, and taking one of none is refused in words", async () => {
    const service = await openShop("Rex");
    const page = await visitPet(service);
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
    const service = await openShop();
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
    const page = await visitPet(service);
    await openHistory(page);
    const entries = historyEntries(page);
    await entries.first().waitFor();
    const shown = await entries.allInnerTexts();
    const by = "by pets:write inventory:write orders:write";
    expect(shown.map((text) => text.split(/\n+/))).toEqual([
      ["Ordered (no. 1): -5 (stock 0)", "State: Available → Reserved", expect.stringMatching(`12:03 ${by}`)],
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
  });

  test("follows changes that are made here and by others", async () => {
    const service = await openShop();
    await service.admin.createPet({ body: { name: "Rex", categoryId: 7n } });
    await service.publish();
    const page = await visitPet(service);
    await openHistory(page);
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
    const service = await openWithArrivals(60);
    for (let index = 0; index < 30; index++) {
      await service.admin.updatePet({ params: { petId: 1n }, body: { name: `Rex ${index}` } });
    }
    await service.publish();
    const page = await visitPet(service);
    await openHistory(page);
    const entries = historyEntries(page);
    await entries.first().waitFor();
    expect(await entries.count()).toBeLessThan(61);
    await button(page, "Show older entries").click();
    await button(page, "Show older entries").waitFor({ state: "detached" });
    await untilStocks(page, 61);
  });

  test("keeps the older entries, and gains the newer ones, when something happens while and after they load", async () => {
    const service = await openWithArrivals(60);
    const page = await visitPet(service);
    await openHistory(page);
    await untilLive(page);
    await history(page).getByText("(stock 61)").waitFor();
    const events = await hold(page, /\/v1\/events\?.*after=/);
    const asked = page.waitForRequest(/\/v1\/inventory\/1\/changes\?.*cursor=/);
    await button(page, "Show older entries").click();
    await asked;
    await arrive(service);
    await service.publish();
    await history(page).getByText("(stock 62)").waitFor();
    events.release();
    await untilStocks(page, 62);
    await arrive(service);
    await service.publish();
    await history(page).getByText("(stock 63)").waitFor();
    await untilStocks(page, 63);
  });
});
