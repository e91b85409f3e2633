/* What is no request is refused as every request is. */
import { expect, test } from "bun:test";
import { openService } from "../harness.ts";
import { ask } from "../raw-http.ts";

test.each([
  ["bytes that are no HTTP", "hello\r\n\r\n", 400, "malformed_request"],
  ["a request without Host", "GET /healthz HTTP/1.1\r\n\r\n", 400, "malformed_request"],
  [
    "a request with two lengths",
    "POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12",
    400,
    "malformed_request",
  ],
  [
    "a head of more than 16 KiB",
    `GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(17_000)}\r\n\r\n`,
    431,
    "headers_too_large",
  ],
])(
  "%s: refused with an Error body, an id, one log line, and the end of the connection",
  async (_, bytes, status, code) => {
    await using service = await openService();
    const answer = await ask(service.port, bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual({ code, message: expect.any(String), status });
    expect(answer.rest).toBe("");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      connection: "close",
      "x-content-type-options": "nosniff",
      "x-request-id": "request-1",
    });
    expect(service.log).toMatchObject([
      { level: "info", fields: { operation: "none", status, requestId: "request-1" } },
    ]);
    expect(service.inFlight()).toBe(0);
  },
);
