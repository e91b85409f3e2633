import { expect, test } from "bun:test";
import { clientAddress } from "../../src/http/client-address.ts";
import type { HttpRequest } from "../../src/http/message.ts";
import { openService } from "../support/harness.ts";
import { until } from "../support/program.ts";

/** The logged client of a request from 127.0.0.1 with this X-Forwarded-For, behind this many proxies. */
async function logged(hops: number, forwarded: string | undefined) {
  await using service = await openService({ clientOf: clientAddress(hops) });
  await service.anonymous.listPets({ headers: forwarded === undefined ? {} : { "X-Forwarded-For": forwarded } });
  const request = service.log[0]?.fields["req"] as { remoteAddress?: string } | undefined;
  return request?.remoteAddress;
}

test.each([undefined, "203.0.113.7", "10.0.0.1, 203.0.113.7", "nonsense"])(
  "logs the peer's address without a trusted proxy, though X-Forwarded-For is %p",
  async (forwarded) => {
    expect(await logged(0, forwarded)).toBe("127.0.0.1");
  },
);

test.each([
  [1, "203.0.113.7", "203.0.113.7"],
  [1, "1.1.1.1, 203.0.113.7", "203.0.113.7"],
  [2, "1.1.1.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
  [2, "203.0.113.7", "203.0.113.7"],
  [1, undefined, "127.0.0.1"],
  [1, "203.0.113.7:4711", "203.0.113.7"],
  [1, "[2001:db8::7]:4711", "2001:db8::7"],
  [1, "2001:db8::7", "2001:db8::7"],
])("behind %d proxies, reads X-Forwarded-For: %s as the client %s", async (hops, forwarded, client) => {
  expect(await logged(hops, forwarded)).toBe(client);
});

test.each(["", "unknown", "a%1b[31m", "1.1.1.1 2.2.2.2", '{"level":50}', "x".repeat(5000)])(
  "logs the peer's address when X-Forwarded-For is not an address: %p",
  async (forwarded) => {
    expect(await logged(1, forwarded)).toBe("127.0.0.1");
  },
);

test("logs an IPv4-mapped IPv6 address as IPv4", () => {
  const request: HttpRequest = {
    method: "GET",
    path: "/",
    query: "",
    params: {},
    peer: () => "::ffff:10.0.0.1",
    onClose() {},
    header: () => undefined,
    body: async () => new Uint8Array(),
  };
  expect(clientAddress(0)(request)).toBe("10.0.0.1");
});

test("never sends the client's address back", async () => {
  await using service = await openService({ clientOf: clientAddress(1) });
  const response = await service.send("/v1/pets", { headers: { "X-Forwarded-For": "203.0.113.7" } });
  expect(`${JSON.stringify([...response.headers])}${await response.text()}`).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1/);
});

test("a stream is logged with its client's address, though its connection is gone at the end", async () => {
  await using service = await openService({ clientOf: clientAddress(0) });
  const reader = new AbortController();
  const response = await service.send("/v1/events/stream", { signal: reader.signal });
  await response.body?.getReader().read();
  reader.abort();
  await until(() => service.log.length > 0, "the line of the stream");
  expect(service.log[0]?.fields).toMatchObject({
    req: { url: "/v1/events/stream", remoteAddress: "127.0.0.1" },
    operation: "streamEvents",
  });
});
