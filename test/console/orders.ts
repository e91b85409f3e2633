/* The orders view and its form, as tests use them. */
import type { Locator, Page } from "playwright-core";
import { panel } from "./page.ts";

const table = (page: Page) => page.getByRole("table", { name: "Orders" });

/** The search for the pets of a new order. */
export function finder(page: Page): Locator {
  return page.getByRole("combobox", { name: /^(?:Find the pet by name|Add another)/ });
}

/** The pets that it has found, or those with a text. */
export function foundPets(page: Page, hasText = ""): Locator {
  return page.locator(".finder [role=option]", { hasText });
}

/** The pet that is chosen. */
export function chosenPet(page: Page, name: string): Locator {
  return page.locator(".chosen-pet", { hasText: name });
}

/** The row of an order. */
export function orderRow(page: Page, order: number): Locator {
  return table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: new RegExp(` Order ${order}$`) }) });
}

/** Hands over the pet of the order in the panel. */
export async function handOver(page: Page): Promise<void> {
  await panel(page)
    .getByRole("button", { name: /^Hand over/ })
    .click();
}

/** Cancels the order in the panel. */
export async function cancelOrder(page: Page): Promise<void> {
  await panel(page).getByRole("button", { name: "Other actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel order" }).click();
}

/** Whom the order in the panel is for. */
export function customer(page: Page): Locator {
  return page.getByRole("region", { name: "Customer" });
}

/** What the panel of an order says under a name. */
export function orderFact(page: Page, name: string): Locator {
  return panel(page)
    .locator("dt", { hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd[1]");
}

/** What the page says that an action changes, in the words that a screen reader reads. */
export async function effectShown(page: Page): Promise<readonly string[]> {
  const effect = page.getByLabel("What changes").getByRole("definition");
  await effect.first().waitFor();
  return (await effect.allTextContents()).map((text) => text.replace(/\s*→\s*/, " "));
}
