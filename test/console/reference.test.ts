import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Locator, Page } from "playwright-core";
import { readConfig } from "../../src/config.ts";
import { contract, operations } from "../../src/contract/index.ts";
import { serve } from "../../src/server.ts";
import { emptyFolder } from "../support/folder.ts";
import { client } from "../support/typed-client.ts";
import { sharedBrowser } from "./browser.ts";

const KEY = "a-key-for-the-reference-page-only-1";

interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** The page is a program of 3.5 MB that shows everything at once: on a busy machine it takes its time. */
const PATIENCE_MS = 60_000;

setDefaultTimeout(2 * PATIENCE_MS);

/** The real service on its own port, with one pet. */
async function startService(): Promise<Service> {
  const folder = emptyFolder();
  const environment = {
    PORT: "0",
    DATABASE_URL: `sqlite://${folder.path}/petstore.db`,
    PETSTORE_API_KEY: KEY,
    LOG_LEVEL: "silent",
  };
  const service = await serve(readConfig({}, environment));
  await client(`${service.origin}/v1`, KEY).createPet({ body: { name: "Biscuit", categoryId: 1n } });
  return {
    url: service.origin,
    async stop() {
      await service.stop();
      folder[Symbol.dispose]();
    },
  };
}

interface Visit {
  readonly page: Page;
  readonly errors: string[];
  readonly foreign: string[];
}

// addInitScript sees violations from the first element on; console messages alone miss a blocked eval.
const watchPolicy = `document.addEventListener("securitypolicyviolation", (e) =>
  console.error("CSP", e.effectiveDirective, e.blockedURI, e.sourceFile + ":" + e.lineNumber));`;

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    locale: "en",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const errors: string[] = [];
  const foreign: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("requestfailed", (request) => errors.push(`${request.url()} ${request.failure()?.errorText ?? ""}`));
  page.on("request", (request) => {
    const target = new URL(request.url());
    const local = target.protocol === "data:" || target.protocol === "blob:";
    if (!local && target.origin !== new URL(url).origin) foreign.push(request.url());
  });
  page.on("websocket", (socket) => foreign.push(socket.url()));
  await page.addInitScript(watchPolicy);
  const response = await page.goto(`${url}/docs`);
  expect(response?.status()).toBe(200);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  return { page, errors, foreign };
}

// The page has one such button per operation. Its name contains the method and the path.
function tryButton(page: Page, method: string, path: string): Locator {
  return page.getByRole("button", { name: new RegExp(`^Test Request ?\\(${method} ${RegExp.escape(path)}\\)$`) });
}

