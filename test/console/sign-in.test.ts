import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { openService } from "../harness.ts";
import { axeFindings, shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

describe("signing in", () => {
  test("a valid key opens the console, and signing out forgets it", async () => {
    await using service = await openService();
    await using visit = await visitConsole(browser, service);
    const { page } = visit;
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "sign-in");
    await page.getByLabel("API key").fill(service.adminKey);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Pets" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Pets" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await shoot(page, "shell");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(
      service.adminKey,
    );
  });
});
