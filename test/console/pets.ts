/* What tests do in the pets view. */
import type { Locator, Page } from "playwright-core";
import { until } from "../program.ts";

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

/** A field in the panel. */
export function field(page: Page, label: string): Locator {
  return page.locator(".side-panel").getByLabel(label, { exact: true });
}

/** Holds the next change of what is at an address until it is released. */
export async function holdSave(page: Page, address: string) {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (route.request().method() === "PATCH") {
      arrived.resolve();
      await released.promise;
    }
    await route.continue();
  });
  return { arrived: arrived.promise, release: () => released.resolve() };
}

/** Waits until the form in the panel has this name. */
export function untilName(page: Page, name: string): Promise<void> {
  return until(async () => (await field(page, "Name").inputValue()) === name, `the name ${name}`);
}
