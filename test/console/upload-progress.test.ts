/* The client package tells a page how much of a photo is sent. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { launchBrowser } from "../support/browser.ts";
import { openService, rex } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";

const PAGE = `
import { Petstore, PetstoreError } from "${join(import.meta.dir, "../../src/client/index.ts")}";
const petstore = new Petstore({ baseUrl: "/v1", apiKey: KEY });
const report = async () => {
  const told = [];
  // What follows the end of a photo does not count: it makes the file large enough to take a while.
  const file = new Blob([Uint8Array.from(PHOTO), new Uint8Array(4e6)], { type: "image/jpeg" });
  const { position } = await petstore.pets.photos.add(1, file, {}, { onProgress: (progress) => told.push(progress) });
  const code = await petstore.pets.photos
    .add(404, file, {}, { onProgress() {} })
    .catch((error) => PetstoreError.is(error) && error.code);
  const inOrder = told.every(({ sent }, index) => index === 0 || sent >= told[index - 1].sent);
  return { position, code, inOrder, last: told.at(-1), size: file.size };
};
globalThis.report = report();
`;

/** The page's program, as a bundler for browsers makes it. */
async function bundle(key: string): Promise<string> {
  const constants = `const KEY = ${JSON.stringify(key)}; const PHOTO = ${JSON.stringify([...(await jpeg())])};`;
  const files = { "/page.js": constants + PAGE };
  const { outputs } = await Bun.build({ entrypoints: ["/page.js"], files, target: "browser" });
  return (await outputs[0]?.text()) ?? "";
}

test("a page is told how much of a photo is sent, up to all of it, and a refusal is an error as always", async () => {
  await using service = await openService({ bodyTimeoutMs: 10_000 });
  await service.admin.createPet({ body: rex });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const origin = `http://127.0.0.1:${service.port}`;
    const program = await bundle(service.adminKey);
    await page.route(`${origin}/page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: program }));
    await page.route(`${origin}/page`, (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
    await page.goto(`${origin}/page`);
    await page.addScriptTag({ url: "/page.js", type: "module" });
    const told = await page.evaluate<{ readonly size: number }>("report");
    const { size } = told;
    expect(told).toEqual({
      position: 1,
      code: "not_found",
      inOrder: true,
      last: { sent: size, total: size },
      size,
    } as never);
  } finally {
    await browser.close();
  }
}, 60_000);
