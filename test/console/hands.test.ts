/* Quick hands and every way to use the console: keys, touch, several rows at once, paper, and colours of one's choice. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { sharedBrowser } from "./browser.ts";
import { foundPets } from "./orders.ts";
import { button, field, keyField, untilFocused } from "./page.ts";
import { edit, isListInert, namesShown, petLink, setStatus, statusMenu } from "./pets.ts";
import { openForBusiness } from "./shop.ts";
import { axeFindings, shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

async function openWith(...names: string[]): Promise<TestService> {
  const service = await openService();
  for (const name of names) await addPet(service.store, { ...rex, name });
  return service;
}

/** What has the focus, in words. */
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.tagName + ' ' + document.activeElement.textContent");

describe("the palette", () => {
  test("finds a pet, an order, a category and an action, and Enter right after the last letter takes the right one", async () => {
    await using service = await openWith("Rex", "Luna");
    await service.admin.createCategory({ body: { name: "Große Hunde" } });
    await service.admin.placeOrder({ body: { petId: 2n } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Luna").waitFor();
    const find = async (text: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await find("lun");
    await page.getByRole("region", { name: "Luna" }).waitFor();
    await find("1");
    await page.getByRole("region", { name: /^Rex|Order 1$/ }).waitFor();
    await find("HUNDE");
    await until(async () => page.url().endsWith("/console/pets?categoryId=1"), "the category's pets");
    await find("add categ");
    await page.getByRole("region", { name: "Add a category" }).waitFor();
    await page.keyboard.press("Control+k");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "palette");
  });

  test("n adds, ? helps, and Escape closes a panel from anywhere", async () => {
    await using service = await openWith("Rex");
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await page.keyboard.press("n");
    await untilFocused(page, field(page, "Name"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await petLink(page, "Rex").click();
    await page.getByRole("region", { name: "Rex" }).waitFor();
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Rex" }).waitFor({ state: "detached" });
  });
});

describe("several rows", () => {
  test("chosen with the keyboard change their status together, with one Undo", async () => {
    await using service = await openWith("Rex", "Mia", "Luna");
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Luna").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByRole("status").filter({ hasText: "2 selected" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "selection");
    const bar = page.getByRole("toolbar", { name: "Selected rows" });
    await bar.getByRole("button", { name: "Status" }).press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("2 pets: Pending").waitFor();
    await statusMenu(page, "Mia", "Pending").waitFor();
    expect(await service.admin.listPets({ query: { status: "pending" } })).toMatchObject({
      body: [{ name: "Mia" }, { name: "Luna" }],
    });
    await button(page, "Undo").click();
    await page.getByText("2 pets are as they were").waitFor();
    expect(await service.admin.listPets({ query: { status: "available" } })).toMatchObject({ body: [{}, {}, {}] });
  });

  test("chosen by touch move to a category together, and Undo stays under Recent", async () => {
    await using service = await openWith("Rex", "Mia", "Luna");
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, ...phone });
    const { page } = visit;
    await page.getByRole("checkbox", { name: "Select Rex" }).tap();
    await page.getByRole("checkbox", { name: "Select Luna" }).tap();
    await page.getByRole("toolbar").getByRole("button", { name: "Category" }).tap();
    await page.getByRole("menuitem", { name: "Dogs" }).tap();
    await page.getByText("2 pets moved to Dogs").waitFor();
    expect(await service.admin.listPets({ query: { categoryId: 1n } })).toMatchObject({
      body: [{ name: "Rex" }, { name: "Luna" }],
    });
    await button(page, "Dismiss").tap();
    await button(page, "Recent").tap();
    await page.getByRole("dialog").getByRole("button", { name: "Undo" }).tap();
    await button(page, "Close").tap();
    await page.getByText("2 pets are as they were").waitFor();
    expect(await service.admin.listPets({ query: { categoryId: 1n } })).toMatchObject({ body: [] });
  });
});

describe("the focus", () => {
  test("never falls to the page: after completing an order, deleting a pet, or when others delete the open one", async () => {
    await using service = await openWith("Rex", "Mia", "Luna");
    await service.admin.placeOrder({ body: { petId: 1n } });
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/orders" });
    const { page } = visit;
    const isKept = async () => expect(await focused(page)).not.toStartWith("BODY");
    await page.getByRole("button", { name: "Complete order 1 for Rex" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Complete", exact: true }).press("Enter");
    await page.getByText("Completed order 1").waitFor();
    await until(async () => (await focused(page)) !== "BODY ", "the focus");
    await isKept();
    await page.goto(new URL("/console/pets/2", page.url()).href);
    await untilLive(page);
    await edit(page);
    await button(page, "Delete pet").press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("Deleted Mia").waitFor();
    await until(async () => !(await focused(page)).startsWith("BODY"), "the focus");
    await petLink(page, "Luna").press("Enter");
    await edit(page);
    await field(page, "Name").fill("Lunatic");
    await service.admin.deletePet({ params: { petId: 3n } });
    await service.publish();
    await page.getByText("Someone else deleted this pet.").waitFor();
    await until(async () => !(await focused(page)).startsWith("BODY"), "the focus");
    await button(page, "Add it again with what I typed").press("Enter");
    expect(await field(page, "Name").inputValue()).toBe("Lunatic");
  });

  test("is in the key's field at the sign-in, and a key with letters that no key has is refused in words", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    await untilFocused(page, keyField(page));
    await page.keyboard.type("schlüssel");
    await page.keyboard.press("Enter");
    await page.getByText("The service does not accept this key.").first().waitFor();
  });

  test("of a key that may only read is not taken by a list without a panel", async () => {
    await using service = await openService();
    const { key } = await service.as(["categories:read"]);
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await using visit = await visitConsole(browser, service, { key, path: "/console/categories/1", ...phone });
    const { page } = visit;
    await page.getByText("Dogs").waitFor();
    expect(await isListInert(page)).toBe(false);
  });
});

describe("finding", () => {
  test("Enter right after typing opens what that finds, and a space after a name finds it too", async () => {
    await using service = await openWith("Rex", "Mia");
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Mia").waitFor();
    const typed = Promise.withResolvers<void>();
    await page.route("**/v1/pets?*q=rex*", async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.getByRole("searchbox").fill("rex ");
    await page.keyboard.press("Enter");
    typed.resolve();
    await untilFocused(page, petLink(page, "Rex"));
    expect(await namesShown(page)).toEqual(["Rex"]);
  });

  test("an order's pet says when there are more than are shown, and Escape clears the search before it closes the panel", async () => {
    await using service = await openService();
    await service.stock(40);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/orders/new" });
    const { page } = visit;
    const finder = page.getByRole("combobox", { name: "Find the pet by name or number" });
    await finder.fill("Pet");
    await page.getByText("The first 8 pets. Type more to narrow the search.").waitFor();
    expect(await foundPets(page).first().innerText()).toStartWith("Pet 40");
    await page.keyboard.press("Escape");
    expect(await finder.inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await finder.waitFor({ state: "detached" });
  });

  test("Back leads to where the list was scrolled to", async () => {
    await using service = await openService();
    await service.stock(50);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Pet 1").scrollIntoViewIfNeeded();
    const before = await page.evaluate<number>("scrollY");
    expect(before).toBeGreaterThan(500);
    await page.getByRole("link", { name: "Orders" }).click();
    await page.getByText("No open orders").waitFor();
    await page.goBack();
    await petLink(page, "Pet 1").waitFor();
    await until(async () => Math.abs((await page.evaluate<number>("scrollY")) - before) < 5, "the scroll position");
  });
});

describe("what is seen", () => {
  test("a phone shows at least eight pets in two lines, a laptop rows of 36 to 48 pixels", async () => {
    await using service = await openWith(..."ABCDEFGHIJKLMNO");
    for (const screen of [phone, { viewport: { width: 1280, height: 900 } }]) {
      await using visit = await visitConsole(browser, service, { key: service.adminKey, ...screen });
      const { page } = visit;
      await petLink(page, "A").waitFor();
      const rows = await page.evaluate<{ top: number; bottom: number }[]>(
        `[...document.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }))`,
      );
      const navigation = screen === phone ? 50 : 0;
      const whole = rows.filter(({ bottom }) => bottom <= screen.viewport.height - navigation);
      expect(whole.length).toBeGreaterThanOrEqual(8);
      if (screen === phone) continue;
      expect(rows.filter(({ top, bottom }) => bottom - top < 36 || bottom - top > 48)).toEqual([]);
    }
  });

  test("a row names its status once, and a tap on it asks before anything changes", async () => {
    await using service = await openWith("Rex");
    await using visit = await visitConsole(browser, service, { key: service.adminKey, ...phone });
    const { page } = visit;
    const row = page.getByRole("row", { name: /Rex/ });
    expect(((await row.textContent()) ?? "").match(/Available|Pending|Sold/g)).toEqual(["Available"]);
    await statusMenu(page, "Rex").tap();
    await page.getByRole("menuitemradio", { name: "Sold" }).waitFor();
    await page.keyboard.press("Escape");
    await statusMenu(page, "Rex", "Available").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "available" }] });
  });

  test("words of category names stay whole at 768 pixels", async () => {
    await using service = await openWith("Rex");
    await service.admin.createCategory({ body: { name: "Rabbits and other small mammals" } });
    await service.admin.updatePet({ params: { petId: 1n }, body: { categoryId: 1n } });
    const viewport = { width: 768, height: 900 };
    await using visit = await visitConsole(browser, service, { key: service.adminKey, viewport });
    const cell = visit.page.getByRole("cell", { name: "Rabbits and other small mammals" });
    await cell.waitFor();
    const broken = await cell.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const text = element.querySelector("bdi")?.firstChild;
      return [...(text?.textContent ?? "").matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1;
      }).length;
    });
    expect(broken).toBe(0);
  });

  test("in forced colours, what is chosen and the main action stand out", async () => {
    await using service = await openWith("Rex");
    await using visit = await visitConsole(browser, service, { key: service.adminKey, forcedColors: "active" });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    const look = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
    expect(await look(".tabs a[aria-current]", "borderBottomColor")).not.toBe(
      await look(".tabs a:not([aria-current])", "borderBottomColor"),
    );
    expect(await look(".button.primary", "backgroundColor")).not.toBe(await look("main", "backgroundColor"));
    expect(await look(".views a[aria-current]", "outlineStyle")).toBe("solid");
    expect(await look("td .chip", "borderTopStyle")).toBe("solid");
    await shoot(page, "forced-colours");
  });

  test("on paper there are the rows or the pet, and nothing to press", async () => {
    await using service = await openService();
    await openForBusiness(service);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets" });
    const { page } = visit;
    const visible = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll("nav, form, .toolbar, .account, input, .primary")].filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))`,
      );
    await page.getByRole("table").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await visible()).toEqual([]);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("rowheader").getByRole("link").nth(10).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await visible()).toEqual([]);
    await shoot(page, "print");
  });

  test("a message leaves after ten seconds, and waits while somebody is at it", async () => {
    await using service = await openWith("Rex");
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await petLink(page, "Rex").waitFor();
    await page.clock.install();
    await setStatus(page, "Rex", "Sold");
    await page.getByText("Rex: Sold").waitFor();
    await button(page, "Undo").focus();
    await page.clock.runFor(20_000);
    await page.getByText("Rex: Sold").waitFor();
    await page.getByRole("searchbox").focus();
    await page.clock.runFor(10_500);
    await page.getByText("Rex: Sold").waitFor({ state: "detached" });
  });
});
