/* The client package in a page without TLS, as in the network of a shop: there is no `crypto.randomUUID`. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { launchBrowser } from "../support/browser.ts";
import { openService } from "../support/harness.ts";

const PAGE = `
import { Petstore, PetstoreError } from "${join(import.meta.dir, "../../src/client/index.ts")}";
const petstore = new Petstore({ baseUrl: "/v1", apiKey: KEY });
const report = async () => {
  const rex = await petstore.pets.create({ name: "Rex", categoryId: 9007199254740993n });
  const names = [];
  for await (const { name } of petstore.pets.list()) names.push(name);
  const code = await petstore.pets.delete(404).catch((error) => PetstoreError.is(error) && error.code);
  return { isSecureContext, uuid: typeof crypto.randomUUID, categoryId: String(rex.categoryId), names, code };
};
globalThis.report = report();
`;

/** The page's program, as a bundler for browsers makes it. */
async function bundle(key: string): Promise<string> {
  const files = { "/page.js": `const KEY = ${JSON.stringify(key)};${PAGE}` };
  const { outputs } = await Bun.build({ entrypoints: ["/page.js"], files, target: "browser" });
  return (await outputs[0]?.text()) ?? "";
}

test("the client works in a page without TLS", async () => {
  await using service = await openService();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const program = await bundle(service.adminKey);
    await page.route("http://petstore.lan/**", async (route) => {
      const { pathname, search } = new URL(route.request().url());
      if (pathname === "/page.js") return route.fulfill({ contentType: "text/javascript", body: program });
      if (!pathname.startsWith("/v1/")) return route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
      const response = await route.fetch({ url: `http://127.0.0.1:${service.port}${pathname}${search}` });
      return route.fulfill({ response });
    });
    await page.goto("http://petstore.lan/");
    await page.addScriptTag({ url: "/page.js", type: "module" });
    expect(await page.evaluate<unknown>("report")).toEqual({
      isSecureContext: false,
      uuid: "undefined",
      categoryId: "9007199254740993",
      names: ["Rex"],
      code: "not_found",
    });
  } finally {
    await browser.close();
  }
}, 60_000);
