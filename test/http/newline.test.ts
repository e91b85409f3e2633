import { expect, test } from "bun:test";
import { openService } from "../harness.ts";

test("every JSON response ends with one newline, so that a terminal's prompt is on a line of its own", async () => {
  await using service = await openService();
  await service.stock(3000);
  const created = { method: "POST", body: '{"name":"Rex","categoryId":7}', headers: { "Idempotency-Key": "one" } };
  const json = { "Content-Type": "application/json" };
  const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/v1/pets"],
    ["/v1/pets?limit=1"],
    ["/v1/pets/1"],
    ["/v1/inventory"],
    ["/v1/orders"],
    ["/v1/pets", { ...created, headers: { ...json, ...created.headers } }],
    // The stored response to the same request.
    ["/v1/pets", { ...created, headers: { ...json, ...created.headers } }],
    ["/v1/pets", { method: "POST", body: "{", headers: json }],
    ["/v1/pets", { headers: { Authorization: "Bearer none" } }],
    ["/v1/nothing"],
    ["/nothing"],
    ["/healthz"],
    ["/readyz"],
    ["/v1/openapi.json"],
  ];
  for (const [path, init] of requests) {
    const text = await (await service.send(path, init)).text();
    expect({ path, end: text.slice(-2) }).toEqual({ path, end: expect.stringMatching(/^[\]}]\n$/) });
    JSON.parse(text);
  }
});
