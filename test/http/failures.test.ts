import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

test("hides the cause of a failure and names the request id, with which the log has the cause once", async () => {
  await using service = await openService();
  await service.sql("alter table pets rename to moved");
  const { status, headers, body } = await service.reader.listPets({ headers: { "X-Request-Id": "mine" } });
  expect(status).toBe(500);
  expect(body).toEqual({
    code: "internal_error",
    message: "The service failed; its log has the cause under the request id mine",
    status: 500,
  });
  expect(headers.get("Cache-Control")).toBe("no-store");
  const req = { id: "mine", method: "GET", url: "/v1/pets" };
  const fields = { err: expect.any(Error), req, operation: "listPets", code: "internal_error" };
  expect(service.log.filter(({ level }) => level === "error")).toEqual([{ level: "error", fields }]);
  expect(Bun.inspect(service.log)).toMatch(/no such table: pets|relation "pets" does not exist/);
});

test("logs each request in one line: its path without the query, its operation, the code of its error and the last characters of its key", async () => {
  await using service = await openService();
  await service.anonymous.listPets();
  await service.admin.getPet({ params: { petId: 404n } });
  await service.send("/v1/pets?limit=0");
  await service.send("/v1/pets?limit=1");
  await service.send("/v1/dogs?name=Rex", { method: "POST" });
  await service.send("/dogs?name=Rex");
  const logged = service.log.map(({ level, fields: { req, res, operation, code, key } }) => {
    const { method, url } = req as Record<string, string>;
    return [level, method, url, (res as { statusCode: number }).statusCode, operation, code, key];
  });
  const key = service.adminKey.slice(-4);
  expect(logged).toEqual([
    ["info", "GET", "/v1/pets", 401, "listPets", "unauthorized", undefined],
    ["info", "GET", "/v1/pets/404", 404, "getPet", "not_found", key],
    ["info", "GET", "/v1/pets", 400, "listPets", "invalid_parameter", key],
    ["info", "GET", "/v1/pets", 200, "listPets", undefined, key],
    ["info", "POST", "/v1/dogs", 404, "none", "not_found", key],
    ["info", "GET", "/dogs", 404, "none", "not_found", undefined],
  ]);
});

test("is alive but not ready without its store", async () => {
  await using service = await openService();
  await service.admin.listPets();
  await service.store.close();
  expect((await service.send("/v1/pets")).status).toBeGreaterThanOrEqual(500);
  const ready = await service.send("/readyz");
  expect(ready.status).toBe(503);
  expect(ready.headers.get("Retry-After")).toBe("1");
  expect(await ready.json()).toEqual({
    code: "service_unavailable",
    message: "The database is not available now",
    status: 503,
  });
  expect((await service.send("/healthz")).status).toBe(200);
});

test("sends nosniff and a cache policy with each response", async () => {
  await using service = await openService();
  const { headers } = await service.reader.listPets();
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  // A page's policy has no business on JSON.
  expect(headers.get("Content-Security-Policy")).toBeNull();
  expect(headers.get("Cache-Control")).toBe("private, no-cache");
});

test("the message of a refusal is that of each of its details, in their order", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"name":"","categoryId":"seven \\" \\\\ 7","status":"lost"}',
  });
  const { message, details } = (await response.json()) as { message: string; details: { message: string }[] };
  expect(details).toMatchObject([{ field: "name" }, { field: "categoryId" }, { field: "status" }]);
  expect(message).toBe(details.map((detail) => detail.message).join(". "));
  expect(details[1]?.message).toContain("seven");
});
