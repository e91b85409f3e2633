/* What tests do in the pets view. */
import type { Locator, Page } from "playwright-core";

/** The name of a pet in the list, which opens it. */
export function petLink(page: Page, name: string): Locator {
  return page.getByRole("table", { name: "Pets" }).getByRole("link", { name, exact: true });
}

/** The names in the list, from top to bottom. */
export function namesShown(page: Page): Promise<string[]> {
  return page.getByRole("table", { name: "Pets" }).getByRole("rowheader").allTextContents();
}

/** The status of a pet in the list. */
export function statusSwitch(page: Page, name: string): Locator {
  return page.getByRole("table", { name: "Pets" }).getByRole("group", { name: `Status of ${name}` });
}

/** Changes a status in the list. */
export function setStatus(page: Page, name: string, status: string): Promise<void> {
  return statusSwitch(page, name).getByRole("button", { name: status }).click();
}
