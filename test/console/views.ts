import type { Page } from "playwright-core";

/** Every view, with and without its panel, as it is in a shop that is open for business. */
export const views = {
  pets: "/console/pets",
  "pets-sold": "/console/pets?status=sold",
  "pet-panel": "/console/pets/1",
  "pet-new": "/console/pets/new",
  orders: "/console/orders",
  "order-panel": "/console/orders/1",
  "order-new": "/console/orders/new",
  categories: "/console/categories",
  "category-panel": "/console/categories/1",
  today: "/console/today",
  people: "/console/people",
  invite: "/console/people/new",
  "key-new": "/console/people/machine",
  integrations: "/console/integrations",
  webhook: "/console/integrations/1",
  "webhook-new": "/console/integrations/new",
  imports: "/console/imports",
  care: "/console/care",
  reports: "/console/reports",
  closing: `/console/reports?day=${new Date().toISOString().slice(0, 10)}`,
} as const;

/** Waits until nothing is being loaded. */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.locator("main").waitFor();
  const waiting = page.locator("main :is(.skeleton, [aria-busy=true])");
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: "detached" });
}
