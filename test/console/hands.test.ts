/* Quick hands and every way to use the console: keys, touch, several rows at once, paper, and colours of one's choice. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { addPet, rex } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { openShop } from "../support/shops.ts";
import { button, field, hold, link, panel, phone, region, rowLink, untilFocused } from "./page.ts";
import { edit } from "./pets.ts";
import { openForBusiness } from "./shop.ts";
import { visit } from "./visit.ts";

setDefaultTimeout(60_000);

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
  await page.keyboard.press("Escape");
  await page.keyboard.press("k");
  await page.keyboard.press("?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await region(page, "Rex").waitFor();
});

describe("finding", () => {
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
});

describe("on a phone, a refused form shows why, above its buttons", () => {
  const requireAbove = async (page: Page, text: string) => {
    const why = await page.locator("form").getByText(text).first().boundingBox();
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
    await page.getByText("There is not enough stock.").first().waitFor();
    await requireAbove(page, "There is not enough stock.");
  });
});

test("on a phone, a conflict is in sight, with its field focused and its buttons whole", async () => {
  const service = await openShop("Rex");
  const page = await visit(service, "/console/pets/1", phone);
  await edit(page);
  await field(page, "Breed").fill("Beagle");
  await service.admin.updateProfile({ params: { petId: 1n }, body: { breed: "Boxer" } });
  await button(page, "Save").click();
  await page.getByText("someone else changed it to “Boxer”. You entered “Beagle”.").waitFor();
  await untilFocused(page, field(page, "Breed"));
  for (const text of ["Keep “Boxer”", "Use “Beagle”"]) {
    const isWhole = await button(page, text).evaluate((element) => {
      const box = element.getBoundingClientRect();
      const around = element.closest(".notice")?.getBoundingClientRect();
      if (around === undefined) return false;
      return box.left >= around.left && box.right <= around.right && box.top >= 0 && box.bottom <= innerHeight;
    });
    expect([text, isWhole]).toEqual([text, true]);
  }
});
