/* Bytes that are not a request get the runtime's own response (decision 009). */
import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";
import { exchange } from "../support/raw-http.ts";

test.each([
  ["bytes that are not HTTP", "hello\r\n\r\n", 400],
  ["a request without Host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
  ["a target that is not a path", "GET service HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  [
    "a request with two lengths",
    "POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12",
    400,
  ],
  ["a head of more than 16 KiB", `GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(17_000)}\r\n\r\n`, 431],
])("%s: refused without a body, and the connection is closed", async (_, bytes, status) => {
  await using service = await openService();
  const response = await exchange(service.port, bytes);
  expect(response.status).toBe(status);
  expect(response.body).toBe("");
  expect(response.rest).toBe("");
  expect(service.log).toEqual([]);
  expect(service.inFlight()).toBe(0);
  expect((await service.send("/healthz")).status).toBe(200);
});

test.each(["BREW", "get"])("the unknown method %s: the connection is closed without a response", async (method) => {
  await using service = await openService();
  await expect(exchange(service.port, `${method} /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n`)).rejects.toThrow("ended");
  expect(service.inFlight()).toBe(0);
  expect((await service.send("/healthz")).status).toBe(200);
});

test.each(["a\r\nHost: a", "a\r\nHost: b", "a b", "a@b", "a/<script>", "[a", "a:b", "\xe4"])(
  "a request for the host %j is refused, and the connection is closed",
  async (host) => {
    await using service = await openService();
    for (const path of ["/healthz", "/v1/pets", "/"]) {
      const response = await exchange(service.port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(response.status).toBe(400);
      expect(JSON.parse(response.body)).toMatchObject({
        code: "invalid_parameter",
        message: expect.stringMatching(/^Host: /),
      });
    }
  },
);

test.each(["a", "A.b:80", "127.0.0.1:", "[::1]:8080", "a_b", "a,b"])(
  "a request for the host %j is served",
  async (host) => {
    await using service = await openService();
    const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect((await exchange(service.port, request)).status).toBe(200);
  },
);

test("a path with dots that leads to an operation is redirected there", async () => {
  await using service = await openService();
  const get = (path: string) =>
    exchange(
      service.port,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`,
    );
  for (const path of ["/v1/../v1/key", "/v1/./key", "/v1/pets/%2e%2e/key"]) {
    const { status, headers } = await get(path);
    expect([path, status, headers.get("location")]).toEqual([path, 308, "http://shop.test/v1/key"]);
  }
  expect(await get("/v1/../v1/nothing")).toMatchObject({ status: 404 });
});

test("a path with bytes outside of ASCII is redirected to a path that has them escaped", async () => {
  await using service = await openService();
  const response = await exchange(
    service.port,
    `GET /v1/p%65t\x91?a=\xe9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`,
  );
  expect(response.status).toBe(308);
  expect(response.headers.get("location")).toMatch(/^[!-~]+\/v1\/pet%[!-~]+$/);
});
