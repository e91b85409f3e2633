/* The categories view, as tests use it. */
import type { Locator, Page } from "playwright-core";
import { until } from "../support/program.ts";

export const table = (page: Page): Locator => page.getByRole("table", { name: "Categories" });

/** The names in the list, from top to bottom. */
export function namesShown(page: Page): Promise<string[]> {
  return table(page).getByRole("rowheader").allTextContents();
}

export function untilNames(page: Page, ...names: string[]): Promise<void> {
  return until(async () => (await namesShown(page)).join() === names.join(), names.join());
}
