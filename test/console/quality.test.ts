/* What holds for every view: accessible, in both languages, on every screen, whatever pets are called. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { bundleConsole, CONSOLE_PAGE } from "../../src/http/pages/console-bundle.ts";
import { openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { sharedBrowser } from "./browser.ts";
import { skeleton } from "./page.ts";
import { hardNames, openForBusiness } from "./shop.ts";
import { slowDown, smallPhone } from "./slow-phone.ts";
import { untilStill, views } from "./views.ts";
import { axeFindings, shoot, visitConsole } from "./visit.ts";

setDefaultTimeout(120_000);

const browser = await sharedBrowser();
let service: TestService;
beforeAll(async () => {
  service = await openService();
  await openForBusiness(service, hardNames, 8);
  await describePet(service, 1n);
  await service.admin.createWebhook({
    body: { url: `https://shop.example/${"hooks".repeat(40)}`, types: ["order.completed"], description: "Invoices" },
  });
});
afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
});

/** Gives a pet photos and a profile that break a careless layout. */
async function describePet({ admin }: TestService, petId: bigint): Promise<void> {
  const file = new Blob([await jpeg(300, 200)], { type: "image/jpeg" });
  for (const alt of ["Bella", "B".repeat(200)]) await admin.addPhoto({ params: { petId }, file, query: { alt } });
  const long = "W".repeat(50);
  await admin.updateProfile({
    params: { petId },
    body: {
      breed: long,
      sex: "female",
      birthDate: "2024",
      tags: ["calm", long],
      description: long.repeat(4),
      reference: long,
    },
  });
}

/** What scrolls sideways: the page, or a part of it that is not meant to. */
async function overflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll("*")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches(".tabs, pre, svg, input, select"))
    .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map((element) => element.tagName + "." + element.className)`);
}

const laptop = { width: 1280, height: 900 };

const screens: Record<string, BrowserContextOptions & { readonly locale: string }> = {
  "a laptop, in English": { viewport: laptop, locale: "en-GB", colorScheme: "light" },
  "a small phone, in German, in the dark": {
    ...smallPhone,
    locale: "de-DE",
    colorScheme: "dark",
  },
};

for (const [screen, options] of Object.entries(screens)) {
  describe(`on ${screen}`, () => {
    test("axe finds nothing in any view, and nothing is wider than the screen or the widest one", async () => {
      await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey });
      const { page } = visit;
      for (const [view, path] of Object.entries(views)) {
        await page.goto(new URL(path, page.url()).href);
        await untilStill(page);
        await shoot(page, `quality-${view}-${options.locale}`);
        expect({ view, overflow: await overflow(page) }).toEqual({ view, overflow: [] });
        expect({ view, findings: await axeFindings(page) }).toEqual({ view, findings: [] });
        if (options.isMobile) continue;
        await page.setViewportSize({ width: 2560, height: 1440 });
        expect({ view, overflow: await overflow(page) }).toEqual({ view, overflow: [] });
        await page.setViewportSize(laptop);
      }
    });
  });
}

test("a person who wants less motion sees none, not even while something is being loaded", async () => {
  for (const [reducedMotion, expected] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    await using visit = await visitConsole(browser, service, { reducedMotion, key: service.adminKey });
    const { page } = visit;
    const held = Promise.withResolvers<void>();
    await page.route("**/v1/pets?*", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await skeleton(page).waitFor();
    expect(await page.evaluate("document.getAnimations().length > 0")).toBe(expected);
    held.resolve();
    await untilStill(page);
    await page.unrouteAll({ behavior: "wait" });
  }
});

/** Watches for shifts of the layout from the first element on. Those within 500 ms of an input are expected and do not count. */
const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node }) => node?.nodeName + "." + (node?.className ?? ""));
      shifts.push(value.toFixed(4) + " " + moved);
    }
  }).observe({ type: "layout-shift", buffered: true });`;

for (const [device, options] of Object.entries(screens)) {
  test(`on ${device}, nothing moves while a view appears on a slow connection`, async () => {
    await using visit = await visitConsole(browser, service, { ...options, key: service.adminKey });
    const { page } = visit;
    await page.addInitScript(watchShifts);
    await slowDown(page);
    for (const view of ["pets", "orders", "categories", "today", "integrations"] as const) {
      await page.goto(new URL(views[view], page.url()).href);
      await untilStill(page);
      expect({ view, shifts: await page.evaluate("shifts") }).toEqual({ view, shifts: [] });
    }
  });
}

test("the first view is at most 41 kB, compressed", async () => {
  const files = new Map((await bundleConsole()).map(({ name, text }) => [name, text]));
  const needed = new Set<string>();
  function need(name: string): void {
    if (needed.has(name)) return;
    needed.add(name);
    const text = files.get(name) ?? "";
    // Of a page its links, of a script its static imports: what `import()` names comes later.
    const names = text.matchAll(/(?:src|href|from|import)\s*=?\s*"(?:\.|\/console)\/([\w.-]+)"/g);
    for (const [, file = ""] of names) if (files.has(file)) need(file);
  }
  need(CONSOLE_PAGE);
  const sizes = [...needed].map((name) => [name, Bun.gzipSync(files.get(name) ?? "").length] as const);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect([...needed].some((name) => name.endsWith(".css"))).toBe(true);
  expect(needed.size).toBeLessThan(files.size);
  expect({ total, sizes, isSmall: total <= 41_000 }).toMatchObject({ isSmall: true });
});
