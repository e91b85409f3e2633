import { expect } from "bun:test";
import { test } from "../databases.ts";
import { openService, type TestService } from "../harness.ts";

/** A visitor has no key and is not asked for one. */
function visit(service: TestService, path: string): Promise<Response> {
  return service.fetch(new Request(`http://shop.test${path}`));
}

test("/healthz says that the process lives", async () => {
  await using service = await openService();
  const response = await visit(service, "/healthz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});

test("/readyz says that the store answers", async () => {
  await using service = await openService();
  const response = await visit(service, "/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ready" });
});

test("/ leads to the reference", async () => {
  await using service = await openService();
  const response = await visit(service, "/");
  expect(response.status).toBe(302);
  expect(response.headers.get("Location")).toBe("/docs");
});

test("/v1/openapi.json is the published document", async () => {
  await using service = await openService();
  const response = await visit(service, "/v1/openapi.json");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(await response.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1/),
    info: { version: "1.0.0" },
    servers: expect.arrayContaining([expect.objectContaining({ url: service.base })]),
  });
});

test("/metrics counts each answer by operation and status, and times it", async () => {
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
  expect(measured).toContain('petstore_http_request_seconds_count{operation="listPets"} 3');
  expect(measured).toContain("petstore_http_requests_in_flight 1");
});

test("/metrics does not grow with the paths that clients make up", async () => {
  await using service = await openService();
  await service.send("/made-up-1");
  await service.send("/v1/made-up-2");
  await service.send("/v1/pets/made-up-3");
  await service.send("/v1/pets", { method: "DELETE" });
  expect(await (await visit(service, "/metrics")).text()).not.toContain("made-up");
});

test("everything else outside of the interface is 404 and says where the interface is", async () => {
  await using service = await openService();
  const response = await visit(service, "/pets");
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    code: "not_found",
    message: "There is nothing at this path; the interface is at /v1, its reference at /docs",
    status: 404,
  });
});
