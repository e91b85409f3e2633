/* Quick hands and every way to use the console: keys, touch, several rows at once, paper, and colours of one's choice. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, rex } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { finder, foundPets } from "./orders.ts";
import {
  button,
  choosePersonal,
  field,
  focused,
  hold,
  link,
  panel,
  phone,
  region,
  rowLink,
  untilFocused,
  untilNames,
} from "./page.ts";
import { edit, setStatus, statusMenu } from "./pets.ts";
import { openForBusiness } from "./shop.ts";
import { requireAccessible, untilLive, visit } from "./visit.ts";

setDefaultTimeout(60_000);

describe("the palette", () => {
  test("finds a pet, an order, a category and an action, and Enter right after the last letter takes the right one", async () => {
    const service = await openShop("Rex", "Luna");
    await service.admin.createCategory({ body: { name: "Große Hunde" } });
    await service.admin.placeOrder({ body: { petId: 2n } });
    const page = await visit(service);
    await rowLink(page, "Luna").waitFor();
    const find = async (text: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    };
    await find("lun");
    await region(page, "Luna").waitFor();
    await find("1");
    await page.getByRole("region", { name: /^Rex| Order 1$/ }).waitFor();
    await find("HUNDE");
    await until(async () => page.url().endsWith("/console/pets?categoryId=1"), "the category's pets");
    await find("add kin");
    await region(page, "Add a kind").waitFor();
    await page.keyboard.press("Control+k");
    await requireAccessible(page);
  });

  test("n adds, ? helps, and Escape closes a panel from anywhere", async () => {
    const page = await visit(await openShop("Rex"));
    await rowLink(page, "Rex").waitFor();
    await page.keyboard.press("n");
    await untilFocused(page, field(page, "Name"));
    await page.keyboard.press("Escape");
    await field(page, "Name").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help and shortcuts" }).waitFor();
    await requireAccessible(page);
    await page.keyboard.press("Escape");
    await rowLink(page, "Rex").click();
    await region(page, "Rex").waitFor();
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Escape");
    await region(page, "Rex").waitFor({ state: "detached" });
  });
});

test("letters act on the row or the panel that has the focus, and on nothing once they are switched off", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  const page = await visit(service);
  // A slow connection: the first letter comes before what letters do is loaded.
  const part = await hold(page, "**/overlays-*.js");
  await page.reload();
  await rowLink(page, "Luna").waitFor();
  await page.keyboard.press("e");
  await rowLink(page, "Luna").focus();
  await page.keyboard.press("j");
  await part.asked;
  part.release();
  await untilFocused(page, rowLink(page, "Mia"));
  await page.keyboard.press("x");
  await page.getByRole("status").filter({ hasText: "1 selected" }).waitFor();
  await page.keyboard.press("s");
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await rowLink(page, "Mia").focus();
  await page.keyboard.press("t");
  await untilFocused(page, field(page, "Tags"));
  await page.keyboard.press("j");
  expect(await field(page, "Tags").inputValue()).toBe("j");
  await button(panel(page), "Discard changes").click();
  await panel(page).getByRole("heading", { name: "Mia" }).focus();
  await page.keyboard.press("j");
  await region(page, "Rex").waitFor();
  await page.keyboard.press("?");
  await page.getByLabel("Use letters and signs as shortcuts").uncheck();
  await requireAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await region(page, "Rex").waitFor();
});

test("several rows chosen with the keyboard change their status together, with one Undo, which stays under Recent", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  const namesOf = async (status: "available" | "pending") => {
    const { body } = await service.admin.listPets({ query: { status } });
    return (body as readonly { readonly name: string }[]).map(({ name }) => name).join();
  };
  const page = await visit(service);
  await rowLink(page, "Luna").focus();
  for (const key of ["Space", "ArrowDown", "Space"]) await page.keyboard.press(key);
  await page.getByRole("status").filter({ hasText: "2 selected" }).waitFor();
  await requireAccessible(page);
  await button(page.getByRole("toolbar", { name: "Selected rows" }), "State").press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("2 pets: Reserved").waitFor();
  await statusMenu(page, "Mia", "Reserved").waitFor();
  expect(await namesOf("pending")).toBe("Mia,Luna");
  await button(page, "Dismiss").click();
  await choosePersonal(page, "Recent");
  await button(page.getByRole("dialog"), "Undo").click();
  await button(page, "Close").click();
  await page.getByText("2 pets are as they were").waitFor();
  expect(await namesOf("available")).toBe("Rex,Mia,Luna");
});

