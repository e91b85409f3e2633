import { expect, test } from "bun:test";
import { operations } from "../../src/contract/index.ts";
import { fillPath } from "../../src/contract/operation.ts";
import { openService } from "../support/harness.ts";
import { Wire } from "../support/raw-http.ts";

test("HEAD returns the status, type and length of GET without a body, pages and failures included", async () => {
  await using service = await openService();
  await service.admin.createPet({ body: { name: "Zoë 🐕", categoryId: 7n } });
  for (const path of ["/v1/pets", "/v1/pets/404", "/v1/pets?limit=0", "/v1/openapi.json", "/healthz", "/readyz"]) {
    const [get, head] = [await service.send(path), await service.send(path, { method: "HEAD" })];
    const shown = ({ status, headers }: Response) => [path, status, headers.get("Content-Type")];
    expect(shown(head)).toEqual(shown(get));
    expect(head.headers.get("Content-Length")).toBe(String((await get.bytes()).byteLength));
    expect(await head.text()).toBe("");
  }
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
  for (const [Authorization, status] of [
    ["", 401],
    [`Bearer ${key}`, 403],
  ] as const)
    expect(await service.send("/v1/pets", { method: "HEAD", headers: { Authorization } })).toMatchObject({ status });
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

test.each([...methodsOf])("%s allows %p: OPTIONS names them, and others get 405", async (path, methods) => {
  await using service = await openService();
  await service.stock(1);
  const others = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.includes(method));
  for (const method of ["OPTIONS", ...others]) {
    const response = await service.send(path, { method });
    expect([method, response.status]).toEqual([method, method === "OPTIONS" ? 204 : 405]);
    expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(methods.toSorted());
    if (method === "OPTIONS") expect(await response.text()).toBe("");
  }
});

test("OPTIONS requires a key unless it is a preflight", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "OPTIONS", headers: { Authorization: "" } });
  expect(response.status).toBe(401);
});

test.each(["DELETE", "TRACE", "CONNECT", "M-SEARCH"])("405 names the methods of the path and %s", async (method) => {
  await using service = await openService();
  using wire = new Wire(service.port);
  void wire.send(`${method} /v1/pets HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`);
  expect(JSON.parse((await wire.response()).body)).toEqual({
    code: "method_not_allowed",
    message: `/pets supports GET, POST, HEAD, OPTIONS; got ${method}`,
    status: 405,
  });
});

test("a page does not serve longer paths, so the log names the requested path", async () => {
  await using service = await openService();
  using wire = new Wire(service.port);
  await wire.send("GET /console/../v1/keys HTTP/1.1\r\nHost: shop.test\r\n\r\n");
  const { status, headers } = await wire.response();
  expect([status, headers.get("location")]).toEqual([308, "http://shop.test/v1/keys"]);
  expect(service.log.filter(({ fields }) => fields["status"] === 200)).toEqual([]);
});

test("the readiness probe waits for the end of the start, with which the first key exists", async () => {
  let isStarting = true;
  await using service = await openService({ isStarting: () => isStarting });
  const ready = async () => (await service.send("/readyz")).status;
  expect(await ready()).toBe(503);
  isStarting = false;
  expect(await ready()).toBe(200);
});
