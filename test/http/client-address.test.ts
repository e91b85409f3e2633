import { expect, test } from "bun:test";
import type { Exchange } from "../../src/http/pipeline/exchange.ts";
import { clientAddress } from "../../src/http/requests/client-address.ts";
import { openService } from "../support/harness.ts";
import { until } from "../support/program.ts";

const PEER = "127.0.0.1";
const CLIENT = "203.0.113.7";

test.each([
  [0, "the peer's address, though X-Forwarded-For names another", PEER, [undefined, CLIENT, `10.0.0.1, ${CLIENT}`]],
  [1, "the last address", CLIENT, [CLIENT, `1.1.1.1, ${CLIENT}`, `${CLIENT}:4711`]],
  [1, "the last address, of IPv6 too", "2001:db8::7", ["[2001:db8::7]:4711", "2001:db8::7"]],
  [
    1,
    "the peer's address when X-Forwarded-For is not an address",
    PEER,
    [undefined, "", "unknown", "a%1b[31m", "1.1.1.1 2.2.2.2", '{"level":50}', "x".repeat(5000)],
  ],
  [2, "the last address but one, or the only one", CLIENT, [`1.1.1.1, ${CLIENT}, 10.0.0.2`, CLIENT]],
])("behind %d trusted proxies, logs %s", async (hops, _, logged, forwarded) => {
  await using service = await openService({ clientOf: clientAddress(hops) });
  for (const value of forwarded)
    await service.anonymous.listPets({ headers: value === undefined ? {} : { "X-Forwarded-For": value } });
  expect(service.log).toMatchObject(forwarded.map(() => ({ fields: { req: { remoteAddress: logged } } })));
});

test.each([
  ["some", undefined, PEER],
  ["all", PEER, PEER],
  ["none", undefined, undefined],
] as const)(
  "with %s addresses, a quick success has %p in the log and a refusal %p",
  async (logAddresses, quick, refused) => {
    await using service = await openService({ logAddresses });
    for (const path of ["/v1/pets", "/v1/pets?limit=0"]) await service.send(path);
    const logged = service.log.map(
      ({ fields }) => (fields["req"] as { readonly remoteAddress?: string }).remoteAddress,
    );
    expect(logged).toEqual([quick, refused]);
  },
);

test("logs an IPv4-mapped IPv6 address as IPv4", () => {
  expect(clientAddress(0)({ peer: () => "::ffff:10.0.0.1" } as Exchange)).toBe("10.0.0.1");
});

test("never sends the client's address back", async () => {
  await using service = await openService({ clientOf: clientAddress(1) });
  const response = await service.send("/v1/pets", { headers: { "X-Forwarded-For": CLIENT } });
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
    req: { url: "/v1/events/stream", remoteAddress: PEER },
    operation: "streamEvents",
  });
});
