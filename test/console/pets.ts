/* The pets view, as tests use it. */
import type { Locator, Page } from "playwright-core";
import { until } from "../support/program.ts";
import { button, field, panel } from "./page.ts";

/** The chip with the status of a pet, in the list or in the panel. */
export function statusMenu(within: Page | Locator, name: string, status = ""): Locator {
  const list = "goto" in within ? within.locator(".list") : within;
  return list.getByRole("button", { name: `State of ${name}: ${status}`, exact: status !== "" });
}

/** Changes a status with the menu of its chip. */
export async function setStatus(within: Page | Locator, name: string, status: string): Promise<void> {
  await statusMenu(within, name).click();
  await within.getByRole("menuitemradio", { name: status }).click();
}

/** Opens the form of the pet in the panel, if it is not open. */
export async function edit(page: Page): Promise<void> {
  const open = button(panel(page), "Edit");
  await open.or(field(page, "Name")).first().waitFor();
  if (await open.isVisible()) await open.click();
}

/** Waits until the form of the pet in the panel, which is opened for it, has this name. */
export async function untilName(page: Page, name: string): Promise<void> {
  await edit(page);
  await until(async () => (await field(page, "Name").inputValue()) === name, `the name ${name}`);
}

/** Whether the list is out of reach, as behind an open panel on a phone. */
export function isListInert(page: Page): Promise<boolean> {
  return page.locator(".list").evaluate((list) => "inert" in list && Boolean(list.inert));
}

/** The photos in the list; a drawing is none. */
export function photosInList(page: Page): Locator {
  return page.locator(".list .results img");
}

/** The line below the name in the panel: breed, sex and age. */
export function lineInPanel(page: Page): Locator {
  return panel(page).locator(".pet-line");
}

/** Narrows the list to a status with the menu of filters. */
export async function filterBy(page: Page, status: string, set = 0): Promise<void> {
  await button(page, `Filter ${set}`).click();
  await page.getByRole("menuitemradio", { name: status }).click();
}

/** A kind to choose for a pet. */
export const kind = (page: Page, name: string): Locator => panel(page).getByRole("radio", { name, exact: true });
