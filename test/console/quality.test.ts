/* What holds for every view: accessible, in both languages, on every screen, whatever pets are called. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { operations } from "../../src/contract/index.ts";
import { bundleConsole, CONSOLE_PAGE } from "../../src/site/console-bundle.ts";
import { bodyOf, openService, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { counterStates, openCounter } from "./counter-states.ts";
import { button, hold, skeleton } from "./page.ts";
import { hardNames, openForBusiness } from "./shop.ts";
import { slowDown, smallPhone } from "./slow-phone.ts";
import { states } from "./states.ts";
import { untilStill, views } from "./views.ts";
import { openPage, type PageOptions, shoot, signIn, untilLive, visit } from "./visit.ts";
import { openVisitorsShop, visitorPaths } from "./visitors.ts";

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
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches(".chips, .pictures, pre, svg, input, select"))
    .filter((element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))
    .map((element) => element.tagName + "." + element.className)`);
}

const axeSource = Bun.file(join(import.meta.dir, "../../node_modules/axe-core/axe.min.js")).text();

/** What axe finds on the page: each rule with the elements that break it. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  // Nothing is wrong with a page that is still empty but that it is empty.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  // Its text is long, and a page that was examined before has it already.
  if (!(await page.evaluate<boolean>(`"axe" in globalThis`))) await page.evaluate(await axeSource);
  // Halfway to its colour nothing has the contrast that it will have.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished))`);
  return page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target + ": " + failureSummary)))`);
}

/** Requires that axe finds nothing on the page and that nothing is wider than the screen. If SHOTS names a folder, a picture of it is there. */
async function requireQuality(page: Page, state: string): Promise<void> {
  await shoot(page, `quality-${state.replaceAll(/\W+/g, "-")}`);
  expect({ state, overflow: await overflow(page), findings: await axeFindings(page) }).toEqual({
    state,
    overflow: [],
    findings: [],
  });
}

/** Goes to a view without loading the page again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new Event("popstate"))`);
  // The view is drawn in the next frame.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  await untilStill(page);
}

const laptop = { width: 1280, height: 900 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ["a laptop, in English", { viewport: laptop, locale: "en-GB", colorScheme: "light" }],
  ["a small phone, in German, in the dark", { ...smallPhone, locale: "de-DE", colorScheme: "dark" }],
];

test.each(screens)("on %s, axe finds nothing in any view, and nothing is wider than the screen", async (_, options) => {
  const page = await visit(service, "/console", { ...options, layout: "gallery" });
  for (const [view, path] of Object.entries(views)) {
    await go(page, path);
    await requireQuality(page, `${view}-${options.locale}`);
    if (options.isMobile) continue;
    // The widest one.
    await page.setViewportSize({ width: 2560, height: 1440 });
    expect({ view, overflow: await overflow(page) }).toEqual({ view, overflow: [] });
    await page.setViewportSize(laptop);
  }
});

test("axe finds nothing in what somebody opens in a view, one thing after the other", async () => {
  const page = await visit(service, "/console", { viewport: laptop, mayFail: true });
  await untilLive(page);
  for (const [path, steps] of Object.entries(states)) {
    await page.goto(new URL(path, page.url()).href);
    await untilStill(page);
    for (const [index, step] of steps.entries()) {
      await step(page, service);
      await requireQuality(page, `${path}-${index}`);
    }
  }
});

test("on a phone, axe finds nothing in the menu of views, in orders and their steps, and in a form that asks what to do", async () => {
  const page = await visit(service, "/console", { ...smallPhone, locale: "en-GB", colorScheme: "dark" });
  await button(page, "More").tap();
  await page.getByRole("menu").waitFor();
  await requireQuality(page, "phone-more");
  for (const path of ["/console/orders?show=all", "/console/orders/1", "/console/orders/new"]) {
    await page.goto(new URL(path, page.url()).href);
    await untilStill(page);
    for (const [index, step] of (states[path] ?? []).entries()) {
      await step(page, service);
      await requireQuality(page, `phone-${path}-${index}`);
    }
  }
});

const counters: readonly (readonly [string, PageOptions])[] = [
  ["a laptop, in English", { viewport: laptop, locale: "en-GB", colorScheme: "light" }],
  ["a laptop, in German", { viewport: laptop, locale: "de-DE", colorScheme: "dark" }],
  ["a phone, in English", { ...phone, locale: "en-GB", colorScheme: "dark" }],
  ["a phone, in German", { ...phone, locale: "de-DE", colorScheme: "light" }],
];

test.each(counters)(
  "on %s, axe finds nothing in what the counter shows of sales, papers and books",
  async (screen, options) => {
    await using shop = await openCounter();
    const page = await visit(shop, "/console", { ...options, mayFail: true });
    for (const [path, steps] of Object.entries(counterStates)) {
      await page.goto(new URL(path.replace("today", new Date(shop.now).toISOString().slice(0, 10)), page.url()).href);
      await untilStill(page);
      for (const [index, step] of steps.entries()) {
        await step(page, shop);
        await requireQuality(page, `counter-${screen}-${path}-${index}`);
      }
    }
  },
);

test("axe finds nothing before the sign-in, in a shop without anything, and when nothing can be loaded", async () => {
  await using empty = await openService();
  empty.now = Date.now();
  const page = await openPage(empty, "/console", { mayFail: true });
  await page.locator("input[type=password]").waitFor();
  await requireQuality(page, "sign-in");
  await signIn(page, empty.adminKey);
  for (const view of ["pets", "orders", "categories", "today", "integrations", "imports", "care", "reports"] as const) {
    await go(page, views[view]);
    await requireQuality(page, `empty-${view}`);
  }
  await page.route("**/v1/pets?*", (route) => route.abort());
  await page.goto(new URL(views.pets, page.url()).href);
  await page.getByText("The service does not respond.").waitFor();
  await requireQuality(page, "nothing-loaded");
  const { body } = await empty.admin.createInvitation({ body: { name: "Ben", role: "staff" } });
  const invited = await openPage(empty, `/console${new URL((body as { url: string }).url).hash}`, smallPhone);
  await invited.getByText("Hello Ben!").waitFor();
  await requireQuality(invited, "invitation");
});

