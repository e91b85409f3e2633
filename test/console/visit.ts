/* The console in a real browser, at a real service. Both end with the test. */
import { expect } from "bun:test";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import type { TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";
import { untilTestEnds } from "../support/shops.ts";

/** How long a page may take for anything, on a busy machine. */
const PATIENCE_MS = 30_000;

let launched: Promise<Browser> | undefined;

/** The browser of all tests in this process. It ends with the process. */
function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  return launched;
}

/** How a page is opened. */
export interface PageOptions extends BrowserContextOptions {
  /** The name of the host, by default 127.0.0.1. */
  readonly host?: string;
  /** By default that of the service. */
  readonly port?: number;
  /** How the pets are shown; by default as a table, where a row has more to work with. */
  readonly layout?: "gallery" | "table";
  /** Requests that fail, as they are meant to, are no errors. */
  readonly mayFail?: boolean;
}

// addInitScript sees violations from the first element on.
const watchPolicy = `document.addEventListener("securitypolicyviolation", (e) =>
  console.error("CSP", e.effectiveDirective, e.blockedURI, e.sourceFile + ":" + e.lineNumber));`;

/** A page of one test or of several. */
interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
}

/**
 * An empty page in a browser that shares nothing with others. By its end it must have caused no errors, violations of the policy or
 * requests to other origins.
 */
export async function emptyPage(
  service: Pick<TestService, "port">,
  { host = "127.0.0.1", port = service.port, mayFail = false, layout = "table", ...options }: PageOptions = {},
): Promise<OpenedPage> {
  const origin = `http://${host}:${port}`;
  const browser = await sharedBrowser();
  const screen = { viewport: { width: 1280, height: 900 }, locale: "en-GB" };
  const context = await browser.newContext({ baseURL: origin, ...screen, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    // A refused request is no error of the page; the browser reports it all the same.
    const isRefusal = message.text().startsWith(`Failed to load resource: ${mayFail ? "" : "the server responded"}`);
    if (message.type() === "error" && !isRefusal) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url());
  });
  await page.addInitScript(watchPolicy);
  const keepLayout = `localStorage.getItem("petstore-pets-layout") ?? localStorage.setItem("petstore-pets-layout", "${layout}")`;
  // An empty page has no storage.
  await page.addInitScript(`if (origin !== "null") { ${keepLayout} }`);
  return {
    page,
    async [Symbol.asyncDispose]() {
      await context.close();
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
    },
  };
}

/** Opens a page until the test ends. */
export async function openPage(
  service: Pick<TestService, "port">,
  path = "/console",
  options: PageOptions = {},
): Promise<Page> {
  const { page } = untilTestEnds(await emptyPage(service, options));
  await page.goto(path);
  return page;
}

/** Opens the console and signs in, by default with a key that may do everything. */
export async function visit(
  service: Pick<TestService, "port" | "adminKey">,
  path = "/console",
  { key = service.adminKey, ...options }: PageOptions & { readonly key?: string } = {},
): Promise<Page> {
  const page = await openPage(service, path, options);
  await signIn(page, key);
  return page;
}

/** Signs in with a key on the page that shows the sign-in, in any language. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.locator("input[type=password]").fill(key);
  await page.locator("form:has(input[type=password]) button[type=submit]").click();
  await page.locator("nav.views").waitFor();
  // Where the button was is now something else, which the pointer must not be over.
  await page.mouse.move(0, 0);
}

/** Publishes events until the test ends, as the program does. */
export function keepPublishing(service: TestService): void {
  let isEnding = false;
  const published = (async () => {
    while (!isEnding) {
      await service.publish();
      await Bun.sleep(50);
    }
  })();
  untilTestEnds({
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await published;
    },
  });
}

/** Waits until the page knows its place in the feed: it misses no event from then on. */
export async function untilLive(page: Page): Promise<void> {
  // The history of a pet and the list of today read events too, with a filter.
  const isLive = `performance.getEntriesByType("resource").some(({ name }) => /\\/v1\\/events\\?(?!.*(petId|types))/.test(name))`;
  // The policy of the page forbids `waitForFunction`.
  await until(() => page.evaluate<boolean>(isLive), "the place in the feed");
}

/** Takes a screenshot for a person to look at, if SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
