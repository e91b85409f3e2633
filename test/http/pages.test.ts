import { expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openService, type TestService } from "../support/harness.ts";
import { document } from "../support/published.ts";
import { run } from "../support/run.ts";

/** Sends a request without a key. */
function visit(service: TestService, path: string): Promise<Response> {
  return service.fetch(new Request(`http://shop.test${path}`));
}

test("/healthz and /readyz report the state of the service, and other paths point to the API", async () => {
  await using service = await openService();
  const read = async (path: string) => (await visit(service, path)).json();
  expect(await read("/healthz")).toEqual({ status: "ok" });
  expect(await read("/readyz")).toEqual({ status: "ready" });
  expect(await read("/pets")).toEqual({
    code: "not_found",
    message: "Nothing exists at this path. The API is at /v1, its reference at /docs, the staff console at /console",
    status: 404,
  });
});

test("/ redirects browsers to the console and programs to the reference", async () => {
  await using service = await openService();
  const goTo = async (Accept: string) => {
    const response = await service.send("/", { headers: { Accept } });
    return [response.status, response.headers.get("Location"), response.headers.get("Vary")];
  };
  expect(await goTo("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")).toEqual([302, "/console", "Accept"]);
  expect(await goTo("*/*")).toEqual([302, "/docs", "Accept"]);
});

test("/v1/openapi.json is the published document, public and revalidated with its tag", async () => {
  await using service = await openService();
  const response = await visit(service, "/v1/openapi.json");
  const { headers } = response;
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.get("Cache-Control")).toBe("public, no-cache");
  expect(await response.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
    info: { version: "1.0.0" },
    servers: expect.arrayContaining([expect.objectContaining({ url: service.base })]),
  });
  const plain = { "Accept-Encoding": "identity" };
  const [second, head] = [
    await service.send("/v1/openapi.json", { headers: plain }),
    await service.send("/v1/openapi.json", { headers: plain, method: "HEAD" }),
  ];
  const length = String((await second.bytes()).length);
  for (const one of [second, head]) expect(one.headers.get("Content-Length")).toBe(length);
  const tag = headers.get("ETag") ?? "";
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const again = await service.send("/v1/openapi.json", { headers: { "If-None-Match": known } });
    expect({ known, status: again.status, text: await again.text() }).toEqual({ known, status: 304, text: "" });
  }
});

test.each(["/v1/openapi.json", "/v1/openapi-3.0.json"])("%s is compressed for those who accept gzip", async (path) => {
  await using service = await openService();
  const get = (encoding: string) => service.send(path, { headers: { "Accept-Encoding": encoding } });
  const [zipped, plain] = [await get("br, gzip"), await get("gzip;q=0")];
  const encodings = [zipped, plain].map(({ headers }) => headers.get("Content-Encoding"));
  expect(encodings).toEqual(["gzip", null]);
  expect(zipped.headers.get("Vary")).toBe("Accept-Encoding");
  expect(zipped.headers.get("ETag")).not.toBe(plain.headers.get("ETag"));
  expect(Number(zipped.headers.get("Content-Length"))).toBeLessThan(70_000);
  expect(Bun.gunzipSync(await zipped.bytes())).toEqual(await plain.bytes());
});

test.each([
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["br,X-GZIP ; Q=0.5 , deflate", "gzip"],
  ["gzip;q=0.001", "gzip"],
  ["gzip;Q=0.000", null],
  ["x-gzip; q=0, br", null],
  ["not-gzip", null],
  ["gzipped", null],
  ["identity", null],
])("Accept-Encoding: %s gets a body in %p", async (encoding, expected) => {
  await using service = await openService();
  const { headers } = await service.send("/v1/openapi.json", { headers: { "Accept-Encoding": encoding } });
  expect(headers.get("Content-Encoding")).toBe(expected);
});

