/* Every value that the published documents describe has bounds, so that a client can make room for it. */
import { expect, test } from "bun:test";
import { INT64_MAX, INT64_MIN } from "../src/contract/common.ts";
import { openApi } from "../src/contract/openapi/document.ts";
import { openApi30 } from "../src/contract/openapi/version-3-0.ts";
import { openService, openWithPet } from "./support/harness.ts";
import { document, type Part, resolve } from "./support/published.ts";

/** What a schema of each type needs, unless it has a list of its values. */
const bounds: Readonly<Record<string, readonly string[]>> = {
  string: ["maxLength"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["maxItems"],
};

/** Whose length is not that of a text in clients that are generated from OpenAPI 3.0: they have types for these. */
const TYPED = ["binary", "date", "date-time"];

/** The paths of the schemas below a part that lack a bound, each with it. Texts of these formats need none. */
function unbounded(part: Part, formats: readonly string[] = [], path = "#"): string[] {
  if (typeof part !== "object" || part === null) return [];
  // A property may be called `type`; then it is no text.
  const types = [part.type].flat().filter((type) => typeof type === "string");
  const isCounted = !part.enum && !formats.includes(part.format);
  const missing = types.flatMap((type) => bounds[type] ?? []).filter((bound) => isCounted && !(bound in part));
  const inner = Object.entries(part).filter(([name]) => !["example", "examples", "value"].includes(name));
  return [
    ...missing.map((bound) => `${path} lacks ${bound}`),
    ...inner.flatMap(([name, value]) => unbounded(value, formats, `${path}/${name}`)),
  ];
}

test("every string, integer and array has its bounds, in both documents", () => {
  const older = JSON.parse(openApi30(openApi()));
  expect(unbounded(document)).toEqual([]);
  expect(unbounded(older, TYPED)).toEqual([]);
  const typed = JSON.stringify(older).match(/\{[^{}]*"format":"(?:binary|date|date-time)"[^{}]*\}/g) ?? [];
  expect(typed.length).toBeGreaterThan(50);
  expect(typed.filter((schema) => schema.includes("maxLength"))).toEqual([]);
});

test("a schema without a bound is found, wherever it is", () => {
  expect(unbounded({ a: [{ type: ["string", "null"] }], type: { type: "integer", minimum: 0 } })).toEqual([
    "#/a/0 lacks maxLength",
    "#/type lacks maximum",
  ]);
});

test("the bounds of int64 have all their digits in both documents", () => {
  for (const text of [openApi(), openApi30(openApi())]) {
    const numbers = new Set(
      [...text.matchAll(/"(?:min|max)imum": (-?\d{17,})/g)].map(([, digits = ""]) => BigInt(digits)),
    );
    expect([...numbers].sort()).toEqual([INT64_MIN, INT64_MAX]);
  }
});

/** The schemas of amounts below a part, also in the parts that it refers to. */
function amountsIn(part: Part, seen = new Set<Part>()): Part[] {
  const resolved = resolve(part);
  if (typeof resolved !== "object" || resolved === null || seen.has(resolved)) return [];
  seen.add(resolved);
  const { amount } = resolved.properties ?? {};
  return [...(amount ? [amount] : []), ...Object.values(resolved).flatMap((inner) => amountsIn(inner, seen))];
}

test("an amount of money in a request is at most 10^13 of the smallest unit, wherever it is", () => {
  const requests = Object.values<Part>(document.paths).flatMap((path) =>
    Object.values<Part>(path).map(({ requestBody }) => requestBody),
  );
  const amounts = requests.flatMap((body) => amountsIn(body));
  expect(new Set(amounts.map(({ minimum, maximum }) => `${minimum} to ${maximum}`))).toEqual(
    new Set(["0 to 10000000000000"]),
  );
  expect(amounts.length).toBeGreaterThan(3);
});

test("every response to an operation declares the headers of the rate limit", () => {
  for (const operations of Object.values<Part>(document.paths)) {
    for (const { operationId, responses } of Object.values<Part>(operations)) {
      for (const [status, response] of Object.entries<Part>(responses)) {
        const names = Object.keys(resolve(response).headers);
        expect([operationId, status, names]).toEqual([
          operationId,
          status,
          expect.arrayContaining(["RateLimit", "RateLimit-Policy"]),
        ]);
      }
    }
  }
});

test("a message is cut where the document says that it ends", async () => {
  await using service = await openService();
  const unknown = Array.from({ length: 25 }, (_, nth) => [`unknown${nth}`.padEnd(300, "x"), nth]);
  const response = await service.send("/v1/pets", {
    method: "POST",
    headers: { "Content-Type": "application/json", Prefer: "handling=strict" },
    body: JSON.stringify({ name: "Rex", categoryId: 7, profile: Object.fromEntries(unknown) }),
  });
  const { message, details } = await response.json();
  const { properties } = document.components.schemas.Error;
  expect(response.status).toBe(400);
  expect(message).toHaveLength(properties.message.maxLength);
  expect(details).toHaveLength(properties.details.maxItems);
});

test.each(["2026-12-01T09:00:00.5Z", `2026-12-01T09:00:00.${"5".repeat(43)}Z`])(
  "a moment of up to 64 characters is taken: %s",
  async (shipDate) => {
    expect(await placed(shipDate)).toMatchObject({ status: 201 });
  },
);

test("a longer moment is refused", async () => {
  expect(await placed(`2026-12-01T09:00:00.${"5".repeat(44)}Z`)).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

/** Places an order with a ship date. */
async function placed(shipDate: string) {
  await using service = await openWithPet();
  return await service.admin.placeOrder({ body: { petId: 1n, shipDate } });
}