test("the focus never falls to the page: after completing an order, deleting a pet, or when others delete the open one", async () => {
  const service = await openShop("Rex", "Mia", "Luna");
  await service.admin.placeOrder({ body: { petId: 1n } });
  const page = await visit(service, "/console/orders");
  const inDialog = (name: string) => button(page.getByRole("dialog"), name);
  await link(page, "Rex Order 1").press("Enter");
  await button(panel(page), "Hand over").press("Enter");
  await page.getByText("Handed over Rex, order 1").waitFor();
  await focused(page).waitFor();
  await page.goto(new URL("/console/pets/2", page.url()).href);
  await untilLive(page);
  await edit(page);
  await button(page, "Delete pet").press("Enter");
  await inDialog("Delete").press("Enter");
  await page.getByText("Deleted Mia").waitFor();
  await focused(page).waitFor();
  await rowLink(page, "Luna").press("Enter");
  await edit(page);
  await field(page, "Name").fill("Lunatic");
  await service.admin.deletePet({ params: { petId: 3n } });
  await service.publish();
  await page.getByText("Someone else deleted this pet.").waitFor();
  await focused(page).waitFor();
  await button(page, "Add it again with what I typed").press("Enter");
  expect(await field(page, "Name").inputValue()).toBe("Lunatic");
});

