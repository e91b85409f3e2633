import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { button, choosePersonal, field, keyField, link, region, rowLink, untilFocused } from "../console/page.ts";
import { edit, setStatus } from "../console/pets.ts";
import { NOON, type TestService } from "../support/harness.ts";
import { openShop } from "../support/shops.ts";
import { openPage, signIn, visit } from "./page.ts";

setDefaultTimeout(60_000);

/** Everything that the browser keeps for the page. */
function kept(page: Page): Promise<string> {
  return page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
}

/** Revokes a key; the service notices within a second. */
async function revoke(service: TestService, id: string): Promise<void> {
  await service.store.transaction(({ keys }) => keys.revoke(id, NOON));
  service.now += 1000;
}

const signInForm = (page: Page) => page.getByRole("heading", { name: "Sign in" });

/** Another window of the same browser. */
async function openWindow(page: Page, path = "/console/pets"): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(new URL(path, page.url()).href);
  return other;
}

describe("signing in", () => {
  test("a valid key opens the console, and signing out forgets it and what could be undone", async () => {
    const service = await openShop("Rex");
    const page = await openPage(service);
    await untilFocused(page, keyField(page));
    await signIn(page, service.adminKey);
    await rowLink(page, "Rex").waitFor();
    await page.reload();
    await setStatus(page, "Rex", "Sold");
    await button(page, "Undo").waitFor();
    await choosePersonal(page, "Sign out");
    await signInForm(page).waitFor();
    expect(await kept(page)).not.toContain(service.adminKey);
    await signIn(page, service.adminKey);
    await rowLink(page, "Rex").waitFor();
    expect(await button(page, "Undo").count()).toBe(0);
  });

  test.each(["pets_live_mistyped", "schlüssel"])("%s, which the service refuses, stays in the field", async (key) => {
    const page = await openPage(await openShop());
    await button(page, "Sign in").click();
    await page.getByText("Enter an API key.").first().waitFor();
    await keyField(page).fill(key);
    await keyField(page).press("Enter");
    await page.getByText("The service does not accept this key.").first().waitFor();
    expect(await keyField(page).inputValue()).toBe(key);
  });

  test("the key is gone with the tab, unless the device is to remember it", async () => {
    const service = await openShop();
    const page = await visit(service);
    const again = await openWindow(page);
    await signInForm(again).waitFor();
    await again.getByLabel("Remember on this device").check();
    await signIn(again, service.adminKey);
    const third = await openWindow(page);
    await third.getByRole("heading", { name: "Pets" }).waitFor();
    await choosePersonal(third, "Sign out");
    await signInForm(third).waitFor();
    expect(await third.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(service.adminKey);
  });

  test("signing out of a remembered key signs the other tabs out, except those with a key of their own", async () => {
    const service = await openShop("Rex");
    const page = await visit(service);
    const first = await openWindow(page);
    await first.getByLabel("Remember on this device").check();
    await signIn(first, service.adminKey);
    const second = await openWindow(page, "/console/pets/1");
    await edit(second);
    await field(second, "Name").fill("only for me");
    await choosePersonal(first, "Sign out");
    await signInForm(second).waitFor();
    expect(await kept(second)).not.toContain("only for me");
    await rowLink(page, "Rex").click();
    await region(page, "Rex").waitFor();
  });

  test("a stored key of another shape is as none", async () => {
    const service = await openShop();
    const page = await openPage(service);
    for (const stored of ["{}", "null", "no JSON", '{"apiKey":"pets_live_x","key":{}}']) {
      await page.evaluate(`sessionStorage.setItem("petstore-key", ${JSON.stringify(stored)})`);
      await page.reload();
      await signInForm(page).waitFor();
    }
    await signIn(page, service.adminKey);
  });

  test("German is chosen once for the device", async () => {
    const page = await openPage(await openShop(), "/console/pets", { locale: "de-AT" });
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await page.getByLabel("Sprache").selectOption("English");
    await signInForm(page).waitFor();
    await page.reload();
    await signInForm(page).waitFor();
  });
});

describe("a key that stops working", () => {
  test("brings the sign-in over the page, and nothing typed is lost", async () => {
    const service = await openShop("Rex");
    const { key, id } = await service.as(["pets:read", "pets:write"]);
    const page = await visit(service, "/console/pets/1", { key });
    await edit(page);
    await field(page, "Name").fill("Rexy");
    await field(page, "Note").fill("typo");
    await revoke(service, id);
    await button(page, "Save").click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await signIn(page, service.adminKey);
    await dialog.waitFor({ state: "detached" });
    expect(await field(page, "Note").inputValue()).toBe("typo");
    await button(page, "Save").click();
    await page.getByText("Saved Rexy").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexy" }] });
  });

  test("gives its rights back: another key sees only what it may", async () => {
    const service = await openShop("Rex");
    const strong = await service.as(["pets:read", "pets:write", "categories:read"]);
    const weak = await service.as(["pets:read"]);
    const page = await visit(service, "/console", { key: strong.key });
    await link(page, "Add pet").waitFor();
    await revoke(service, strong.id);
    await page.reload();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await signIn(page, weak.key);
    await link(page, "Add pet").waitFor({ state: "detached" });
    await rowLink(page, "Rex").waitFor();
  });
});
