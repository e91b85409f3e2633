import { expect } from "bun:test";
import * as fc from "fast-check";
import { test } from "../support/databases.ts";
import { openService, type TestService } from "../support/harness.ts";

const headers = { "Content-Type": "application/json" };

/** Whatever the body was, the request succeeds or fails as the contract says, in text that every client can read. */
async function expectResponse(service: TestService, response: Response): Promise<void> {
  expect([200, 201, 400]).toContain(response.status);
  const text = await response.text();
  const body = JSON.parse(text) as Record<string, unknown>;
  if (response.status !== 400) return;
  expect(body).toMatchObject({ status: 400, message: expect.any(String) });
  expect(["malformed_json", "validation_failed"]).toContain(String(body["code"]));
  expect(stringsIn(body).filter((string) => !string.isWellFormed())).toEqual([]);
  expect(service.log.filter(({ level }) => level === "error")).toEqual([]);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Texts of any code units, including halves of surrogate pairs and control characters. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(" ", "\t", "\u00a0", "\u2003", "\ufeff", "a"), minLength: 1, maxLength: 3 }),
  fc
    .tuple(fc.constantFrom("x", "é", "🐕", "\u0301"), fc.integer({ min: 250, max: 260 }))
    .map(([of, n]) => of.repeat(n)),
);

/** Decision D15, sentence by sentence. White space is what Unicode calls White_Space. */
function isName(text: string): boolean {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;
  const isControl = (point: number) => point < 0x20 || point === 0x7f;
  return (
    codePoints.length >= 1 &&
    codePoints.length <= 255 &&
    !/^\p{White_Space}*$/u.test(text) &&
    !codePoints.some((point) => isSurrogate(point) || isControl(point))
  );
}

test("a name is accepted exactly if it follows the rules, and is kept byte for byte", async () => {
  await using service = await openService();
  const property = fc.asyncProperty(anyText, async (name) => {
    // JSON.stringify escapes half pairs, so that they arrive.
    const body = JSON.stringify({ name, categoryId: 7 });
    const response = await service.send("/v1/pets", { method: "POST", headers, body });
    const answer = (await response.json()) as { id: number; name: string; code: string };
    expect(response.status).toBe(isName(name) ? 201 : 400);
    if (response.status !== 201) return expect(answer.code).toBe("validation_failed");
    expect(answer.name).toBe(name);
    expect(await service.reader.getPet({ params: { petId: BigInt(answer.id) } })).toMatchObject({ body: { name } });
  });
  await fc.assert(property, {
    numRuns: 300,
    examples: [[""], [" "], ["\u0085"], ["\ufeff"], ["x".repeat(255)], ["🐕".repeat(255)], ["\ud83d"]],
  });
});

const near = fc.record(
  {
    name: fc.oneof(anyText, fc.jsonValue()),
    categoryId: fc.oneof(fc.maxSafeInteger(), fc.jsonValue()),
    status: fc.oneof(fc.constantFrom("available", "pending", "sold"), fc.jsonValue()),
    quantity: fc.oneof(fc.integer(), fc.jsonValue()),
  },
  { requiredKeys: [] },
);

test("any JSON as a body succeeds or is a 400", async () => {
  await using service = await openService();
  await service.stock(1);
  const property = fc.asyncProperty(
    fc.oneof(near, fc.jsonValue(), fc.dictionary(anyText, fc.jsonValue())),
    fc.boolean(),
    async (value, strict) => {
      const init = {
        headers: { ...headers, ...(strict && { Prefer: "handling=strict" }) },
        body: JSON.stringify(value),
      };
      await expectResponse(service, await service.send("/v1/pets", { method: "POST", ...init }));
      await expectResponse(service, await service.send("/v1/inventory/1", { method: "PATCH", ...init }));
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test("any bytes as a body succeed or are a 400", async () => {
  await using service = await openService();
  await service.stock(1);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .string({ unit: fc.constantFrom(...'{}[]:,"\\0123456789.eE+-tfn \n') })
      .map((text) => new TextEncoder().encode(text)),
    fc.tuple(fc.json(), fc.nat(20)).map(([text, cut]) => new TextEncoder().encode(text.slice(0, -cut - 1))),
  );
  const property = fc.asyncProperty(bytes, async (body) => {
    const sent = new Uint8Array(body);
    await expectResponse(service, await service.send("/v1/pets", { method: "POST", headers, body: sent }));
    await expectResponse(service, await service.send("/v1/inventory/1", { method: "PATCH", headers, body: sent }));
  });
  await fc.assert(property, { numRuns: 300 });
});
