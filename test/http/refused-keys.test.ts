import { expect, test } from "bun:test";
import { NOON, openService, type TestService } from "../support/harness.ts";

/** The whole response to a request with this key as text, without the request id and the date. */
async function responseTo(service: TestService, key: string, path: string, init: RequestInit): Promise<string> {
  const response = await service.fetch(
    new Request(`http://shop.test${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } }),
  );
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id" && name !== "date");
  return [response.status, ...headers.map(([name, value]) => `${name}: ${value}`), await response.text()].join("\n");
}

test.each([
  ["GET", "/v1/pets"],
  ["GET", "/v1/pets/1"],
  ["GET", "/v1/inventory"],
  ["GET", "/v1/store/orders"],
  ["POST", "/v1/pets"],
  ["PATCH", "/v1/inventory/1"],
  ["DELETE", "/v1/pets"],
  ["HEAD", "/v1/pets"],
  ["OPTIONS", "/v1/pets"],
  ["GET", "/v1/nothing"],
])("unknown, malformed, expired and revoked keys get the same response to %s %s", async (method, path) => {
  const init = { method, ...(/^P/.test(method) && { body: "{}" }) };
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
  const responses = new Set<string>();
  for (const key of Object.values(refused)) responses.add(await responseTo(service, key, path, init));
  expect([...responses]).toEqual([expect.stringMatching(/^401\n/)]);
  expect([...responses][0]).toContain('error_description="The API key is unknown, expired or revoked"');
});
