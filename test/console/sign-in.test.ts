import { describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { SHOP_HOST } from "../support/browser.ts";
import { addPet, NOON, openService, type TestService } from "../support/harness.ts";
import { sharedBrowser } from "./browser.ts";
import { edit, petLink, setStatus } from "./pets.ts";
import { axeFindings, shoot, signIn, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

const browser = await sharedBrowser();

/** Everything that the browser keeps for the page. */
function kept(page: Page): Promise<string> {
  return page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
}

/** Revokes a key; the service notices within a second. */
async function revoke(service: TestService, id: string): Promise<void> {
  await service.store.transaction(({ keys }) => keys.revoke(id, NOON));
  service.now += 1000;
}

describe("signing in", () => {
  test("a valid key opens the console, and signing out forgets it", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "sign-in");
    await signIn(page, service.adminKey);
    await page.getByRole("heading", { name: "Pets" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Pets" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await kept(page)).not.toContain(service.adminKey);
  });

  test("the next person cannot undo what the one before has done", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    await setStatus(page, "Rex", "Sold");
    await page.getByRole("button", { name: "Undo" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn(page, service.adminKey);
    await petLink(page, "Rex").waitFor();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  });

  test("a key that the service refuses stays in the field, with the reason", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Enter an API key.").first().waitFor();
    await page.getByLabel("API key").fill("pets_live_mistyped");
    await page.getByLabel("API key").press("Enter");
    await page.getByText("The service does not accept this key.").first().waitFor();
    expect(await page.getByLabel("API key").inputValue()).toBe("pets_live_mistyped");
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "sign-in-refused");
  });

  test("the key is gone with the tab, unless the device is to remember it", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { key: service.adminKey });
    const { page } = visit;
    const again = await page.context().newPage();
    await again.goto(page.url());
    await again.getByRole("heading", { name: "Sign in" }).waitFor();
    await again.getByLabel("Remember on this device").check();
    await signIn(again, service.adminKey);
    const third = await page.context().newPage();
    await third.goto(page.url());
    await third.getByRole("heading", { name: "Pets" }).waitFor();
    await third.getByRole("button", { name: "Sign out" }).click();
    expect(await third.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(service.adminKey);
  });

  test("signing out of a remembered key signs the other tabs out, except those with a key of their own", async () => {
    await using service = await openService();
    await addPet(service.store);
    await using visit = await visitConsole(browser, service, { key: service.adminKey, path: "/console/pets" });
    const { page } = visit;
    const [first, second] = [await page.context().newPage(), await page.context().newPage()];
    await first.goto(page.url());
    await first.getByLabel("Remember on this device").check();
    await signIn(first, service.adminKey);
    await second.goto(new URL("/console/pets/1", page.url()).href);
    await edit(second);
    await second.getByLabel("Name", { exact: true }).fill("only for me");
    await first.getByRole("button", { name: "Sign out" }).click();
    await second.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await kept(second)).not.toContain("only for me");
    await petLink(page, "Rex").click();
    await page.getByRole("region", { name: "Rex" }).waitFor();
  });

  test("a stored key of another shape is as none", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    for (const stored of ["{}", "null", "no JSON", '{"apiKey":"pets_live_x","key":{}}']) {
      await page.evaluate(`sessionStorage.setItem("petstore-key", ${JSON.stringify(stored)})`);
      await page.reload();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    }
    await signIn(page, service.adminKey);
  });

  test("works over plain HTTP in the shop's network", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { host: SHOP_HOST, key: service.adminKey });
    const { page } = visit;
    expect(await page.evaluate("[isSecureContext, typeof crypto.randomUUID]")).toEqual([false, "undefined"]);
    await page.getByRole("link", { name: "Add pet" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Rex");
    await page.getByLabel("Category", { exact: true }).fill("7");
    await page.getByRole("button", { name: "Add pet" }).click();
    await page.getByText("Added Rex").waitFor();
  });

  test("German is chosen once for the device", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service, { locale: "de-AT", path: "/console/pets" });
    const { page } = visit;
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await page.getByLabel("Sprache").selectOption("English");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });
});

describe("a key with few rights", () => {
  test("that may only read is offered no changes", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key } = await service.as(["pets:read"]);
    await using visit = await visitConsole(browser, service, { key });
    const { page } = visit;
    await page.getByRole("link", { name: "Rex" }).click();
    const panel = page.getByRole("region", { name: "Rex" });
    await panel.locator(".chip", { hasText: "Available" }).waitFor();
    await shoot(page, "read-only");
    expect(await page.getByRole("button", { name: /Status|Edit|Save|Delete/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Add pet" }).count()).toBe(0);
    expect(await page.getByRole("navigation", { name: "Views" }).getByRole("link").allTextContents()).toEqual(["Pets"]);
    expect(await axeFindings(page)).toEqual([]);
  });

  test("that has no right to the first view begins with another, and says what a view needs", async () => {
    await using service = await openService();
    const { key } = await service.as(["categories:read"]);
    await using visit = await visitConsole(browser, service, { key });
    const { page } = visit;
    await page.getByRole("heading", { name: "Categories" }).waitFor();
    await page.goto(page.url().replace("categories", "pets"));
    await page.getByText("It needs the scope pets:read.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "forbidden");
  });
});

describe("a key that stops working", () => {
  test("brings the sign-in over the page, and nothing typed is lost", async () => {
    await using service = await openService();
    await addPet(service.store);
    const { key, id } = await service.as(["pets:read", "pets:write"]);
    await using visit = await visitConsole(browser, service, { key, path: "/console/pets/1" });
    const { page } = visit;
    await edit(page);
    await page.getByLabel("Name", { exact: true }).fill("Rexy");
    await page.getByLabel("Note").fill("typo");
    await revoke(service, id);
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await dialog.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "sign-in-again");
    await page.keyboard.press("Escape");
    await signIn(page, service.adminKey);
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Note").inputValue()).toBe("typo");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved Rexy").waitFor();
    expect(await service.admin.listPets()).toMatchObject({ body: [{ name: "Rexy" }] });
  });

  test("gives its rights back: another key sees only what it may", async () => {
    await using service = await openService();
    await addPet(service.store);
    const strong = await service.as(["pets:read", "pets:write", "categories:read"]);
    const weak = await service.as(["pets:read"]);
    await using visit = await visitConsole(browser, service, { key: strong.key });
    const { page } = visit;
    await page.getByRole("link", { name: "Add pet" }).waitFor();
    await revoke(service, strong.id);
    await page.reload();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await signIn(page, weak.key);
    await page.getByRole("link", { name: "Add pet" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Rex" }).waitFor();
  });
});
