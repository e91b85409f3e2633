/* The client package in a page. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { SHOP_HOST } from "../support/browser.ts";
import { openService, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { openShop, untilTestEnds } from "../support/shops.ts";
import { openPage } from "./visit.ts";

setDefaultTimeout(60_000);

/** Runs a function body on a page, with `petstore` and `PetstoreError` of the client package, and returns what it returns. */
async function runOnPage(service: TestService, host: string, body: string): Promise<unknown> {
  const program = `
    import { Petstore, PetstoreError } from "${join(import.meta.dir, "../../src/client/index.ts")}";
    const petstore = new Petstore({ baseUrl: "/v1", apiKey: ${JSON.stringify(service.adminKey)} });
    globalThis.report = (async () => { ${body} })();`;
  const files = { "/page.js": program };
  const { outputs } = await Bun.build({ entrypoints: ["/page.js"], files, target: "browser", format: "iife" });
  const page = await openPage(service, "/healthz", { host });
  await page.evaluate((await outputs[0]?.text()) ?? "");
  return page.evaluate("report");
}

test("the client works in a page without TLS, where there is no crypto.randomUUID, as in the network of a shop", async () => {
  const report = await runOnPage(
    await openShop(),
    SHOP_HOST,
    `const rex = await petstore.pets.create({ name: "Rex", categoryId: 9007199254740993n });
     const names = [];
     for await (const { name } of petstore.pets.list()) names.push(name);
     const code = await petstore.pets.delete(404).catch((error) => PetstoreError.is(error) && error.code);
     return { isSecureContext, uuid: typeof crypto.randomUUID, categoryId: String(rex.categoryId), names, code };`,
  );
  expect(report).toEqual({
    isSecureContext: false,
    uuid: "undefined",
    categoryId: "9007199254740993",
    names: ["Rex"],
    code: "not_found",
  });
});

test("a page is told how much of a photo is sent, up to all of it, and a refusal is an error as always", async () => {
  const service = untilTestEnds(await openService({ bodyTimeoutMs: 10_000 }));
  await service.admin.createPet({ body: rex });
  const report = await runOnPage(
    service,
    "127.0.0.1",
    `const told = [];
     // What follows the end of a photo does not count: it makes the file large enough to take a while.
     const parts = [Uint8Array.from(${JSON.stringify([...(await jpeg())])}), new Uint8Array(4e6)];
     const file = new Blob(parts, { type: "image/jpeg" });
     const add = (petId, onProgress) => petstore.pets.photos.add(petId, file, {}, { onProgress });
     const { position } = await add(1, (progress) => told.push(progress));
     const code = await add(404, () => {}).catch((error) => PetstoreError.is(error) && error.code);
     const inOrder = told.every(({ sent }, index) => index === 0 || sent >= told[index - 1].sent);
     const { sent, total } = told.at(-1);
     return { position, code, inOrder, isAll: sent === file.size && total === file.size };`,
  );
  expect(report).toEqual({ position: 1, code: "not_found", inOrder: true, isAll: true });
});
