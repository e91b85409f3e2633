/* The reference at /docs in a browser. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { contract, operations } from "../../src/contract/index.ts";
import { openWithPet, rex, type TestService } from "../support/harness.ts";
import { emptyPage } from "./visit.ts";

/** The page is a program of 3.5 MB that shows everything at once: on a busy machine it takes its time. */
const PATIENCE_MS = 60_000;

setDefaultTimeout(2 * PATIENCE_MS);

// To show it takes ten seconds: the tests share it, and the first one only looks.
let service: TestService;
let opened: Awaited<ReturnType<typeof emptyPage>>;
beforeAll(async () => {
  service = await openWithPet({ ...rex, name: "Biscuit" });
  opened = await emptyPage(service);
  opened.page.setDefaultTimeout(PATIENCE_MS);
  await opened.page.goto("/docs");
  await opened.page.getByRole("heading", { level: 1 }).first().waitFor();
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

// The page has one such button per operation. Its name contains the method and the path.
function tryButton(page: Page, method: string, path: string): Locator {
  return page.getByRole("button", { name: new RegExp(`^Test Request ?\\(${method} ${RegExp.escape(path)}\\)$`) });
}

describe("the reference in a browser", () => {
  test("shows every operation and contacts no other origin", async () => {
    const { page } = opened;
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
    await page.mouse.move(800, 500);
    for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 900);
    expect(await page.locator("a[href*='scalar.com']:visible").count()).toBe(0);
    const advertising = page.getByText(/Ask AI|Powered by|Open API Client|Developer Tools/i);
    expect(await advertising.locator("visible=true").count()).toBe(0);
  });

  test("has samples in curl, with the client package and in Python, and sends a request, from a phone too", async () => {
    const { page } = opened;
    const card = page.locator(".request-card").filter({ has: tryButton(page, "post", contract.createPet.path) });
    await card.getByText(`curl -X POST "${service.base}/pets"`).waitFor();
    await card.getByTestId("client-picker").click();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["curl", "Client package", "Python"]);
    await page.getByRole("option", { name: "Client package" }).click();
    await card.getByText("petstore.pets.create(").waitFor();
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 900 };
    const dialog = page.getByRole("dialog").filter({ hasText: "Response" });
    const send = dialog.getByRole("button", { name: /^Send get request/ });
    await page.setViewportSize({ width: 390, height });
    await tryButton(page, "get", "/pets").click();
    await send.waitFor();
    const rights = await dialog
      .locator("table, td, button:visible")
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(390);
    await send.click();
    await dialog.getByText("the API key is empty").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.setViewportSize({ width, height });
    await page.getByPlaceholder("Token").first().fill(service.adminKey);
    await tryButton(page, "get", "/pets").click();
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/pets");
    await send.click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(answer.request().headers()["authorization"]).toBe(`Bearer ${service.adminKey}`);
    await dialog.getByText("Biscuit").first().waitFor();
    const kept = await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })");
    expect(kept).not.toContain(service.adminKey);
  });
});
