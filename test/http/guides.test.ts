/* The guides that the service has beside its reference: as pages, in Markdown, and listed in llms.txt. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { guides } from "../../src/contract/openapi/document-guides.ts";
import { openService, type TestService } from "../support/harness.ts";

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const names = Object.keys(guides);
const read = async (path: string) => await (await service.send(path)).text();

/** The addresses that a page or a text of Markdown links to, absolute. */
function linksIn(text: string, path: string): readonly URL[] {
  const links = text.matchAll(path.endsWith(".md") || path.endsWith(".txt") ? /\]\(([^)\s]+)\)/g : /href="([^"]+)"/g);
  return [...links].map(([, target = ""]) => new URL(target, `http://shop.test${path}`));
}

test.each(
  [...names.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]), "/docs/llms.txt", "/llms.txt"].map((path) => [
    path,
  ]),
)("every link of %s leads somewhere", async (path) => {
  const links = linksIn(await read(path), path).filter(({ origin }) => origin === "http://shop.test");
  for (const { pathname, hash } of links) {
    const response = await service.send(pathname);
    expect([pathname, response.status]).toEqual([pathname, 200]);
    // The headings of Markdown have no ids: those of the page are the same.
    const page = hash === "" ? "" : await read(pathname.replace(/\.md$/, ""));
    if (hash !== "") expect(page).toContain(` id="${hash.slice(1)}"`);
  }
});

test("the reference, every page and llms.txt link to every guide", async () => {
  const { info } = (await (await service.send("/v1/openapi.json")).json()) as { info: { description: string } };
  const index = await read("/llms.txt");
  for (const name of names) {
    expect(info.description).toContain(`(/docs/${name})`);
    expect(index).toContain(`(/docs/${name}.md)`);
    for (const other of names) expect(await read(`/docs/${other}`)).toContain(`<a href="/docs/${name}"`);
  }
  expect(index).toContain("(/v1/openapi.json)");
});

test.each([
  ["/docs/events", "text/html"],
  ["/docs/events.md", "text/markdown"],
  ["/docs/llms.txt", "text/plain"],
])("%s is %s, allows no scripts, and is sent again only after a change", async (path, type) => {
  const { status, headers } = await service.send(path);
  expect([status, headers.get("Content-Type")]).toEqual([200, `${type}; charset=utf-8`]);
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const again = await service.send(path, { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
  expect(again.status).toBe(304);
});

test("the Markdown is the guide of the repository", async () => {
  for (const name of names) expect(await read(`/docs/${name}.md`)).toBe(await Bun.file(`docs/${name}.md`).text());
});
