import { expect, test } from "bun:test";
import { openService } from "../harness.ts";
import { Wire } from "../raw-http.ts";

/** Headers that say something of the answer; the runtime adds Date to those with a body, and how long each is. */
function told({ headers }: Response): Record<string, string> {
  const {
    "x-request-id": _id,
    date: _date,
    "content-length": _length,
    "transfer-encoding": _coding,
    ...rest
  } = headers.toJSON();
  return rest as Record<string, string>;
}

test.each([
  "/v1/pets",
  "/v1/pets?limit=1",
  "/v1/pets/1",
  "/v1/pets/404",
  "/v1/inventory",
  "/v1/inventory?limit=1",
  "/v1/store/orders",
  "/v1/pets?limit=0",
  "/v1/openapi.json",
  "/healthz",
  "/readyz",
  "/metrics",
])("HEAD %s answers the status and the headers of GET, without a body", async (path) => {
  await using service = await openService();
  await service.stock(2);
  const get = await service.send(path);
  const head = await service.send(path, { method: "HEAD" });
  expect(head.status).toBe(get.status);
  expect(told(head)).toEqual(told(get));
  expect(await head.text()).toBe("");
});

test("HEAD says how long the body of GET is", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Zoë 🐕", categoryId: 7n } });
  const body = await (await service.send("/v1/pets")).bytes();
  const head = await service.send("/v1/pets", { method: "HEAD" });
  expect(head.headers.get("Content-Length")).toBe(String(body.byteLength));
});

test("HEAD says no length of what GET sends in parts", async () => {
  await using service = await openService();
  await service.stock(2001);
  using wire = new Wire(service.port);
  const rest = ` /v1/inventory HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`;
  void wire.send(`HEAD${rest}GET${rest}`);
  const { headers } = await wire.answer("HEAD");
  expect(headers.get("content-length")).toBeUndefined();
  expect(headers.get("transfer-encoding")).toBe("chunked");
  // The connection is in order: the next request on it gets its own answer.
  expect(JSON.parse((await wire.answer()).body)).toHaveLength(2001);
});

test("HEAD asks for a key and a scope as GET does", async () => {
  await using service = await openService();
  const { key } = await service.as(["orders:read"]);
  const anonymous = await service.send("/v1/pets", { method: "HEAD", headers: { Authorization: "" } });
  const stranger = await service.send("/v1/pets", { method: "HEAD", headers: { Authorization: `Bearer ${key}` } });
  expect(anonymous.status).toBe(401);
  expect(stranger.status).toBe(403);
});

test.each([
  ["/v1/pets", "GET, POST, HEAD, OPTIONS"],
  ["/v1/pets/1", "GET, HEAD, OPTIONS"],
  ["/v1/inventory", "GET, HEAD, OPTIONS"],
  ["/v1/inventory/1", "PATCH, OPTIONS"],
  ["/v1/store/orders", "GET, HEAD, OPTIONS"],
  ["/healthz", "GET, HEAD, OPTIONS"],
])("OPTIONS %s answers 204 and what is allowed: %s", async (path, allow) => {
  await using service = await openService();
  const response = await service.send(path, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("Allow")).toBe(allow);
  expect(await response.text()).toBe("");
});

test("OPTIONS without a key is refused: only a preflight of a browser needs none", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "OPTIONS", headers: { Authorization: "" } });
  expect(response.status).toBe(401);
});

test.each([
  ["PUT", "/v1/pets", "GET, POST, HEAD, OPTIONS"],
  ["POST", "/v1/pets/1", "GET, HEAD, OPTIONS"],
  ["PATCH", "/v1/pets/1", "GET, HEAD, OPTIONS"],
  ["DELETE", "/v1/pets/1", "GET, HEAD, OPTIONS"],
  ["POST", "/v1/inventory", "GET, HEAD, OPTIONS"],
  ["GET", "/v1/inventory/1", "PATCH, OPTIONS"],
  ["HEAD", "/v1/inventory/1", "PATCH, OPTIONS"],
  ["POST", "/v1/store/orders", "GET, HEAD, OPTIONS"],
  ["POST", "/healthz", "GET, HEAD, OPTIONS"],
])("%s %s answers 405 and what is allowed: %s", async (method, path, allow) => {
  await using service = await openService();
  await service.stock(1);
  const response = await service.send(path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get("Allow")).toBe(allow);
});

test("405 has an Error body that names the methods", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "DELETE" });
  expect(await response.json()).toEqual({
    code: "method_not_allowed",
    message: "/pets has the methods GET, POST, HEAD, OPTIONS; got DELETE",
    status: 405,
  });
});

test.each(["TRACE", "CONNECT", "BREW", "get", "M-SEARCH"])(
  "%s, which no client library sends, is 405 like every other",
  async (method) => {
    await using service = await openService();
    using wire = new Wire(service.port);
    void wire.send(`${method} /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`);
    const { status, body } = await wire.answer();
    expect(status).toBe(405);
    expect(JSON.parse(body)).toMatchObject({
      code: "method_not_allowed",
      message: expect.stringContaining(`got ${method}`),
    });
  },
);

test.each(["OPTIONS *", "CONNECT shop.test:443", "GET http://", "GET service"])(
  "%s, whose target is no path, is 404 like all that lead nowhere",
  async (start) => {
    await using service = await openService();
    using wire = new Wire(service.port);
    void wire.send(`${start} HTTP/1.1\r\nHost: service\r\n\r\n`);
    const { status, body } = await wire.answer();
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: "not_found" });
  },
);
