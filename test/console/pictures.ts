/*
 * `npm run screenshots`: the pictures of the console in the README and in the guide for staff, taken in a real browser of a shop in
 * the middle of its business. Look at each before you commit it.
 */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { openService, type TestService } from "../support/harness.ts";
import { openForBusiness } from "./shop.ts";
import { untilStill, views } from "./views.ts";
import { visitConsole } from "./visit.ts";

const FOLDER = join(import.meta.dir, "../../docs/pictures");

/** The largest picture that is worth its download. */
const BYTES_MAX = 150_000;

const laptop = { viewport: { width: 1200, height: 750 } };
const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

/** Each picture, by the name of its file. */
const pictures = {
  // A pet with several changes of its stock, and an open order.
  pets: { path: "/console/pets/5", ...laptop },
  orders: { path: "/console/orders/24", ...laptop },
  today: { path: views.today, ...laptop },
  integrations: { path: views.webhook, ...laptop },
  "pets-phone": { path: views.pets, ...phone },
  "today-phone": { path: views.today, ...phone, colorScheme: "dark" },
} as const;

async function take(browser: Browser, service: TestService, name: keyof typeof pictures): Promise<void> {
  const { path, ...options } = pictures[name];
  await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey });
  const { page } = visit;
  await page.goto(`http://127.0.0.1:${service.port}${path}`);
  await untilStill(page);
  const bytes = await withoutMotion(page);
  if (bytes.length > BYTES_MAX) throw new Error(`${name}.png has ${bytes.length} bytes; at most ${BYTES_MAX}`);
  await Bun.write(join(FOLDER, `${name}.png`), bytes);
  process.stdout.write(`${name}.png: ${Math.round(bytes.length / 1000)} kB\n`);
}

function withoutMotion(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

await using service = await openService();
await service.sql("update api_keys set name = 'front desk' where name = '*'");
await openForBusiness(service, []);
await service.admin.createWebhook({
  body: { url: "https://shop.example/hooks", types: ["order.completed"], description: "Invoices" },
});
await service.admin.updateProfile({
  params: { petId: 5n },
  body: { breed: "Greek tortoise", sex: "female", birthDate: "2021-05", price: { amount: 12500n, currency: "EUR" } },
});
const browser = await launchBrowser(60_000);
try {
  for (const name of Object.keys(pictures) as (keyof typeof pictures)[]) await take(browser, service, name);
} finally {
  await browser.close();
}
