/* The console in a real browser, at a real service. */
import { expect } from "bun:test";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { TestService } from "../support/harness.ts";
import { until } from "../support/program.ts";

/** How long a page may take for anything, on a busy machine. */
const PATIENCE_MS = 30_000;

/** A page of the console. At its end it must have caused no errors, violations or requests to other origins. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Messages on the browser's console that are errors, violations of the policy among them. */
  readonly errors: string[];
}

interface VisitOptions extends BrowserContextOptions {
  /** Below the origin. */
  readonly path?: string;
  /** Signs in with this key. */
  readonly key?: string;
  /** The name of the host, by default 127.0.0.1. */
  readonly host?: string;
  /** Requests that fail, as they are meant to, are no errors. */
  readonly mayFail?: boolean;
}

// addInitScript sees violations from the first element on.
const watchPolicy = `document.addEventListener("securitypolicyviolation", (e) =>
  console.error("CSP", e.effectiveDirective, e.blockedURI, e.sourceFile + ":" + e.lineNumber));`;

/** Opens the console in a new browser context, which shares nothing with others. */
export async function visitConsole(
  browser: Browser,
  service: Pick<TestService, "port">,
  options: VisitOptions = {},
): Promise<Visit> {
  const { path = "/console", key, host = "127.0.0.1", mayFail = false, ...context } = options;
  const origin = `http://${host}:${service.port}`;
  const opened = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    ...context,
  });
  const page = await opened.newPage();
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
  await page.goto(origin + path);
  if (key !== undefined) await signIn(page, key);
  return {
    page,
    errors,
    async [Symbol.asyncDispose]() {
      await opened.close();
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] });
    },
  };
}

/** Signs in with a key on the page that shows the sign-in, in any language. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.locator("input[type=password]").fill(key);
  await page.locator("form:has(input[type=password]) button[type=submit]").click();
  await page.locator("nav.views").waitFor();
  // Where the button was is now something else, which the pointer must not be over.
  await page.mouse.move(0, 0);
}

/** Publishes events all the time, as the program does. */
export function keepPublishing(service: TestService): AsyncDisposable {
  let isEnding = false;
  const published = (async () => {
    while (!isEnding) {
      await service.publish();
      await Bun.sleep(50);
    }
  })();
  return {
    async [Symbol.asyncDispose]() {
      isEnding = true;
      await published;
    },
  };
}

/** Waits until the page knows its place in the feed: it misses no event from then on. */
export async function untilLive(page: Page): Promise<void> {
  // The history of a pet and the list of today read events too, with a filter.
  const isLive = `performance.getEntriesByType("resource").some(({ name }) => /\\/v1\\/events\\?(?!.*(petId|types))/.test(name))`;
  // The policy of the page forbids `waitForFunction`.
  await until(() => page.evaluate<boolean>(isLive), "the place in the feed");
}

const axeSource = Bun.file(join(import.meta.dir, "../../node_modules/axe-core/axe.min.js")).text();

/** What axe finds on the page: each rule with the elements that break it. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Nothing is wrong with a page that is still empty but that it is empty.
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.evaluate(await axeSource);
  return page.evaluate(`axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target + ": " + failureSummary)))`);
}

/** Takes a screenshot for a person to look at, if SHOTS names a folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
