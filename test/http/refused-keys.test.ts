import { expect } from "bun:test";
import { test } from "../databases.ts";
import { NOON, openService, type TestService } from "../harness.ts";

/** The whole answer to a request with this key, as text; only the id of the request and the date are its own. */
async function answerTo(service: TestService, key: string, path: string, init: RequestInit): Promise<string> {
  const response = await service.fetch(
    new Request(`http://shop.test${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } }),
  );
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return [response.status, ...headers.map(([name, value]) => `${name}: ${value}`), await response.text()].join("\n");
}

test.each([
  ["/v1/pets", {}],
  ["/v1/pets/1", {}],
  ["/v1/inventory", {}],
  ["/v1/store/orders", {}],
  ["/v1/pets", { method: "POST", body: "{}" }],
  ["/v1/inventory/1", { method: "PATCH", body: "{}" }],
  ["/v1/pets", { method: "DELETE" }],
  ["/v1/pets", { method: "HEAD" }],
  ["/v1/pets", { method: "OPTIONS" }],
  ["/v1/nothing", {}],
] as const)("unknown, malformed, expired and revoked keys get one and the same answer at %s %p", async (path, init) => {
  await using service = await openService();
  await service.stock(1);
  const expired = await service.as(["pets:read"], NOON + 1);
  const revoked = await service.as(["pets:read"]);
  await service.store.transaction(({ keys }) => keys.revoke(revoked.id, NOON));
  service.now = NOON + 1000;
  const random = "0123456789abcdefghijABCDEFGHIJ";
  const refused = {
    expired: expired.key,
    revoked: revoked.key,
    "unknown, with a wrong checksum": `pets_live_${random}000000`,
    "of another environment": service.adminKey.replace("live", "test"),
    "cut off": service.adminKey.slice(0, -1),
    malformed: "%00../..;--<script>",
    short: "x",
    long: "x".repeat(4000),
  };
  const answers = new Set<string>();
  for (const key of Object.values(refused)) answers.add(await answerTo(service, key, path, init));
  expect([...answers]).toEqual([expect.stringMatching(/^401\n/)]);
  expect([...answers][0]).toContain('error_description="The API key is unknown, expired or revoked"');
});
