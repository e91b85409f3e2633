/*
 * Screenshots of every view, for a person to look at: on a laptop and a phone, light and dark, of an empty shop, a busy one, one
 * with a million pets, a failing server and a key that may only read. `SHOTS=folder bun test ./test/console/screenshots.long.ts`
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { fillShop } from "../../bench/growth/shop.ts";
import { emptyFolder } from "../folder.ts";
import { openService, type TestService } from "../harness.ts";
import { openForBusiness } from "./shop.ts";
import { shoot, untilLive, visitConsole } from "./visit.ts";

setDefaultTimeout(600_000);

const PETS = Number(process.env["PETS"] ?? 1_000_000);

const screens: Record<string, BrowserContextOptions> = {
  "1280": { viewport: { width: 1280, height: 900 } },
  "390": { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

const views = {
  pets: "/console/pets",
  "pets-sold": "/console/pets?status=sold",
  "pet-panel": "/console/pets/1",
  "pet-new": "/console/pets/new",
  orders: "/console/orders",
  "order-new": "/console/orders/new",
  categories: "/console/categories",
  today: "/console/today",
  integrations: "/console/integrations",
  webhook: "/console/integrations/1",
  "webhook-new": "/console/integrations/new",
};

let browser: Browser;
beforeAll(async () => {
  const { launchBrowser } = await import("../browser.ts");
  browser = await launchBrowser();
  const folder = process.env["SHOTS"];
  if (folder === undefined) throw new Error("SHOTS names no folder");
  await mkdir(folder, { recursive: true });
});
afterAll(() => browser?.close());

/** Until nothing is being loaded. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.locator("main").waitFor();
  for (const waiting of await page.locator("main :is(.skeleton, [aria-busy=true])").all()) {
    await waiting.waitFor({ state: "detached" });
  }
}

interface Scene {
  readonly name: string;
  readonly service: TestService;
  readonly key?: string;
  readonly shown?: Readonly<Record<string, string>>;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Takes every view of a shop, on each screen in each colour scheme. */
async function takeAll({ name, service, key = service.adminKey, shown = views, prepare }: Scene): Promise<void> {
  for (const [width, screen] of Object.entries(screens)) {
    for (const colorScheme of ["light", "dark"] as const) {
      await using visit = await visitConsole(browser, service, { ...screen, colorScheme, key, mayFail: true });
      const { page } = visit;
      await untilLive(page).catch(() => {});
      await prepare?.(page);
      for (const [view, path] of Object.entries(shown)) {
        await page.goto(`http://127.0.0.1:${service.port}${path}`);
        await untilStill(page);
        await shoot(page, `${name}-${view}-${width}-${colorScheme}`);
      }
    }
  }
}

test("a busy shop", async () => {
  await using service = await openService();
  await openForBusiness(service);
  await service.admin.createWebhook({
    body: { url: "https://shop.example/hooks", types: ["order.completed"], description: "Invoices" },
  });
  await takeAll({ name: "busy", service });
});

test("the sign-in", async () => {
  await using service = await openService();
  for (const [width, screen] of Object.entries(screens)) {
    for (const colorScheme of ["light", "dark"] as const) {
      await using visit = await visitConsole(browser, service, { ...screen, colorScheme });
      await shoot(visit.page, `sign-in-${width}-${colorScheme}`);
    }
  }
});

test("an empty shop", async () => {
  await using service = await openService();
  await takeAll({ name: "empty", service });
});

test("a key that may only read", async () => {
  await using service = await openService();
  await openForBusiness(service);
  const { key } = await service.as(["pets:read", "inventory:read"]);
  await takeAll({ name: "read-only", service, key });
});

test("a failing server", async () => {
  await using service = await openService();
  const body = JSON.stringify({ code: "internal_error", message: "Internal error", status: 500 });
  const failure = { status: 500, body, contentType: "application/json", headers: { "X-Request-Id": "4f1c2ab0" } };
  const prepare = (page: Page) => page.route("**/v1/**", (route) => route.fulfill(failure));
  await takeAll({ name: "failing", service, prepare });
});

test("a shop with a million pets", async () => {
  using folder = emptyFolder();
  const path = `${folder.path}/petstore.db`;
  await fillShop(path, PETS);
  const database = { url: `sqlite://${path}`, sql: async () => {}, dump: async () => ({}) };
  await using service = await openService({}, { ...database, async [Symbol.asyncDispose]() {} });
  const shown = { pets: views.pets, orders: views.orders, today: views.today };
  await takeAll({ name: "million", service, shown });
});
