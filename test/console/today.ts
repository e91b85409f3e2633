/* The view of today, as tests use it. */
import type { Locator, Page } from "playwright-core";
import { region } from "./page.ts";

export const feed = (page: Page): Locator => page.getByRole("region", { name: "Live activity" });

/** A figure with what it counts. */
export const card = (page: Page, name: string): Locator => region(page, name);

/** The figure alone. */
export const figure = (page: Page, name: string): Locator => card(page, name).locator(".figure");
