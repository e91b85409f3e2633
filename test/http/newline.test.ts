import { expect, test } from "bun:test";
import { openService } from "../support/harness.ts";

test("every JSON response ends with one newline, so that a terminal's prompt is on a line of its own", async () => {
  await using service = await openService();
  await service.stock(3000);
  const created = { method: "POST", body: '{"name":"Rex","categoryId":7}', headers: { "Idempotency-Key": "one" } };
  const json = { "Content-Type": "application/json" };
  const requests: readonly (readonly [status: number, path: string, init?: RequestInit])[] = [
    [200, "/v1/pets"],
    [200, "/v1/pets?limit=1"],
    [200, "/v1/pets/1"],
    [200, "/v1/inventory"],
    [200, "/v1/store/orders"],
    [201, "/v1/pets", { ...created, headers: { ...json, ...created.headers } }],
    // The stored response to the same request.
    [201, "/v1/pets", { ...created, headers: { ...json, ...created.headers } }],
    [400, "/v1/pets", { method: "POST", body: "{", headers: json }],
    [401, "/v1/pets", { headers: { Authorization: "Bearer none" } }],
    [404, "/v1/nothing"],
    [404, "/nothing"],
    [200, "/healthz"],
    [200, "/readyz"],
    [200, "/v1/openapi.json"],
  ];
  for (const [expected, path, init] of requests) {
    const response = await service.send(path, init);
    const text = await response.text();
    const { status } = response;
    const end = expect.stringMatching(/^[\]}]\n$/);
    expect({ path, status, end: text.slice(-2) }).toEqual({ path, status: expected, end });
    JSON.parse(text);
  }
});
