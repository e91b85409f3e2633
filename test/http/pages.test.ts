import { expect, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";

/** Sends a request without a key. */
function visit(service: TestService, path: string): Promise<Response> {
  return service.fetch(new Request(`http://shop.test${path}`));
}

test("/healthz and /readyz say how the service is, and other paths name the interface", async () => {
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
  const tag = headers.get("ETag") ?? "";
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const again = await service.send("/v1/openapi.json", { headers: { "If-None-Match": known } });
    expect({ known, status: again.status, text: await again.text() }).toEqual({ known, status: 304, text: "" });
  }
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

test("/metrics does not grow with unknown paths", async () => {
  await using service = await openService();
  for (const path of ["/made-up-1", "/v1/made-up-2", "/v1/pets/made-up-3"]) await service.send(path);
  await service.send("/v1/pets", { method: "DELETE" });
  expect(await (await visit(service, "/metrics")).text()).not.toContain("made-up");
});
