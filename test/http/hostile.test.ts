/* Valid requests that are meant to make the service slow or large. */
import { expect, test } from "bun:test";
import { parseQuery } from "../../src/http/pipeline/exchange.ts";
import { openService, type TestService } from "../support/harness.ts";

async function hits(service: TestService): Promise<number> {
  const text = await (await service.send("/metrics")).text();
  return Number(/petstore_http_cache_requests_total\{outcome="hit"\} (\d+)/.exec(text)?.[1] ?? 0);
}

test("bounds the memory of cached lists with long queries", async () => {
  await using service = await openService();
  await service.send("/v1/store/orders");
  await service.send("/v1/store/orders");
  expect(await hits(service)).toBe(1);
  // 32 MiB of queries: all that the cache may hold, though their responses have two characters each.
  for (let nth = 1; nth <= 4300; nth++) await service.send(`/v1/store/orders?n=${nth}${"x".repeat(8000)}`);
  await service.send("/v1/store/orders");
  expect(await hits(service)).toBe(1);
});

test("reads a parameter that is repeated 200,000 times", () => {
  // In quadratic time this would take minutes.
  expect(parseQuery("a&".repeat(200_000))["a"]).toHaveLength(200_000);
});

test("does not repeat a long invalid id in a header", async () => {
  await using service = await openService();
  for (const id of ["9".repeat(8000), "%00".repeat(2600), "%C3%A9".repeat(1300)]) {
    const response = await service.send(`/v1/pets/${id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get("Link")).toBe(
      `<${service.base}/pets>; rel="successor-version", <http://shop.test/docs>; rel="deprecation"`,
    );
  }
});