/** A folder for screenshots, for a person to look at. */
const shots = process.env["SHOTS"];
async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${shots}/${name}.png` });
}

let service: Service;
/** On a wide screen; the tests use it one after the other. */
let wide: Visit;
beforeAll(async () => {
  service = await startService();
  wide = await visit(await sharedBrowser(), service.url);
});
afterAll(async () => {
  await wide?.page.context().close();
  await service?.stop();
});

describe("the reference in a browser", () => {
  test("shows every operation and contacts no other origin", async () => {
    const { page, errors, foreign } = wide;
    const last = operations.at(-1);
    await tryButton(page, last?.method.toLowerCase() ?? "", last?.path ?? "").waitFor({ state: "attached" });
    // All at once: a search of this page by role takes a quarter of a second.
    const headings = await page.locator("h1, h2, h3").allTextContents();
    const buttons = await page.locator("button").allTextContents();
    for (const { method, path, summary } of operations) {
      expect(headings.some((heading) => heading.includes(summary))).toBe(true);
      expect(buttons.some((button) => button.includes(`${method.toLowerCase()} ${path})`))).toBe(true);
    }
    expect(await page.getByText(/^deprecated$/i).count()).toBe(
      operations.filter(({ deprecation }) => deprecation).length,
    );
    await shoot(page, "top");
    await page.mouse.move(800, 500);
    for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 900);
    await shoot(page, "bottom");
    expect(await page.locator("a[href*='scalar.com']:visible").count()).toBe(0);
    expect(
      await page
        .getByText(/Ask AI|Powered by|Open API Client|Developer Tools/i)
        .locator("visible=true")
        .count(),
    ).toBe(0);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("has samples in curl, with the client package and in Python, beside an operation", async () => {
    const { page, errors } = wide;
    const { id, path } = contract.createPet;
    const card = page.locator(".request-card").filter({ has: tryButton(page, "post", path) });
    await card.getByText(`curl -X POST "${service.url}/v1/pets"`).waitFor();
    await card.getByTestId("client-picker").click();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["curl", "Client package", "Python"]);
    await page.getByRole("option", { name: "Client package" }).click();
    await card.getByText("petstore.pets.create(").waitFor();
    await shoot(page, `${id}-sample`);
    expect(errors).toEqual([]);
  });

  test("fits the dialog of a request into a screen of 390 pixels, and says that the key is empty", async () => {
    const { page, errors } = wide;
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
    await page.setViewportSize({ width: 390, height });
    await tryButton(page, "get", "/pets").click();
    const dialog = page.getByRole("dialog").filter({ hasText: "Response" });
    const send = dialog.getByRole("button", { name: /^Send get request/ });
    await send.waitFor();
    const rights = await dialog
      .locator("table, td, button:visible")
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(390);
    await send.click();
    await dialog.getByText("the API key is empty").first().waitFor();
    expect(errors.splice(0)).toEqual([expect.stringContaining("401")]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.setViewportSize({ width, height });
  });

  test("sends a request with a key", async () => {
    const { page, errors, foreign } = wide;
    await page.getByPlaceholder("Token").first().fill(KEY);
    await tryButton(page, "get", "/pets").click();
    const dialog = page.getByRole("dialog").filter({ hasText: "Response" });
    const send = dialog.getByRole("button", { name: /^Send get request/ });
    await send.waitFor();
    await shoot(page, "dialog");
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/pets");
    await send.click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers()["authorization"]).toBe(`Bearer ${KEY}`);
    await dialog
      .getByText(/\b200\b/)
      .first()
      .waitFor();
    await dialog.getByText("Biscuit").first().waitFor();
    await shoot(page, "answer");
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain(KEY);
    expect(errors).toEqual([]);
    expect(foreign).toEqual([]);
  });
});

describe("the files of the reference", () => {
  const fetchFile = (path: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, { headers: { "Accept-Encoding": "identity", ...headers } });

  test("are cached forever under their versioned names", async () => {
    const page = await (await fetchFile("/docs")).text();
    const names = [...page.matchAll(/src="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(names.length).toBe(2);
    for (const name of names) {
      const file = await fetchFile(name);
      expect(file.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const again = await fetchFile(name, { "If-None-Match": file.headers.get("ETag") ?? "" });
      expect(again.status).toBe(304);
    }
    expect((await fetchFile("/docs/scalar.js?v=old")).headers.get("Cache-Control")).toBe("no-cache");
  });

  test("are compressed for clients that accept gzip, with another entity tag", async () => {
    const plain = await fetchFile("/docs/scalar.js");
    const zipped = await fetchFile("/docs/scalar.js", { "Accept-Encoding": "br, gzip" });
    expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(zipped.headers.get("ETag")).not.toBe(plain.headers.get("ETag"));
    expect(await zipped.text()).toBe(await plain.text());
    const refused = await fetchFile("/docs/scalar.js", { "Accept-Encoding": "gzip;q=0" });
    expect(refused.headers.get("Content-Encoding")).toBeNull();
  });

  test("include an icon, and accept only GET and HEAD", async () => {
    for (const path of ["/favicon.svg", "/favicon.ico"])
      expect((await fetchFile(path)).headers.get("Content-Type")).toStartWith("image/svg+xml");
    const head = await fetch(`${service.url}/docs`, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("Content-Length"))).toBeGreaterThan(500);
    expect((await fetch(`${service.url}/docs`, { method: "POST" })).status).not.toBe(200);
  });
});
