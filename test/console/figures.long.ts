/*
 * Figures of the console: its sizes, how fast it appears on a slow phone, and its memory while the shop is busy.
 * `bun test ./test/console/figures.long.ts` prints them. They depend on the machine, so nothing is expected of them.
 */
import { setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { bundleConsole } from "../../src/site/console-bundle.ts";
import { openShop } from "../support/shops.ts";
import { openForBusiness } from "./shop.ts";
import { slowDown, smallPhone } from "./slow-phone.ts";
import { untilStill } from "./views.ts";
import { keepPublishing, untilLive, visit } from "./visit.ts";

setDefaultTimeout(600_000);

const VISITS = 5;
const EVENTS = 5_000;

test("sizes", async () => {
  const files = (await bundleConsole()).map(({ name, text }) => ({
    name,
    bytes: Buffer.byteLength(text),
    gzipped: Bun.gzipSync(text).length,
  }));
  console.table(files);
});

/** Notes when the search can be used and when the first pet is there, both with their code at work, and what blocks. */
const watchLoading = `
  globalThis.seen = { blockedMs: 0, lastLongTaskEnd: 0, shift: 0 };
  new MutationObserver(() => {
    if (document.querySelector("input[type=search]")) seen.usable ??= performance.now();
    if (document.querySelector(".pets tbody tr")) seen.pets ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.blockedMs += duration - 50;
      seen.lastLongTaskEnd = startTime + duration;
    }
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: "layout-shift", buffered: true });`;

test("the first view on a slow phone", async () => {
  const service = await openShop();
  await service.stock(60);
  const page = await visit(service, "/console", { ...smallPhone });
  await page.addInitScript(watchLoading);
  await slowDown(page);
  const rows: unknown[] = [];
  for (let index = 0; index < VISITS; index++) {
    await page.goto(new URL("/console/pets", page.url()).href);
    await untilStill(page);
    rows.push(
      await page.evaluate(`(() => {
        const rounded = Object.entries(seen).map(([name, value]) => [name, Number(value.toFixed(3))]);
        const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
        return { firstPaint: Math.round(paint), ...Object.fromEntries(rounded) };
      })()`),
    );
  }
  console.table(rows);
});

const KEYS = 100;

/** A slow phone takes this many times as long as this machine. */
const SLOWER = 6;

test("processor time of a key press in a form, times six as on a slow phone", async () => {
  const service = await openShop("Rex");
  await service.admin.createCategory({ body: { name: "Dogs" } });
  const forms = {
    "a new pet": "/console/pets/new",
    "an order": "/console/orders/new?petId=1",
    "a kind": "/console/categories/new",
  };
  const rows: unknown[] = [];
  for (const [form, path] of Object.entries(forms)) {
    const page = await visit(service, path, { ...smallPhone });
    await untilStill(page);
    const session = await page.context().newCDPSession(page);
    // The time of its thread: other programs do not count.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { script: of("ScriptDuration"), layout: of("LayoutDuration") + of("RecalcStyleDuration") };
    };
    await page.locator("form input[type=text]").first().focus();
    const before = await spent();
    for (let key = 0; key < KEYS; key++) await page.keyboard.press("x");
    const after = await spent();
    const perKey = (name: "script" | "layout") =>
      Number((((after[name] - before[name]) * 1000 * SLOWER) / KEYS).toFixed(2));
    rows.push({ form, scriptMs: perKey("script"), styleAndLayoutMs: perKey("layout") });
  }
  console.table(rows);
});

async function heapAfterCollection(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  await session.detach();
  return {
    heapMB: Number((of("JSHeapUsedSize") / 2 ** 20).toFixed(2)),
    nodes: of("Nodes"),
    listeners: of("JSEventListeners"),
  };
}

test(`memory after each ${EVENTS} events of a live stream`, async () => {
  const service = await openShop();
  await openForBusiness(service);
  keepPublishing(service);
  const page = await visit(service, "/console/today");
  await untilLive(page);
  await untilStill(page);
  const rows = [{ events: 0, ...(await heapAfterCollection(page)) }];
  for (let round = 1; round <= 4; round++) {
    for (let index = 0; index < EVENTS / 2; index++) {
      const petId = BigInt(1 + (index % 60));
      await service.admin.changeStock({ params: { petId }, body: { delta: 1, reason: "arrival" } });
      await service.admin.changeStock({ params: { petId }, body: { delta: -1, reason: "adjustment" } });
    }
    const name = `Round ${round}`;
    await service.admin.createPet({ body: { name, categoryId: 1n } });
    await page.getByRole("link", { name }).first().waitFor();
    rows.push({ events: round * EVENTS, ...(await heapAfterCollection(page)) });
  }
  console.table(rows);
});
