import { expect } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { phone } from "./page.ts";
import { requireAccessible } from "./visit.ts";

/** A light laptop and a dark phone: colours do not depend on the size. */
export const screens: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: "laptop", options: { viewport: { width: 1440, height: 900 }, colorScheme: "light" } },
  { name: "phone", options: { ...phone, colorScheme: "dark" } },
];

/** Requires that the page is accessible and no wider than the screen, in English and in German. */
export async function requireRoom(page: Page): Promise<void> {
  for (const language of ["de", "en"]) {
    // Another window of this browser chooses it: the menu is out of reach below a dialog.
    await page.evaluate(`localStorage.setItem("petstore-language", "${language}")`);
    await page.evaluate(
      `dispatchEvent(new StorageEvent("storage", { key: "petstore-language", storageArea: localStorage }))`,
    );
    await page.locator(`html[lang=${language}]`).waitFor();
    await requireAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  }
}