test("axe finds nothing in what a key that may only read is shown", async () => {
  const scopes = ["pets:read", "inventory:read", "orders:read", "categories:read"] as const;
  const { secret: key } = await bodyOf(service.admin.createKey({ body: { name: "Reader", scopes: [...scopes] } }));
  const page = await visit(service, "/console", { ...smallPhone, ...(key !== undefined && { key }) });
  for (const view of ["pets", "pet-panel", "order-panel", "order-new", "category-panel"] as const) {
    await go(page, views[view]);
    await requireQuality(page, `read-only-${view}`);
  }
});

/** Colours do not depend on the size. */
const visitors: readonly (readonly [string, readonly string[], PageOptions])[] = [
  ["light", visitorPaths, {}],
  ["dark, on a phone, in German", visitorPaths, { ...smallPhone, colorScheme: "dark", locale: "de-DE" }],
  // The colours are those of the reader on every page.
  ["in forced colours", visitorPaths.slice(0, 4), { forcedColors: "active" }],
];

test.each(visitors)("axe finds nothing on the pages for visitors, %s", async (screen, paths, options) => {
  const shop = await openVisitorsShop();
  const page = await openPage(shop, "/", options);
  for (const path of paths) {
    await page.goto(new URL(path, page.url()).href);
    await requireQuality(page, `visitors-${screen}-${path}`);
  }
  await page.goto(new URL("/pets/2-luna?lang=en", page.url()).href);
  await page.getByLabel("Your name").fill("Ada Krause");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForSelector("[aria-invalid]");
  await requireQuality(page, `visitors-${screen}-refused`);
});

test.each([
  ["light, on a laptop", { colorScheme: "light" }],
  ["dark, on a phone", { colorScheme: "dark", viewport: { width: 320, height: 700 } }],
] as const)("axe finds nothing in the reference with everything opened, %s", async (screen, options) => {
  const page = await openPage(service, "/docs", options);
  expect(await page.locator("details.op").count()).toBe(operations.length + 1);
  // Opens everything at once, as a search by the browser would one by one.
  await page.evaluate(`for (const element of document.querySelectorAll("details:not([name])")) element.open = true`);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  // The operations look alike, and those of pets have every kind of body, parameter and answer.
  await page.evaluate(`for (const op of [...document.querySelectorAll("details.op")].slice(20)) op.remove()`);
  expect({ screen, findings: await axeFindings(page) }).toEqual({ screen, findings: [] });
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
