/* The stock and the history in the panel of a pet, as tests use them. */
import type { Locator, Page } from "playwright-core";

export const stock = (page: Page): Locator => page.getByRole("region", { name: "Stock" });
export const history = (page: Page): Locator => page.getByRole("region", { name: "History" });

/** How many there are. */
export function stockShown(page: Page): Locator {
  return stock(page).locator("strong");
}

/** The entries of the history, the newest first. */
export function historyEntries(page: Page): Locator {
  return history(page).locator(".timeline > li");
}

/** Waits until the panel shows this stock. */
export function untilStock(page: Page, quantity: string): Promise<void> {
  return stockShown(page)
    .filter({ hasText: new RegExp(`^${quantity}$`) })
    .waitFor();
}

/** Opens what is behind the number of animals: one animal has none to change. */
export async function openStock(page: Page): Promise<void> {
  await stock(page).locator("summary").click();
}

/** Shows the history from the beginning, with its plot. */
export async function openHistory(page: Page): Promise<void> {
  await history(page).getByRole("button", { name: "Show the whole history" }).click();
}
