/*
 * Screenshots of every view, for a person to look at: on a laptop and a phone, light and dark, of an empty shop, a busy one, one
 * with a million pets, a failing server and a key that may only read. `SHOTS=folder bun test ./test/console/screenshots.long.ts`
 */
import { afterAll, beforeAll, setDefaultTimeout, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { fillShop } from "../../bench/growth/shop.ts";
import { launchBrowser } from "../support/browser.ts";
import { emptyFolder } from "../support/folder.ts";
import { openService, type TestService } from "../support/harness.ts";
import { screens } from "./screens.ts";
import { openForBusiness } from "./shop.ts";
import { untilStill, views } from "./views.ts";
import { shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(600_000);

const PETS = Number(process.env["PETS"] ?? 1_000_000);

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  const folder = process.env["SHOTS"];
  if (folder === undefined) throw new Error("SHOTS names no folder");
  await mkdir(folder, { recursive: true });
});
afterAll(() => browser?.close());

interface Scene {
  readonly name: string;
  readonly service: TestService;
  readonly key?: string;
  readonly shown?: Readonly<Record<string, string>>;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Takes every view of a shop, on each screen in each colour scheme. */
async function takeAll({ name, service, key = service.adminKey, shown = views, prepare }: Scene): Promise<void> {
  for (const screen of screens) {
    await using visit = await visitConsole(browser, service, { ...screen.options, key, mayFail: true });
    const { page } = visit;
    await prepare?.(page);
    for (const [view, path] of Object.entries(shown)) {
      await page.goto(`http://127.0.0.1:${service.port}${path}`);
      await untilStill(page);
      await shoot(page, `${name}-${view}-${screen.name}`);
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
  for (const screen of screens) {
    await using visit = await visitConsole(browser, service, screen.options);
    await shoot(visit.page, `sign-in-${screen.name}`);
  }
});

test("an empty shop", async () => {
  await using service = await openService();
  await takeAll({ name: "empty", service });
});

test("a key that may only read", async () => {
  await using service = await openService();
  const { key } = await service.as(["pets:read", "inventory:read", "orders:read", "categories:read", "events:read"]);
  await openForBusiness(service);
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
  const database = { url: `sqlite://${path}`, sql: async () => {}, dump: async () => ({}), rows: async () => [] };
  await using service = await openService({}, { ...database, async [Symbol.asyncDispose]() {} });
  const shown = { pets: views.pets, orders: views.orders, today: views.today };
  await takeAll({ name: "million", service, shown });
});
