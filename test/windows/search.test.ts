/* The search for everything, over the page. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { field, panel, region, rowLink, sheet, untilNames } from "../console/page.ts";
import { bodyOf, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { visit } from "./page.ts";

setDefaultTimeout(60_000);

/** A shop in which Beatriz has reserved Pixie, and Rex is a beagle. */
async function openWithBeatriz(): Promise<TestService> {
  const service = await openShop("Pixie", "Rex", "Mia");
  await reserveForBeatriz(service);
  return service;
}

async function reserveForBeatriz({ admin }: TestService): Promise<void> {
  const customer = { name: "Beatriz Moreno", contact: "0171 555 01 87" };
  await bodyOf(admin.placeOrder({ body: { petId: 1n, customer } }));
  await bodyOf(admin.updateProfile({ params: { petId: 2n }, body: { breed: "Beagle", tags: ["calm"] } }));
}

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Search" });

/** What is found, each as one line, and the titles above it. */
async function linesFound(page: Page): Promise<readonly string[]> {
  const lines = await dialog(page).getByRole("listbox").locator("> *").allInnerTexts();
  return lines.map((text) => text.replace(/\s*\n\s*/g, " | "));
}

async function open(page: Page, typed = ""): Promise<void> {
  await page.keyboard.press("Control+k");
  await dialog(page).getByRole("combobox").waitFor();
  await page.keyboard.type(typed);
}

const option = (page: Page, name: RegExp): Locator => dialog(page).getByRole("option", { name }).first();

describe("the search", () => {
  test("has groups: pets by any of their words, customers with their contact, and their open orders", async () => {
    const page = await visit(await openWithBeatriz());
    await rowLink(page, "Rex").waitFor();
    await open(page, "bea");
    await option(page, /^Beatriz Moreno/).waitFor();
    expect(await linesFound(page)).toEqual([
      "Pets",
      "Rex | Beagle | Reserve: Ctrl Enter",
      "Customers",
      "BBeatriz Moreno | 0171 555 01 87 · Pixie",
      "Orders",
      "Order 1 | Pixie for Beatriz Moreno",
    ]);
    expect(await dialog(page).locator("u").allInnerTexts()).toEqual(["Bea", "Bea", "Bea"]);
  });

  test("reserves the pet with Ctrl Enter, and opens it with Enter", async () => {
    const page = await visit(await openWithBeatriz());
    await rowLink(page, "Rex").waitFor();
    await open(page, "beagle");
    await option(page, /^Rex/).waitFor();
    await page.keyboard.press("Control+Enter");
    await field(page, "For whom").waitFor();
    await sheet(page).getByText("Beagle").waitFor();
    await page.keyboard.press("Escape");
    await open(page, "beagle");
    await option(page, /^Rex/).waitFor();
    await page.keyboard.press("Enter");
    await region(page, "Rex").waitFor();
  });

  test("leads from a customer to all their orders", async () => {
    const service = await openWithBeatriz();
    await service.admin.completeOrder({ params: { orderId: 1n } });
    const page = await visit(service);
    await rowLink(page, "Rex").waitFor();
    await open(page, "@mor");
    await option(page, /^Beatriz/).waitFor();
    await page.keyboard.press("Enter");
    await untilNames(page, "Pixie Order 1");
  });

  test("begins with what was opened last, and narrows down to actions and to a tag", async () => {
    const page = await visit(await openWithBeatriz());
    await rowLink(page, "Mia").waitFor();
    await open(page);
    await page.keyboard.press("Escape");
    await rowLink(page, "Mia").click();
    await region(page, "Mia").waitFor();
    await open(page);
    await option(page, /^Mia/).waitFor();
    expect((await linesFound(page)).slice(0, 2)).toEqual(["Recent", expect.stringMatching(/^Mia/)]);
    await page.keyboard.type(">add");
    await option(page, /^Add pet/).waitFor();
    expect((await linesFound(page))[0]).toBe("Do");
    await page.keyboard.press("Escape");
    await page.keyboard.type("#calm");
    await option(page, /^Pets tagged “calm”/).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Pets tagged “calm”").waitFor();
    await panel(page).waitFor({ state: "detached" });
  });

  test("shows a key that may not read orders neither customers nor orders", async () => {
    const service = await openShop("Pixie", "Rex", "Mia");
    const { key } = await service.as(["pets:read"]);
    await reserveForBeatriz(service);
    const page = await visit(service, "/console/pets", { key });
    await rowLink(page, "Rex").waitFor();
    await open(page, "bea");
    await option(page, /^Rex/).waitFor();
    expect(await linesFound(page)).toEqual(["Pets", "Rex | Beagle"]);
  });
});
