/*
 * `npm run screenshots`: the pictures in the README and in the guides for staff, taken in a real browser of the shop that `petstore demo`
 * makes: the console and the page for visitors. Look at each before you commit it.
 */
import { join } from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import { Petstore } from "../../src/client/index.ts";
import { makeDemo } from "../../src/commands/demo/demo-command.ts";
import { readConfig } from "../../src/service/settings/settings.ts";
import { launchBrowser } from "../support/browser.ts";
import { emptyFolder } from "../support/folder.ts";
import { openService } from "../support/harness.ts";
import { untilStill, views } from "./views.ts";
import { signIn } from "./visit.ts";

const FOLDER = join(import.meta.dir, "../../docs/pictures");

/** The largest picture that is worth its download. */
const BYTES_MAX = 150_000;

const SHOP = {
  shopName: "Riverside Shelter",
  shopKind: "shelter",
  shopAbout: "Come by, take your time, go for a walk together.",
  shopAddress: "4 Mill Lane, Riverside",
  shopHours: "Tuesday to Sunday, 11:00 to 17:00",
  shopContact: "mailto:hello@riverside.example",
} as const;

const laptop = { viewport: { width: 1200, height: 750 } };
const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

using folder = emptyFolder();
const url = `sqlite://${folder.path}/demo.db`;
const [key = ""] = await makeDemo(readConfig({}, { DATABASE_URL: url }));
const database = { url, sql: async () => {}, dump: async () => ({}), rows: async () => [] };
await using service = await openService({}, { ...database, async [Symbol.asyncDispose]() {} }, SHOP);
service.now = Date.now();
const origin = `http://127.0.0.1:${service.port}`;
const owner = new Petstore({ baseUrl: `${origin}/v1`, apiKey: key });
await owner.webhooks.create({
  url: "https://shop.example/hooks",
  types: ["order.completed"],
  description: "Invoices",
});
const [pet] = (await owner.pets.list({ q: "Rex", limit: 1 })).items;
const [order] = (await owner.orders.list({ complete: false, limit: 1 })).items;

/** Each picture, by the name of its file. */
const pictures: Readonly<Record<string, BrowserContextOptions & { readonly path: string }>> = {
  pets: { path: `/console/pets/${pet?.id}`, ...laptop },
  orders: { path: `/console/orders/${order?.id}`, ...laptop },
  today: { path: views.today, ...laptop },
  integrations: { path: views.webhook, ...laptop },
  "pets-phone": { path: views.pets, ...phone },
  "today-phone": { path: views.today, ...phone, colorScheme: "dark" },
  visitors: { path: "/", ...laptop },
};

const browser = await launchBrowser(60_000);
try {
  for (const [name, { path, ...options }] of Object.entries(pictures)) {
    const page = await browser.newPage({ locale: "en-GB", ...options });
    await page.goto(`${origin}${path}`);
    if (path.startsWith("/console")) {
      await signIn(page, key);
      await untilStill(page);
    }
    // As on a second visit, when the browser has the font.
    await page.reload();
    if (path.startsWith("/console")) await untilStill(page);
    await page.waitForFunction("[...document.images].every((image) => image.complete || image.loading === 'lazy')");
    const shot = await page.screenshot({ animations: "disabled", caret: "hide" });
    const bytes = await new Bun.Image(shot).webp({ quality: 90 }).bytes();
    if (bytes.length > BYTES_MAX) throw new Error(`${name}.webp has ${bytes.length} bytes; at most ${BYTES_MAX}`);
    await Bun.write(join(FOLDER, `${name}.webp`), bytes);
    process.stdout.write(`${name}.webp: ${Math.round(bytes.length / 1000)} kB\n`);
    await page.close();
  }
} finally {
  await browser.close();
}
