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

test("a path with bytes outside of ASCII is redirected to a path that has them escaped", async () => {
  await using service = await openService();
  const response = await exchange(
    service.port,
    `GET /v1/p%65t\x91?a=\xe9 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${service.adminKey}\r\n\r\n`,
  );
  expect(response.status).toBe(308);
  expect(response.headers.get("location")).toMatch(/^[!-~]+\/v1\/pet%[!-~]+$/);
});
