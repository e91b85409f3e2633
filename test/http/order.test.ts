/* The order of the checks (decision D21). Each test sends a request that is wrong twice. */
import { expect, test } from "bun:test";
import { openService, type TestService } from "../support/harness.ts";

const NO_KEY = { Authorization: "" };
const JSON_BODY = { "Content-Type": "application/json" };

/** The status and the code of a failure. */
async function refusal(response: Response): Promise<string> {
  const { status, code } = (await response.json()) as { status: number; code: string };
  expect(response.status).toBe(status);
  return `${status} ${code}`;
}

async function keyThatMayNothing(service: TestService) {
  return { Authorization: `Bearer ${(await service.as([])).key}` };
}

test("checks the key before the path", async () => {
  await using service = await openService();
  expect(await refusal(await service.send("/v1/dogs", { headers: NO_KEY }))).toBe("401 unauthorized");
  expect(await refusal(await service.send("/v1/dogs"))).toBe("404 not_found");
});

test("checks the key before the method", async () => {
  await using service = await openService();
  expect(await refusal(await service.send("/v1/pets", { method: "DELETE", headers: NO_KEY }))).toBe("401 unauthorized");
  expect(await refusal(await service.send("/v1/pets", { method: "DELETE" }))).toBe("405 method_not_allowed");
});

test("checks the key before the sunset", async () => {
  await using service = await openService();
  service.now = Date.UTC(2030, 11, 5);
  expect(await refusal(await service.send("/v1/pets/1", { headers: NO_KEY }))).toBe("401 unauthorized");
});

test("checks the sunset before the scope", async () => {
  await using service = await openService();
  const headers = await keyThatMayNothing(service);
  service.now = Date.UTC(2030, 11, 5);
  expect(await refusal(await service.send("/v1/pets/1", { headers }))).toBe("410 gone");
});

test("checks the scope before the rate limit and uses no quota", async () => {
  await using service = await openService({ rateLimit: 1 });
  const headers = await keyThatMayNothing(service);
  for (let nth = 1; nth <= 5; nth++) {
    expect(await refusal(await service.send("/v1/pets", { headers }))).toBe("403 insufficient_scope");
  }
});

test("checks the rate limit before Accept", async () => {
  await using service = await openService({ rateLimit: 1 });
  for (let burst = 0; burst < 2; burst++) await service.send("/v1/pets");
  expect(await refusal(await service.send("/v1/pets", { headers: { Accept: "text/html" } }))).toBe("429 rate_limited");
});

test("checks the scope before Accept", async () => {
  await using service = await openService();
  const headers = { ...(await keyThatMayNothing(service)), Accept: "text/html" };
  expect(await refusal(await service.send("/v1/pets", { headers }))).toBe("403 insufficient_scope");
});

test("checks Accept before Content-Type", async () => {
  await using service = await openService();
  const headers = { Accept: "text/html", "Content-Type": "text/plain" };
  const response = await service.send("/v1/pets", { method: "POST", headers, body: "{}" });
  expect(await refusal(response)).toBe("406 not_acceptable");
});

test("checks Content-Type before the size", async () => {
  await using service = await openService();
  const headers = { "Content-Type": "text/plain" };
  const response = await service.send("/v1/pets", { method: "POST", headers, body: "x".repeat(70_000) });
  expect(await refusal(response)).toBe("415 unsupported_media_type");
});

test("checks the size before the syntax", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "POST", headers: JSON_BODY, body: "x".repeat(70_000) });
  expect(await refusal(response)).toBe("413 payload_too_large");
});

test("checks the syntax before the members", async () => {
  await using service = await openService();
  const response = await service.send("/v1/pets", { method: "POST", headers: JSON_BODY, body: '{"name":5' });
  expect(await refusal(response)).toBe("400 malformed_json");
});

test("checks the body before the pet's existence", async () => {
  await using service = await openService();
  const patch = (petId: string, body: string) =>
    service.send(`/v1/inventory/${petId}`, { method: "PATCH", headers: JSON_BODY, body });
  expect(await refusal(await patch("404", "{}"))).toBe("400 validation_failed");
  expect(await refusal(await patch("abc", "{}"))).toBe("400 validation_failed");
  expect(await refusal(await patch("abc", "{"))).toBe("400 malformed_json");
  expect(await refusal(await patch("404", '{"quantity":5}'))).toBe("404 not_found");
});

test("checks the length of the target before the key", async () => {
  await using service = await openService();
  const response = await service.send(`/v1/pets?colour=${"b".repeat(9000)}`, { headers: NO_KEY });
  expect(await refusal(response)).toBe("414 uri_too_long");
});
