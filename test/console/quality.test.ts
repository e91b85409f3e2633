/* What holds for every view: accessible, in both languages, on every screen, whatever pets are called. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { bundleConsole, CONSOLE_PAGE } from "../../src/site/console-bundle.ts";
import { openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { hold, skeleton } from "./page.ts";
import { hardNames, openForBusiness } from "./shop.ts";
import { slowDown, smallPhone } from "./slow-phone.ts";
import { states } from "./states.ts";
import { untilStill, views } from "./views.ts";
import { axeFindings, openPage, signIn, visit } from "./visit.ts";

setDefaultTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await openForBusiness(service, hardNames, 8);
  await describeBadly(service);
});
afterAll(() => service?.[Symbol.asyncDispose]());

/** Gives the first pet, the first category and a webhook names and texts that break a careless layout. */
async function describeBadly({ admin, publish }: TestService): Promise<void> {
  const [params, wide, word] = [{ petId: 1n }, "W".repeat(255), "W".repeat(50)];
  const file = new Blob([await jpeg(300, 200)], { type: "image/jpeg" });
  for (const alt of ["Bella", "B".repeat(200)]) await admin.addPhoto({ params, file, query: { alt } });
  const texts = { breed: word, tags: ["calm", word], description: word.repeat(4), reference: word };
  await admin.updateProfile({ params, body: { ...texts, sex: "female", birthDate: "2024" } });
  await admin.updatePet({ params, body: { name: wide, note: "רקס ".repeat(40) } });
  await admin.updateCategory({ params: { categoryId: 1n }, body: { name: wide } });
  await admin.updateCategory({ params: { categoryId: 2n }, body: { name: "🐶".repeat(255) } });
  const url = `https://shop.example/${"hooks".repeat(40)}`;
  await admin.createWebhook({ body: { url, types: ["order.completed"], description: "Invoices" } });
  await publish();
}

/** What scrolls sideways: the page, or a part of it that is not meant to. */
async function overflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll("*")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches(".chips, pre, svg, input, select"))
    .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map((element) => element.tagName + "." + element.className)`);
}

const laptop = { width: 1280, height: 900 };

const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ["a laptop, in English", { viewport: laptop, locale: "en-GB", colorScheme: "light" }],
  ["a small phone, in German, in the dark", { ...smallPhone, locale: "de-DE", colorScheme: "dark" }],
];

test.each(screens)("on %s, axe finds nothing in any view, and nothing is wider than the screen", async (_, options) => {
  const page = await visit(service, "/console", { ...options, layout: "gallery" });
  for (const [view, path] of Object.entries(views)) {
    await page.goto(new URL(path, page.url()).href);
    await untilStill(page);
    expect({ view, overflow: await overflow(page) }).toEqual({ view, overflow: [] });
    expect({ view, findings: await axeFindings(page) }).toEqual({ view, findings: [] });
    if (options.isMobile) continue;
    // The widest one.
    await page.setViewportSize({ width: 2560, height: 1440 });
    expect({ view, overflow: await overflow(page) }).toEqual({ view, overflow: [] });
    await page.setViewportSize(laptop);
  }
});

test("axe finds nothing in what somebody opens in a view, one thing after the other", async () => {
  const page = await visit(service, "/console", { viewport: laptop });
  for (const [path, steps] of Object.entries(states)) {
    await page.goto(new URL(path, page.url()).href);
    await untilStill(page);
    for (const [index, step] of steps.entries()) {
      await step(page);
      expect({ path, index, findings: await axeFindings(page) }).toEqual({ path, index, findings: [] });
    }
  }
});

test("axe finds nothing before the sign-in, in a shop without anything, and when nothing can be loaded", async () => {
  await using empty = await openService();
  const page = await openPage(empty, "/console", { mayFail: true });
  await page.locator("input[type=password]").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await signIn(page, empty.adminKey);
  for (const view of ["pets", "orders", "categories", "today", "integrations", "imports"] as const) {
    await page.goto(new URL(views[view], page.url()).href);
    await untilStill(page);
    expect({ view, findings: await axeFindings(page) }).toEqual({ view, findings: [] });
  }
  await page.route("**/v1/pets?*", (route) => route.abort());
  await page.goto(new URL(views.pets, page.url()).href);
  await page.getByText("The service does not respond.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test("nothing that a tile offers under the pointer covers anything else of it", async () => {
  const page = await visit(service, "/console/pets?status=available", { colorScheme: "dark", layout: "gallery" });
  const tile = page
    .getByRole("listitem")
    .filter({ has: page.locator(".ask") })
    .first();
  await tile.hover({ position: { x: 5, y: 5 } });
  const offers = await tile.locator(".ask, .acts a, .row-check").all();
  expect(offers.length).toBe(3);
  const boxes = await Promise.all(offers.map((offer) => offer.boundingBox()));
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      if (one === null || other === null) throw new Error("an offer is not shown");
      const isApart =
        one.x + one.width <= other.x ||
        other.x + other.width <= one.x ||
        one.y + one.height <= other.y ||
        other.y + other.height <= one.y;
      expect({ one, other, isApart }).toMatchObject({ isApart: true });
    }
  }
  expect(await axeFindings(page)).toEqual([]);
});

test.each([
  ["no-preference", true],
  ["reduce", false],
] as const)(
  "while something loads, a person whose wish for motion is %s sees some: %p",
  async (reducedMotion, isSome) => {
    const page = await visit(service, "/console", { reducedMotion });
    const list = await hold(page, "**/v1/pets?*");
    await page.reload();
    await skeleton(page).waitFor();
    expect(await page.evaluate("document.getAnimations().length > 0")).toBe(isSome);
    list.release();
    await page.unrouteAll({ behavior: "wait" });
  },
);

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

test.each(screens)("on %s, nothing moves while a view appears on a slow connection", async (_, options) => {
  const page = await visit(service, "/console", { ...options, layout: "gallery" });
  await page.addInitScript(watchShifts);
  await slowDown(page);
  for (const view of ["pets", "orders", "categories", "today", "integrations"] as const) {
    await page.goto(new URL(views[view], page.url()).href);
    await untilStill(page);
    expect({ view, shifts: await page.evaluate("shifts") }).toEqual({ view, shifts: [] });
  }
});

test("the first view is at most 45 kB, compressed", async () => {
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
  expect({ total, sizes, isSmall: total <= 45_000 }).toMatchObject({ isSmall: true });
});