test("the document is found where tools look for it, and in OpenAPI 3.0 too", async () => {
  await using service = await openService();
  for (const path of ["/openapi.json", "/.well-known/openapi", "/.well-known/openapi.json"]) {
    const { status, headers } = await service.send(path, { redirect: "manual" });
    expect([path, status, headers.get("Location")]).toEqual([path, 308, "/v1/openapi.json"]);
  }
  const older = await (await visit(service, "/v1/openapi-3.0.json")).json();
  expect(older).toMatchObject({ openapi: "3.0.3", servers: [{ url: service.base }, {}] });
  expect(Object.keys(older.paths)).toEqual(Object.keys(document.paths));
  expect(JSON.stringify(older)).not.toContain('"null"');
  const file = join(mkdtempSync(join(tmpdir(), "openapi-")), "openapi-3.0.json");
  await Bun.write(file, JSON.stringify(older));
  const rules = ["--skip-rule", "no-required-schema-properties-undefined", "--skip-rule", "no-unused-components"];
  const lint = await run("node_modules/.bin/redocly", "lint", file, "--format=json", ...rules);
  expect(JSON.parse(lint).totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
}, 60_000);

test.each([
  ["/v2/pet/7", "The Swagger Petstore's /pet/7 is /v1/pets/7 here"],
  ["/v1/pet/findByStatus", "The Swagger Petstore's /pet/findByStatus is /v1/pets?status=available here"],
  ["/api/v3/store/order/3", "The Swagger Petstore's /store/order/3 is /v1/store/orders/3 here"],
])("%s of the Swagger Petstore is 404 with the path that does the same here", async (path, hint) => {
  await using service = await openService();
  const headers = { Authorization: `Bearer ${service.adminKey}` };
  const response = await service.send(path, { headers });
  expect([response.status, (await response.json()).message]).toEqual([404, expect.stringContaining(hint)]);
});

test("/metrics counts and times each response by operation and status", async () => {
  await using service = await openService();
  await service.reader.listPets();
  await service.reader.listPets();
  await service.anonymous.listPets();
  await service.reader.getPet({ params: { petId: 404n } });
  await service.send("/v1/dogs");
  const response = await visit(service, "/metrics");
  expect(response.headers.get("Content-Type")).toStartWith("text/plain");
  const measured = (await response.text()).split("\n");
  expect(measured).toContain('petstore_http_requests_total{operation="listPets",status="200"} 2');
  expect(measured).toContain('petstore_http_requests_total{operation="listPets",status="401"} 1');
  expect(measured).toContain('petstore_http_requests_total{operation="getPet",status="404"} 1');
  expect(measured).toContain('petstore_http_requests_total{operation="none",status="404"} 1');
  expect(measured).toContain('petstore_http_request_duration_seconds_count{operation="listPets"} 3');
});

test("/metrics names no operation before its first response", async () => {
  await using service = await openService();
  const series = async () => (await (await visit(service, "/metrics")).text()).split("\n");
  expect((await series()).filter((line) => line.includes("operation="))).toEqual([]);
  await service.reader.listPets();
  // The page of the metrics is an operation of its own.
  const operations = new Set((await series()).map((line) => /operation="([^"]+)"/.exec(line)?.[1]));
  expect(operations).toEqual(new Set([undefined, "/metrics", "listPets"]));
});

test("/metrics does not grow with unknown paths", async () => {
  await using service = await openService();
  for (const path of ["/made-up-1", "/v1/made-up-2", "/v1/pets/made-up-3"]) await service.send(path);
  await service.send("/v1/pets", { method: "DELETE" });
  expect(await (await visit(service, "/metrics")).text()).not.toContain("made-up");
});

test("the console's page says the currency and the time zone of the shop", async () => {
  await using service = await openService({}, undefined, { shopCurrency: "CHF", shopTimeZone: "Europe/Zurich" });
  const page = await (await service.send("/console")).text();
  const [, shop = ""] = /<meta name="petstore-shop" content="([^"]*)">/.exec(page) ?? [];
  expect(JSON.parse(shop.replaceAll("&quot;", '"'))).toMatchObject({ currency: "CHF", timeZone: "Europe/Zurich" });
});
