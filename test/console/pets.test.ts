import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { addPet, openService } from "../harness.ts";
import { axeFindings, shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(60_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

function row(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

function statusOf(page: Page, name: string): Locator {
  return page.getByRole("group", { name: `Status of ${name}` }).first();
}

describe("pets", () => {
  test("look", async () => {
    await using service = await openService();
    await service.admin.createCategory({ body: { name: "Dogs" } });
    await addPet(service.store, { name: "Rex", categoryId: 1n, status: "available" });
    await addPet(service.store, { name: "Mia", categoryId: 7n, status: "sold" });
    await addPet(service.store, { name: "Biscuit", categoryId: 7n, status: "pending" });
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1280, 390]) {
        await using visit = await visitConsole(browser, service, {
          key: service.adminKey,
          viewport: { width, height: 844 },
          colorScheme,
        });
        const { page } = visit;
        await row(page, "Rex").waitFor();
        await shoot(page, `pets-${width}-${colorScheme}`);
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole("link", { name: "Rex" }).click();
        await page.getByRole("button", { name: "Save" }).waitFor();
        await shoot(page, `pet-${width}-${colorScheme}`);
        expect(await axeFindings(page)).toEqual([]);
        await page.getByRole("button", { name: "Close" }).click();
        await statusOf(page, "Rex").getByRole("button", { name: "Pending" }).click();
        await page.getByRole("button", { name: "Undo" }).click();
        await page.getByText("Rex is back to Available").waitFor();
        await shoot(page, `undone-${width}-${colorScheme}`);
      }
  });
});
