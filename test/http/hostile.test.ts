/* What a client may send to make the service slow, large or talkative, without breaking a rule. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { brief, rawJson } from "../../src/contract/json.ts";
import { readQuery } from "../../src/http/input.ts";
import { openService, type TestService } from "../harness.ts";

async function hits(service: TestService): Promise<number> {
  const text = await (await service.send("/metrics")).text();
  return Number(/petstore_http_cache_total\{outcome="hit"\} (\d+)/.exec(text)?.[1] ?? 0);
}

test("lists that are asked for with ever another long query do not pile up in memory", async () => {
  await using service = await openService();
  await service.send("/v1/store/orders");
  await service.send("/v1/store/orders");
  expect(await hits(service)).toBe(1);
  // 32 MiB of queries: all that may be kept, though their answers have two characters each.
  for (let nth = 1; nth <= 4300; nth++) await service.send(`/v1/store/orders?n=${nth}${"x".repeat(8000)}`);
  await service.send("/v1/store/orders");
  expect(await hits(service)).toBe(1);
});

test("a parameter that stands many times in a query takes time in proportion to its length", () => {
  const startedAt = performance.now();
  expect(readQuery("a&".repeat(200_000))["a"]).toHaveLength(200_000);
  // In quadratic time it would be minutes.
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

test.each(["9".repeat(8000), "%00".repeat(2600), "%C3%A9".repeat(1300)])(
  "an id that is none does not come back in a header when it is long",
  async (id) => {
    await using service = await openService();
    const response = await service.send(`/v1/pets/${id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get("Link")).toBe(
      `<${service.base}/pets>; rel="successor-version", <http://shop.test/docs>; rel="deprecation"`,
    );
  },
);

const bigints = (_member: string, value: unknown) => (typeof value === "bigint" ? rawJson(String(value)) : value);

test("a refusal quotes the start of a value as it would stand in the whole of it", () => {
  const numbers = fc.array(fc.bigInt(), { maxLength: 200 });
  const members = fc.dictionary(fc.string(), numbers, { maxKeys: 100 });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, numbers, members, fc.string(), fc.boolean(), fc.array(tie("value"))),
  }));
  fc.assert(
    fc.property(value, (any) => {
      const whole = JSON.stringify(any, bigints);
      const cut = whole.length <= 80 ? whole : `${whole.slice(0, 80).toWellFormed()}...`;
      expect(brief(any)).toBe(cut);
    }),
  );
});
