/* The service behind a proxy that buffers, limits and renames as nginx does with its defaults, at a root and below a path. */
import { describe, expect, test } from "bun:test";
import { type BufferingProxy, startBufferingProxy } from "../support/buffering-proxy.ts";
import { addPet, openService, rex, type TestService } from "../support/harness.ts";
import { jpeg } from "../support/images.ts";
import { client } from "../support/typed-client.ts";

const BASE_URL = "https://pets.example/shop/v1";

interface Behind extends AsyncDisposable {
  readonly service: TestService;
  readonly proxy: BufferingProxy;
  get(path: string, init?: RequestInit): Promise<Response>;
}

/** A shop below a path. */
async function openBehind(keepsBasePath = false): Promise<Behind> {
  const settings = { baseUrl: BASE_URL, shopName: "Riverside", shopInquiries: 1, trustProxy: 1 };
  const service = await openService({}, undefined, settings);
  const proxy = await startBufferingProxy({ port: service.port, basePath: "/shop", keepsBasePath });
  return {
    service,
    proxy,
    get: (path, init) => fetch(`http://127.0.0.1:${proxy.port}${path}`, { redirect: "manual", ...init }),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

test("the stream of events arrives at once, and no cache keeps it", async () => {
  await using service = await openService();
  await using proxy = await startBufferingProxy({ port: service.port });
  const headers = { Authorization: `Bearer ${service.adminKey}` };
  const direct = await service.send("/v1/events/stream");
  expect([direct.headers.get("X-Accel-Buffering"), direct.headers.get("Cache-Control")]).toEqual(["no", "no-store"]);
  await direct.body?.cancel();
  const response = await fetch(`http://127.0.0.1:${proxy.port}/v1/events/stream`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? "";
  };
  await readUntil("retry:");
  await service.admin.createPet({ body: { name: "Rex", categoryId: 1n } });
  await service.publish();
  await readUntil("pet.created");
  await reader?.cancel();
});

describe.each([
  ["a proxy that removes the path", false],
  ["a proxy that keeps it", true],
])("below a path, behind %s", (_, keepsBasePath) => {
  test("every link of a page leads somewhere below that path", async () => {
    await using behind = await openBehind(keepsBasePath);
    await addPet(behind.service.store, { ...rex, name: "Biscuit" });
    const file = new Blob([await jpeg()], { type: "image/jpeg" });
    await behind.service.admin.addPhoto({ params: { petId: 1n }, file, query: {} });
    const seen = new Set<string>();
    const open = [
      "/shop/",
      "/shop/docs",
      "/shop/docs/events",
      "/shop/console",
      "/shop/pets/1-biscuit",
      "/shop/llms.txt",
    ];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path) || seen.size > 150) continue;
      seen.add(path);
      const response = await behind.get(path, { headers: { Accept: "text/html" } });
      expect([path, response.status]).toEqual([path, 200]);
      const text = await response.text();
      const type = response.headers.get("Content-Type") ?? "";
      const links = /html|css|xml/.test(type) ? linksIn(text, path) : [];
      for (const link of links) {
        expect([path, link]).toEqual([path, expect.stringMatching(/^\/shop\//)]);
        if (!link.startsWith("/shop/v1/")) open.push(link);
      }
    }
    for (const kind of [
      /\/photos\/[\w-]+\.webp$/,
      /\/fonts\/.*woff2$/,
      /\/console\/index-.*css$/,
      /send-request\.js/,
      /feed\.xml/,
    ])
      expect([...seen].some((path) => kind.test(path))).toBe(true);
  });

  test("the API works, and its addresses have the path", async () => {
    await using behind = await openBehind(keepsBasePath);
    const { adminKey } = behind.service;
    const through = client(`http://127.0.0.1:${behind.proxy.port}/shop/v1`, adminKey);
    const headers = { Authorization: `Bearer ${adminKey}`, "Content-Type": "application/json" };
    const created = await behind.get("/shop/v1/pets", {
      method: "POST",
      headers,
      body: '{"name":"Rex","categoryId":1}',
    });
    expect([created.status, created.headers.get("Location")]).toEqual([201, `${BASE_URL}/pets/1`]);
    await through.createPet({ body: { name: "Mia", categoryId: 1n } });
    const page = await behind.get("/shop/v1/pets?limit=1", { headers });
    const next = page.headers.get("Link") ?? "";
    expect(next).toStartWith(`<${BASE_URL}/pets?limit=1&cursor=`);
    const document = await (await behind.get("/shop/v1/openapi.json")).json();
    expect(document.servers[0].url).toBe(BASE_URL);
    expect(document.externalDocs.url).toBe("https://pets.example/shop/docs/errors");
    expect(document.info.description).toContain("](/shop/docs/events)");
    const file = new Blob([await jpeg()], { type: "image/jpeg" });
    const { body: photo } = await through.addPhoto({ params: { petId: 1n }, file, query: {} });
    expect(photo).toMatchObject({ urls: { large: expect.stringMatching(/^https:\/\/pets\.example\/shop\/photos\//) } });
    const [escaped, moved] = await Promise.all(
      ["/shop/v1/%70ets", "/shop/openapi.json"].map((path) => behind.get(path, { headers })),
    );
    expect(escaped?.headers.get("Location")).toBe(`${BASE_URL}/pets`);
    expect(moved?.headers.get("Location")).toBe("/shop/v1/openapi.json");
    const invited = await through.createInvitation({ body: { name: "Ada", role: "staff" } });
    expect(invited.body).toMatchObject({ url: expect.stringMatching(/^https:\/\/pets\.example\/shop\/console#/) });
    expect(await (await behind.get("/shop/feed.xml")).text()).toContain("https://pets.example/shop/pets/1-rex");
    expect(await (await behind.get("/shop/robots.txt")).text()).toContain("Disallow: /shop/v1/");
  });
});

test("without the path the service answers too, as on its own machine", async () => {
  await using behind = await openBehind();
  for (const path of ["/readyz", "/v1/openapi.json", "/docs", "/console", "/"])
    expect([path, (await behind.service.send(path)).status]).toEqual([path, 200]);
});

test("a page of the proxy in place of a response is an unexpected_response with its status", async () => {
  await using service = await openService();
  await using proxy = await startBufferingProxy({ port: service.port });
  const through = client(`http://127.0.0.1:${proxy.port}/v1`, service.adminKey);
  const file = new Blob([new Uint8Array(2 ** 20 + 1)], { type: "image/jpeg" });
  const refused = await fetch(`http://127.0.0.1:${proxy.port}/v1/pets/1/photos`, { method: "POST", body: file });
  expect([refused.status, refused.headers.get("Server")]).toEqual([413, "nginx"]);
  proxy.target = 1;
  await expect(through.listPets()).rejects.toMatchObject({ code: "unexpected_response", status: 502 });
});

/** The addresses in a page or a style sheet, absolute within the origin; those of other origins are left out. */
function linksIn(text: string, path: string): readonly string[] {
  const withoutSamples = text.replaceAll(/<pre.*?<\/pre>/gs, "");
  const found = withoutSamples.matchAll(
    /(?:href|src|action|poster)="([^"#]+)[^"]*"|url\("?([^")]+)"?\)|srcset="([^" ]+)/g,
  );
  const urls = [...found].map(([, link, inStyle, inSet]) => link ?? inStyle ?? inSet ?? "");
  return urls
    .map((url) => new URL(url.replaceAll("&amp;", "&"), `http://pets.test${path}`))
    .filter(({ origin }) => origin === "http://pets.test")
    .map(({ pathname, search }) => pathname + search);
}
