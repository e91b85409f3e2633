/*
 * `npm run screenshots`: the pictures in the README and in the guide for staff, taken in a real browser: the console of a shop in the
 * middle of its business, and the page for visitors. Look at each before you commit it.
 */
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { openService, type TestService } from "../support/harness.ts";
import { type DrawnPet, draw } from "./drawn-pets.ts";
import { openForBusiness } from "./shop.ts";
import { untilStill, views } from "./views.ts";
import { signIn } from "./visit.ts";

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
  const page = await browser.newPage({ locale: "en-GB", ...options });
  await page.goto(`http://127.0.0.1:${service.port}${path}`);
  await signIn(page, service.adminKey);
  await untilStill(page);
  await keep(name, page);
  await page.close();
}

async function keep(name: string, page: Page): Promise<void> {
  const bytes = await page.screenshot({ animations: "disabled", caret: "hide" });
  if (bytes.length > BYTES_MAX) throw new Error(`${name}.png has ${bytes.length} bytes; at most ${BYTES_MAX}`);
  await Bun.write(join(FOLDER, `${name}.png`), bytes);
  process.stdout.write(`${name}.png: ${Math.round(bytes.length / 1000)} kB\n`);
}

/** The pets on the page for visitors, the newest last. */
const published = [
  {
    name: "Flocke",
    kind: "rabbit",
    coat: "#b5aea4",
    behind: "#c98a5e",
    breed: "Lop-eared rabbit",
    born: "2025-11",
    tags: ["calm"],
  },
  {
    name: "Sam",
    kind: "dog",
    coat: "#e4dccf",
    behind: "#4c5a78",
    breed: "Border collie",
    born: "2022-06",
    tags: ["needs a job"],
  },
  {
    name: "Mia",
    kind: "cat",
    coat: "#7a5640",
    behind: "#9db7cb",
    breed: "Maine Coon",
    born: "2026-01",
    tags: ["good with children"],
  },
  {
    name: "Balu",
    kind: "dog",
    coat: "#d8a878",
    behind: "#8ba884",
    breed: "Labrador mix",
    born: "2024",
    tags: ["loves walks"],
  },
] as const satisfies readonly (DrawnPet &
  Record<"name" | "breed" | "born", string> & { readonly tags: readonly string[] })[];

async function takeShopWindow(browser: Browser): Promise<void> {
  const shopText = "Come by, take your time, go for a walk together.";
  await using service = await openService({}, undefined, {
    shopName: "Riverside Shelter",
    shopContact: "tel:+492215550142",
    shopHours: "Tue to Sun, 10:00 to 18:00",
    shopAddress: "Rheinufer 12, Cologne",
    shopText,
  });
  service.now = Date.now();
  const { admin } = service;
  const kinds = [...new Set(published.map(({ kind }) => kind))];
  for (const kind of kinds)
    await admin.createCategory({ body: { name: `${kind[0]?.toUpperCase()}${kind.slice(1)}s` } });
  const page = await browser.newPage();
  for (const [nth, { name, kind, breed, born, tags, ...colours }] of published.entries()) {
    const profile = {
      breed,
      birthDate: born,
      sex: nth % 2 === 0 ? ("female" as const) : ("male" as const),
      tags: [...tags],
    };
    await admin.createPet({ body: { name, categoryId: BigInt(kinds.indexOf(kind) + 1), profile } });
    const bytes = new Uint8Array(await draw(page, { kind, ...colours }));
    await admin.addPhoto({
      params: { petId: BigInt(nth + 1) },
      query: {},
      file: new Blob([bytes], { type: "image/jpeg" }),
    });
  }
  await page.setViewportSize({ width: 1200, height: 820 });
  await page.goto(`http://127.0.0.1:${service.port}/`, { waitUntil: "networkidle" });
  // The font is there at the second visit.
  await page.reload({ waitUntil: "networkidle" });
  await keep("visitors", page);
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
  await takeShopWindow(browser);
} finally {
  await browser.close();
}