describe("finding", () => {
  test("Enter right after typing opens what that finds", async () => {
    const page = await visit(await openShop("Rex", "Mia"));
    await rowLink(page, "Mia").waitFor();
    const search = await hold(page, "**/v1/pets?*q=rex*");
    await page.getByRole("searchbox").fill("rex ");
    await page.keyboard.press("Enter");
    search.release();
    await untilFocused(page, rowLink(page, "Rex"));
    await untilNames(page, "Rex");
  });

  test("an order's pet says when there are more than are shown, and Escape clears the search before it closes the panel", async () => {
    const service = await openShop();
    await service.stock(40);
    const page = await visit(service, "/console/orders/new");
    await finder(page).fill("Pet");
    await page.getByText("The first 8 pets. Type more to narrow the search.").waitFor();
    expect(await foundPets(page).first().innerText()).toStartWith("Pet 40");
    await page.keyboard.press("Escape");
    expect(await finder(page).inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await finder(page).waitFor({ state: "detached" });
  });

  test("Back leads to where the list was scrolled to", async () => {
    const service = await openShop();
    await service.stock(50);
    const page = await visit(service);
    const scrolled = () => page.evaluate<number>("scrollY");
    await rowLink(page, "Pet 1").scrollIntoViewIfNeeded();
    const before = await scrolled();
    expect(before).toBeGreaterThan(500);
    await link(page, "Orders").click();
    await page.getByText("No open orders").waitFor();
    await page.goBack();
    await rowLink(page, "Pet 1").waitFor();
    await until(async () => Math.abs((await scrolled()) - before) < 5, "the scroll position");
  });
});

describe("what is seen", () => {
  test.each([
    ["phone at least eight pets in two lines", phone, 844 - 50, Number.POSITIVE_INFINITY],
    ["laptop rows of 36 to 56 pixels", {}, 900, 56.5],
  ] as const)("on a %s", async (_, screen, height, rowMax) => {
    const page = await visit(await openShop(..."ABCDEFGHIJKLMNO"), "/console", screen);
    await rowLink(page, "A").waitFor();
    const boxes = "[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().toJSON())";
    const rows = await page.evaluate<readonly DOMRect[]>(boxes);
    expect(rows.filter(({ bottom }) => bottom <= height).length).toBeGreaterThanOrEqual(8);
    expect(rows.filter((row) => row.height < 36 || row.height > rowMax)).toEqual([]);
  });

  test("a row names its status once, and a tap on it asks before anything changes", async () => {
    const service = await openShop("Rex");
    const page = await visit(service, "/console", phone);
    const row = page.getByRole("row", { name: /Rex/ });
    expect(((await row.textContent()) ?? "").match(/Available|Reserved|Sold/g)).toEqual(["Available"]);
    await statusMenu(page, "Rex").tap();
    await page.getByRole("menuitemradio", { name: "Sold" }).waitFor();
    await page.keyboard.press("Escape");
    await statusMenu(page, "Rex", "Available").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ status: "available" }] });
  });

  test("words of category names stay whole at 768 pixels", async () => {
    const service = await openShop("Rex");
    await service.admin.createCategory({ body: { name: "Rabbits and other small mammals" } });
    await service.admin.updatePet({ params: { petId: 1n }, body: { categoryId: 1n } });
    const page = await visit(service, "/console", { viewport: { width: 768, height: 900 } });
    const cell = page.getByRole("cell", { name: "Rabbits and other small mammals" });
    await cell.waitFor();
    const broken = await cell.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      const text = element.querySelector("bdi")?.firstChild;
      return [...(text?.textContent ?? "").matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        range.setStart(text as Node, index);
        range.setEnd(text as Node, index + word.length);
        return range.getClientRects().length > 1;
      }).length;
    });
    expect(broken).toBe(0);
  });

  test("in forced colours, what is chosen and the main action stand out", async () => {
    const page = await visit(await openShop("Rex"), "/console", { forcedColors: "active" });
    await rowLink(page, "Rex").waitFor();
    const look = (selector: string, property: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`);
    expect(await look(".chips [aria-current]", "outlineStyle")).toBe("solid");
    expect(await look(".button.primary", "backgroundColor")).not.toBe(await look("main", "backgroundColor"));
    expect(await look(".views a[aria-current]", "outlineStyle")).toBe("solid");
  });

  test("on paper there are the rows or the pet, and nothing to press", async () => {
    const service = await openShop();
    await openForBusiness(service, [], 8);
    const page = await visit(service, "/console/pets");
    const pressable = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll("nav, form, .tools, .filter-row, .account, input, .primary")].filter((one) => one.checkVisibility()).map((one) => one.outerHTML.slice(0, 80))`,
      );
    await page.getByRole("table").waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await pressable()).toEqual([]);
    await page.emulateMedia({ media: "screen" });
    await page.getByRole("rowheader").getByRole("link").nth(10).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await pressable()).toEqual([]);
  });

  test("a message leaves after ten seconds, and waits while somebody is at it", async () => {
    const page = await visit(await openShop("Rex"));
    await rowLink(page, "Rex").waitFor();
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

test("on a phone, the menu lies above the message that something is not saved", async () => {
  const page = await visit(await openShop("Rex"), "/console/pets/1", phone);
  await edit(page);
  await untilFocused(page, field(page, "Name"));
  await page.keyboard.type("Rexy");
  await page.keyboard.press("Escape");
  await page.getByText("Not saved: Rexy").waitFor();
  await choosePersonal(page, "Sign out");
  await page.getByRole("dialog", { name: "Sign out without saving?" }).waitFor();
});

describe("on a phone, a refused form shows why, above its buttons", () => {
  const requireAbove = async (page: Page, text: string) => {
    const why = await page.locator("form").getByText(text).boundingBox();
    const buttons = await page.locator("form > .buttons").boundingBox();
    if (why === null || buttons === null) throw new Error(`nothing says ${text}`);
    expect(why.y).toBeGreaterThan(0);
    expect(why.y + why.height).toBeLessThanOrEqual(buttons.y);
  };

  test("at a field", async () => {
    const service = await openShop();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    const page = await visit(service, "/console/pets/new", phone);
    await field(page, "Name").waitFor();
    await page.keyboard.type("Rex");
    await page.getByRole("radio", { name: "Dogs" }).press("Space");
    await field(page, "Price").focus();
    await page.keyboard.type("1oo");
    await page.keyboard.press("Enter");
    await untilFocused(page, field(page, "Price"));
    await page.getByText("You entered “1oo”.").waitFor();
    await requireAbove(page, "You entered “1oo”.");
  });

  test("and for the whole form", async () => {
    const service = await openShop();
    await addPet(service.store, rex, 5);
    const page = await visit(service, "/console/orders/new?petId=1", phone);
    await field(page, "Quantity").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("99");
    await page.keyboard.press("Enter");
    await page.getByText("There is not enough stock.").waitFor();
    await requireAbove(page, "There is not enough stock.");
  });
});
