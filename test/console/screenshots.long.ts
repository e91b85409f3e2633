/*
 * Screenshots of every view, for a person to look at: on a laptop and a phone, light and dark, of an empty shop, a busy one, one
 * with a million pets, a failing server and a key that may only read. `SHOTS=folder bun test ./test/console/screenshots.long.ts`
 */
import { beforeAll, setDefaultTimeout, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { fillShop } from "../../bench/growth/shop.ts";
import { emptyFolder } from "../support/folder.ts";
import { openService, type TestService } from "../support/harness.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { phone } from "./page.ts";
import { openForBusiness } from "./shop.ts";
import { untilStill, views } from "./views.ts";
import { openPage, shoot, visit } from "./visit.ts";

setDefaultTimeout(600_000);

/** A light laptop and a dark phone: colours do not depend on the size. */
const screens: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: "laptop", options: { viewport: { width: 1440, height: 900 }, colorScheme: "light" } },
  { name: "phone", options: { ...phone, colorScheme: "dark" } },
];

const PETS = Number(process.env["PETS"] ?? 1_000_000);

beforeAll(async () => {
  const folder = process.env["SHOTS"];
  if (folder === undefined) throw new Error("SHOTS names no folder");
  await mkdir(folder, { recursive: true });
});

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
    const page = await visit(service, "/console", { ...screen.options, key, mayFail: true });
    await prepare?.(page);
    for (const [view, path] of Object.entries(shown)) {
      await page.goto(`http://127.0.0.1:${service.port}${path}`);
      await untilStill(page);
      await shoot(page, `${name}-${view}-${screen.name}`);
    }
  }
}

test("a busy shop", async () => {
  const service = await openShop();
  await openForBusiness(service);
  await service.admin.createWebhook({
    body: { url: "https://shop.example/hooks", types: ["order.completed"], description: "Invoices" },
  });
  await takeAll({ name: "busy", service });
});

test("the sign-in", async () => {
  const service = await openShop();
  for (const screen of screens) {
    await shoot(await openPage(service, "/console", screen.options), `sign-in-${screen.name}`);
  }
});

test("an empty shop", async () => {
  const service = await openShop();
  await takeAll({ name: "empty", service });
});

test("a key that may only read", async () => {
  const service = await openShop();
  const { key } = await service.as(["pets:read", "inventory:read", "orders:read", "categories:read", "events:read"]);
  await openForBusiness(service);
  await takeAll({ name: "read-only", service, key });
});

test("a failing server", async () => {
  const service = await openShop();
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
  const service = untilTestEnds(await openService({}, { ...database, async [Symbol.asyncDispose]() {} }));
  const shown = { pets: views.pets, orders: views.orders, today: views.today };
  await takeAll({ name: "million", service, shown });
});
