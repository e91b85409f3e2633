/* The reference at /docs in a browser. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { contract, operations } from "../../src/contract/index.ts";
import { openWithPet, rex, type TestService } from "../support/harness.ts";
import { untilTestEnds } from "../support/shops.ts";
import { emptyPage } from "./visit.ts";

setDefaultTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await openWithPet({ ...rex, name: "Biscuit" });
});
afterAll(() => service?.[Symbol.asyncDispose]());

async function openReference(options: BrowserContextOptions & { readonly mayFail?: boolean } = {}, fragment = "") {
  const { page } = untilTestEnds(await emptyPage(service, options));
  await page.goto(`/docs${fragment}`);
  return page;
}

/** The element of an operation, opened. */
async function opened(page: Page, id: string) {
  const operation = page.locator("details.op").filter({ has: page.locator(`#${id}`) });
  await operation.locator("summary").first().click();
  return operation;
}

describe("the reference", () => {
  test("on a phone, without a script, shows an operation, no wider than the screen", async () => {
    const width = 320;
    const page = await openReference({ viewport: { width, height: 700 }, javaScriptEnabled: false });
    expect(await page.locator("details.op").count()).toBe(operations.length + 1);
    await opened(page, "createPet");
    const box = await page.locator("#createPet").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await page.getByText("Adds a pet and its stock entry").isVisible()).toBe(true);
  });

  test("opens the operation that an address leads to", async () => {
    const page = await openReference({}, "#placeOrder");
    await page.getByText("petstore.orders.place(").waitFor({ state: "attached" });
    expect(await page.locator("#placeOrder").isVisible()).toBe(true);
    expect(await page.locator("#createPet").isVisible()).toBe(false);
    await page.locator("#placeOrder").getByRole("link", { name: "Order", exact: true }).first().click();
    expect(await page.locator("#schema-Order").isVisible()).toBe(true);
  });

  test("sends requests with a key that leaves no trace", async () => {
    const page = await openReference({ mayFail: true });
    const list = await opened(page, "listPets");
    await list.getByText("Send a request").click();
    await list.getByRole("button", { name: "Send GET" }).click();
    await list.getByText("the API key is empty").or(list.getByText('"unauthorized"')).first().waitFor();
    await page.getByLabel("API key").fill(service.adminKey);
    await list.getByLabel("name", { exact: true }).fill("Bisc");
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === "/v1/pets");
    await list.getByRole("button", { name: "Send GET" }).click();
    const request = (await answered).request();
    expect([new URL(request.url()).search, request.headers()["authorization"]]).toEqual([
      "?name=Bisc",
      `Bearer ${service.adminKey}`,
    ]);
    await list.getByText('"name": "Biscuit"').waitFor();
    const kept = await page.evaluate(`Promise.all([caches.keys(), indexedDB.databases()]).then((found) =>
      JSON.stringify([found.flat(), document.cookie, { ...localStorage, ...sessionStorage }, location.href, history.state]))`);
    expect(kept).not.toContain(service.adminKey);
    expect(JSON.stringify(service.log)).not.toContain(service.adminKey);
    await page.reload();
    expect(await page.getByLabel("API key").inputValue()).toBe("");
  });

  test("sends bodies, files and large numbers as they were typed, and shows events as they come", async () => {
    const page = await openReference();
    await page.getByLabel("API key").fill(service.adminKey);
    const create = await opened(page, "createPet");
    await create.getByText("Send a request").click();
    await create.getByLabel("Body").fill('{"name": "Ada", "categoryId": 9223372036854775807}');
    await create.getByRole("button", { name: "Send POST" }).click();
    await create.getByText('"categoryId": 9223372036854775807').waitFor();
    const imports = await opened(page, "createImport");
    await imports.getByText("Send a request").click();
    const file = { name: "pets.csv", mimeType: "text/csv", buffer: Buffer.from("name,category\nMia,Dogs\n") };
    await imports.getByLabel("File to send").setInputFiles(file);
    await imports.getByRole("button", { name: "Send POST" }).click();
    await imports
      .locator("output")
      .getByText(/^20\d /)
      .waitFor();
    const stream = await opened(page, "streamEvents");
    await stream.getByText("Send a request").click();
    await stream.getByRole("button", { name: "Send GET" }).click();
    await stream.getByText("retry: 2000").waitFor();
    await service.admin.createPet({ body: { name: "Zoe", categoryId: 1n } });
    await service.publish();
    await stream.getByText('"name":"Zoe"').waitFor();
    await stream.getByText("Send a request").click();
  });
});

test("the page, its style and its script are at most 60 kB, compressed", async () => {
  const page = await (await service.send("/docs")).text();
  const files = [...page.matchAll(/(?:src|href)="(\/docs\/[\w-]+\.(?:css|js)[^"]*)"/g)].map(([, path = ""]) => path);
  expect(files).toHaveLength(2);
  const sizes = await Promise.all(
    ["/docs", ...files].map(async (path) => {
      const { headers } = await service.send(path, { headers: { "Accept-Encoding": "gzip" }, method: "HEAD" });
      return Number(headers.get("Content-Length"));
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
});

test("the page has every operation with its parameters, errors and samples", async () => {
  const page = await (await service.send("/docs")).text();
  const missing: unknown[] = [];
  for (const { id, success, query, params } of operations) {
    const body = (page.split(`<div id="${id}">`)[1] ?? "").split('<details class="op"')[0] ?? "";
    const inBody = [String(success.status), "unauthorized", "internal_error", "curl", "TypeScript", "Python"];
    const parameters = Object.keys({ ...query?.shape, ...params?.shape }).map((name) => `<code>${name}</code>`);
    for (const text of [...inBody, ...parameters]) if (!body.includes(text)) missing.push([id, text]);
  }
  expect(missing).toEqual([]);
  expect(page.match(/<i>deprecated<\/i>/g)).toHaveLength(operations.filter(({ deprecation }) => deprecation).length);
  expect(page).toContain(`petstore.pets.create(`);
  expect(page).toContain(`${service.base}${contract.listPets.path}`);
});
