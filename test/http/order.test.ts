/* The order of the checks (decision D21). Each test sends a request that is wrong twice. */
import { expect, test } from "bun:test";
import type { Application } from "../../src/http/application.ts";
import { NOON, openService } from "../support/harness.ts";

const SUNSET = Date.UTC(2030, 11, 5);
const LONG = "x".repeat(70_000);
const json = { "Content-Type": "application/json" };
const html = { Accept: "text/html" };

interface Wrong {
  readonly path?: string;
  readonly method?: string;
  readonly key?: "none" | "of no scope";
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly now?: number;
  readonly parts?: Partial<Application>;
}

const patch = (petId: string, body: string, headers = {}): Wrong => ({
  path: `/v1/inventory/${petId}`,
  method: "PATCH",
  headers: { ...json, ...headers },
  body,
});

test.each<[what: string, code: string, wrong: Wrong]>([
  ["the length of the target before the key", "uri_too_long", { path: `/v1/pets?a=${"b".repeat(9000)}`, key: "none" }],
  ["the key before the path", "unauthorized", { path: "/v1/dogs", key: "none" }],
  ["the key before the method", "unauthorized", { method: "DELETE", key: "none" }],
  ["the key before the sunset", "unauthorized", { path: "/v1/pets/1", key: "none", now: SUNSET }],
  ["the sunset before the scope", "gone", { path: "/v1/pets/1", key: "of no scope", now: SUNSET }],
  ["the scope before the rate limit", "insufficient_scope", { key: "of no scope", parts: { rateLimit: 1 } }],
  ["the scope before Accept", "insufficient_scope", { key: "of no scope", headers: html }],
  ["the rate limit before Accept", "rate_limited", { headers: html, parts: { rateLimit: 1 } }],
  [
    "Accept before Content-Type",
    "not_acceptable",
    { method: "POST", headers: { ...html, "Content-Type": "text/plain" }, body: "{}" },
  ],
  [
    "Content-Type before the size",
    "unsupported_media_type",
    { method: "POST", headers: { "Content-Type": "text/plain" }, body: LONG },
  ],
  ["the size before the syntax", "payload_too_large", { method: "POST", headers: json, body: LONG }],
  ["the syntax before the members", "malformed_json", { method: "POST", headers: json, body: '{"name":5' }],
  ["the syntax before the id", "malformed_json", patch("abc", "{")],
  ["the members before the id", "validation_failed", patch("abc", "{}")],
  ["the members before the pet's existence", "validation_failed", patch("404", "{}")],
  ["the pet's existence before its tag", "not_found", patch("404", '{"quantity":5}', { "If-Match": '"any"' })],
])("checks %s", async (_, code, wrong) => {
  const { path = "/v1/pets", method = "GET", key, headers = {}, body = null, now = NOON, parts } = wrong;
  await using service = await openService(parts);
  const { key: powerless } = await service.as([]);
  service.now = now;
  const Authorization = { none: "", "of no scope": `Bearer ${powerless}`, admin: `Bearer ${service.adminKey}` }[
    key ?? "admin"
  ];
  const send = () => service.send(path, { method, headers: { Authorization, ...headers }, body });
  // More than a rate limit of 1 allows.
  if (parts?.rateLimit !== undefined) for (let nth = 0; nth < 2; nth++) await send();
  expect(await (await send()).json()).toMatchObject({ code });
});
