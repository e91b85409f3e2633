import { expect } from "bun:test";
import { test } from "../support/databases.ts";
import { openService } from "../support/harness.ts";

test("hides the cause of a failure and names the request id", async () => {
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
});

test("logs the cause once, with the request id", async () => {
  await using service = await openService();
  await service.sql("alter table pets rename to moved");
  await service.reader.listPets({ headers: { "X-Request-Id": "mine" } });
  expect(service.log.filter(({ level }) => level === "error")).toEqual([
    {
      level: "error",
      fields: {
        err: expect.any(Error),
        req: { id: "mine", method: "GET", url: "/v1/pets" },
        operation: "listPets",
        code: "internal_error",
      },
    },
  ]);
  expect(Bun.inspect(service.log)).toMatch(/no such table: pets|relation "pets" does not exist/);
});

test("logs a refused request at level info, in one line with the code of its error", async () => {
  await using service = await openService();
  await service.anonymous.listPets();
  await service.reader.getPet({ params: { petId: 404n } });
  await service.send("/v1/pets?limit=0");
  await service.reader.listPets();
  expect(service.log.map(({ level, fields }) => [level, fields["res"], fields["code"]])).toEqual([
    ["info", { statusCode: 401 }, "unauthorized"],
    ["info", { statusCode: 404 }, "not_found"],
    ["info", { statusCode: 400 }, "invalid_parameter"],
    ["info", { statusCode: 200 }, undefined],
  ]);
});

test("never logs an API key, wherever the client puts it", async () => {
  await using service = await openService();
  const { adminKey } = service;
  const secret = adminKey.slice("pets_live_".length);
  await service.send(`/v1/pets?access_token=${adminKey}`);
  await service.send(`/v1/${adminKey}`);
  await service.send(`/v1/pets/${adminKey}`);
  await service.send(`/${adminKey}`);
  await service.send("/v1/pets", { headers: { Authorization: `Bearer ${adminKey}x` } });
  await service.send("/v1/pets", { headers: { Accept: adminKey, Origin: adminKey, Prefer: adminKey } });
  await service.send("/v1/pets", { method: "POST", body: adminKey });
  await service.send("/v1/pets", { method: "POST", body: adminKey, headers: { "Content-Type": "application/json" } });
  await service.sql("alter table pets rename to moved");
  await service.send(`/v1/pets?cursor=&access_token=${adminKey}`);
  await service.send("/v1/pets");
  expect(service.log.length).toBeGreaterThanOrEqual(10);
  expect(Bun.inspect(service.log, { depth: 10 })).not.toContain(secret);
});

test("logs the method and the path of each request, without the query", async () => {
  await using service = await openService();
  await service.send("/v1/pets?limit=1");
  await service.send("/v1/dogs?name=Rex", { method: "POST" });
  await service.send("/dogs?name=Rex");
  expect(service.log.map(({ fields }) => fields)).toMatchObject([
    { req: { method: "GET", url: "/v1/pets" }, res: { statusCode: 200 }, operation: "listPets" },
    { req: { method: "POST", url: "/v1/dogs" }, res: { statusCode: 404 } },
    { req: { method: "GET", url: "/dogs" }, res: { statusCode: 404 }, operation: "none" },
  ]);
});

test("logs the last characters of a key", async () => {
  await using service = await openService();
  await service.admin.listPets();
  expect(service.log).toMatchObject([
    { fields: { key: service.adminKey.slice(-4), operation: "listPets", res: { statusCode: 200 } } },
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
