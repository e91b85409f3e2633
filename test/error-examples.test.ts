/* The examples in the document and in docs/errors.md are what the service sends. */
import { expect, test } from "bun:test";
import { exampleBody } from "../src/contract/error-reference.ts";
import type { FailureCode } from "../src/contract/errors.ts";
import { openService, type TestService } from "./harness.ts";

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...headers },
  body,
});
const update = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  ...post(JSON.stringify(body), headers),
  method: "PATCH",
});
const rex = { name: "Rex", categoryId: 7 };

/** How each failure comes about: a request, or something before it. */
const requests: {
  readonly [Code in FailureCode]?: (
    service: TestService,
  ) => readonly [path: string, init?: RequestInit] | Promise<readonly [string, RequestInit?]>;
} = {
  malformed_json: () => ["/v1/pets", post('{"name":"Rex",}')],
  validation_failed: () => ["/v1/pets", post('{"name":"Rex"}')],
  invalid_parameter: () => ["/v1/pets?limit=0"],
  invalid_cursor: () => ["/v1/pets?cursor=x"],
  unauthorized: () => ["/v1/pets", { headers: { Authorization: "Bearer x" } }],
  insufficient_scope: async (service) => {
    const { key } = await service.as(["pets:read", "inventory:read"]);
    // New keys are known within a second.
    service.now += 1000;
    return ["/v1/pets", post(JSON.stringify(rex), { Authorization: `Bearer ${key}` })];
  },
  not_found: () => ["/v1/pets/404"],
  method_not_allowed: () => ["/v1/pets", { method: "PUT" }],
  not_acceptable: () => ["/v1/pets", { headers: { Accept: "text/html" } }],
  conflict: () => ["/v1/inventory/1", update({ quantity: 5, changeFromQuantity: 1 })],
  gone: (service) => {
    service.now = Date.UTC(2030, 11, 5);
    return ["/v1/pets/1"];
  },
  precondition_failed: () => ["/v1/inventory/1", update({ quantity: 5 }, { "If-Match": '"a81b"' })],
  payload_too_large: () => ["/v1/pets", post("x".repeat(70_000))],
  uri_too_long: () => [`/v1/pets?ids=${"1".repeat(9001 - "/v1/pets?ids=".length)}`],
  unsupported_media_type: () => ["/v1/pets", post("", { "Content-Type": "text/plain" })],
  idempotency_key_reused: async (service) => {
    await service.send("/v1/pets", post(JSON.stringify(rex), { "Idempotency-Key": "again" }));
    return ["/v1/pets", post(JSON.stringify({ ...rex, categoryId: 8 }), { "Idempotency-Key": "again" })];
  },
};

for (const [code, request] of Object.entries(requests)) {
  test(`the example of ${code} is what the service sends`, async () => {
    await using service = await openService();
    await service.stock(1);
    await service.admin.updateInventory({ params: { petId: 1n }, body: { quantity: 3 } });
    const [path, init] = await request(service);
    const response = await service.send(path, init);
    expect(await response.json()).toEqual(exampleBody(code as FailureCode));
  });
}
