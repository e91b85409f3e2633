import { expect, test } from "bun:test";
import { clientAddress } from "../../src/http/client-address.ts";
import type { HttpRequest } from "../../src/http1/message.ts";
import { openService } from "../harness.ts";

/** The address in the log of a request that came from 127.0.0.1 with this X-Forwarded-For, behind so many proxies. */
async function logged(hops: number, forwarded: string | undefined) {
  await using service = await openService({ clientOf: clientAddress(hops) });
  await service.anonymous.listPets({ headers: forwarded === undefined ? {} : { "X-Forwarded-For": forwarded } });
  return service.log[0]?.fields["client"];
}

test.each([undefined, "203.0.113.7", "10.0.0.1, 203.0.113.7", "nonsense"])(
  "without a trusted proxy the client is the other end of the connection, though it says %p",
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
])("behind %d proxies, X-Forwarded-For: %s makes the client %s", async (hops, forwarded, client) => {
  expect(await logged(hops, forwarded)).toBe(client);
});

test.each(["", "unknown", "a%1b[31m", "1.1.1.1 2.2.2.2", '{"level":50}', "x".repeat(5000)])(
  "what is no address does not come into the log: %p",
  async (forwarded) => {
    expect(await logged(1, forwarded)).toBe("127.0.0.1");
  },
);

test("an IPv4 address within an IPv6 one is logged as what it is", () => {
  const request: HttpRequest = {
    method: "GET",
    path: "/",
    query: "",
    peer: "::ffff:10.0.0.1",
    header: () => undefined,
    readBody: () => new Uint8Array(),
  };
  expect(clientAddress(0)(request)).toBe("10.0.0.1");
});

test("the answer has nothing of the client's address", async () => {
  await using service = await openService({ clientOf: clientAddress(1) });
  const response = await service.send("/v1/pets", { headers: { "X-Forwarded-For": "203.0.113.7" } });
  expect(`${JSON.stringify([...response.headers])}${await response.text()}`).not.toMatch(/203\.0\.113\.7|127\.0\.0\.1/);
});
