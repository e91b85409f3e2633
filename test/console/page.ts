/* What every view has, as tests use it. */
import type { Locator, Page } from "playwright-core";

type Within = Page | Locator;

export const button = (within: Within, name: string | RegExp): Locator =>
  within.getByRole("button", { name, exact: true });
export const link = (within: Within, name: string): Locator => within.getByRole("link", { name, exact: true });

/** A part of the page with a name. */
export const region = (within: Within, name: string): Locator => within.getByRole("region", { name, exact: true });

/** The panel beside the list. */
export function panel(page: Page): Locator {
  return page.locator(".side-panel");
}

/** A field in the panel. */
export function field(page: Page, label: string): Locator {
  return panel(page).getByLabel(label, { exact: true });
}

/** Waits until something has the focus. */
export function untilFocused(page: Page, target: Locator): Promise<void> {
  return target.and(page.locator(":focus")).waitFor();
}

/** What the service said about a form, which a click opens. */
export function detailsOfForm(page: Page): Locator {
  return page.locator("form").getByText("Details");
}

/** The field for a key on the page before the sign-in. */
export function keyField(page: Page): Locator {
  return page.locator("input[type=password]");
}

/** The views on a phone: those with room in the bar, and the button for the others. */
export function tabs(page: Page): Locator {
  return page.locator("nav.views > a:visible, nav.views > .menu > button");
}

/** The fields for files, of which the browser shows only labels. */
export function fileFields(page: Page): Locator {
  return page.locator("input[type=file]");
}

/** What is shown while something loads. */
export function skeleton(within: Within): Locator {
  return within.locator(".skeleton").first();
}
