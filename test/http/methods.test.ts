import { expect, test } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { fillPath } from "../../src/contract/operation.ts";
import { openService } from "../support/harness.ts";
import { Wire } from "../support/raw-http.ts";

test.each(["/v1/pets/404", "/v1/pets?limit=0", "/v1/openapi.json", "/healthz", "/readyz", "/metrics"])(
  "HEAD %s returns the status and type of GET without a body",
  async (path) => {
    await using service = await openService();
    const [get, head] = [await service.send(path), await service.send(path, { method: "HEAD" })];
    expect([head.status, head.headers.get("Content-Type")]).toEqual([get.status, get.headers.get("Content-Type")]);
    expect(await head.text()).toBe("");
  },
);

test("HEAD returns the Content-Length of GET", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Zoë 🐕", categoryId: 7n } });
  const body = await (await service.send("/v1/pets")).bytes();
  const head = await service.send("/v1/pets", { method: "HEAD" });
  expect(head.headers.get("Content-Length")).toBe(String(body.byteLength));
});

test("HEAD returns no Content-Length where GET streams", async () => {
  await using service = await openService();
  await service.stock(2001);
  using wire = new Wire(service.port);
  const rest = ` /v1/inventory HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`;
  void wire.send(`HEAD${rest}GET${rest}`);
  const { headers } = await wire.response("HEAD");
  expect(headers.get("content-length")).toBeUndefined();
  // The connection stays usable: the next request on it gets its own response.
  expect(JSON.parse((await wire.response()).body)).toHaveLength(2001);
});

test("HEAD requires the key and scope of GET", async () => {
  await using service = await openService();
  const { key } = await service.as(["orders:read"]);
  const anonymous = await service.send("/v1/pets", { method: "HEAD", headers: { Authorization: "" } });
  const stranger = await service.send("/v1/pets", { method: "HEAD", headers: { Authorization: `Bearer ${key}` } });
  expect(anonymous.status).toBe(401);
  expect(stranger.status).toBe(403);
});

/** The methods of each path, by the contract. */
const methodsOf = new Map([
  ["/healthz", ["GET", "HEAD", "OPTIONS"]],
  ...[...Map.groupBy(operations, ({ path }) => path)].map(([path, here]): [string, string[]] => {
    const methods = here.map(({ method }) => method);
    const params = Object.assign({}, ...here.map(({ examples }) => examples.params ?? {}));
    return [`/v1${fillPath(path, params)}`, [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]];
  }),
]);

/** The methods in Allow. */
const allowed = ({ headers }: Response) => headers.get("Allow")?.split(", ").sort();

test.each([...methodsOf])("OPTIONS %s returns 204 and Allow: %p", async (path, methods) => {
  await using service = await openService();
  const response = await service.send(path, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(allowed(response)).toEqual(methods.toSorted());
  expect(await response.text()).toBe("");
});

test("OPTIONS requires a key unless it is a preflight", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "OPTIONS", headers: { Authorization: "" } });
  expect(response.status).toBe(401);
});

const others = [...methodsOf].flatMap(([path, methods]) =>
  ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
    .filter((method) => !methods.includes(method))
    .map((method) => [method, path, methods] as const),
);

test.each(others)("%s %s returns 405 and Allow: %p", async (method, path, methods) => {
  await using service = await openService();
  await service.stock(1);
  const response = await service.send(path, { method });
  expect(response.status).toBe(405);
  expect(allowed(response)).toEqual(methods.toSorted());
});

test("405 has an Error body that names the methods of the path", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "DELETE" });
  expect(await response.json()).toEqual({
    code: "method_not_allowed",
    message: "/pets supports GET, POST, HEAD, OPTIONS; got DELETE",
    status: 405,
  });
});

test.each(["TRACE", "CONNECT", "M-SEARCH"])(
  "%s returns 405 like every other method without an operation",
  async (method) => {
    await using service = await openService();
    using wire = new Wire(service.port);
    void wire.send(`${method} /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`);
    const { status, body } = await wire.response();
    expect(status).toBe(405);
    expect(JSON.parse(body)).toMatchObject({
      code: "method_not_allowed",
      message: expect.stringContaining(`got ${method}`),
    });
  },
);
