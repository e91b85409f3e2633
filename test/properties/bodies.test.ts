import { expect } from "bun:test";
import * as fc from "fast-check";
import { test } from "../support/databases.ts";
import { openService, refusal, sendJson, type TestService } from "../support/harness.ts";

/** Sends a body to create and to change: each succeeds or fails as the contract says, in text that every client can read. */
async function expectResponses(service: TestService, body: BodyInit, more: Record<string, string> = {}): Promise<void> {
  const headers = { "Content-Type": "application/json", ...more };
  for (const [method, path] of [
    ["POST", "/v1/pets"],
    ["PATCH", "/v1/inventory/1"],
  ] as const) {
    const response = await service.send(path, { method, headers, body });
    const read = (await response.json()) as Record<string, unknown>;
    if (response.ok) continue;
    expect(read).toMatchObject({ status: 400, code: expect.stringMatching(/^(malformed_json|validation_failed)$/) });
    expect(response.status).toBe(400);
    expect(stringsIn(read).filter((string) => !string.isWellFormed())).toEqual([]);
  }
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

/** The rules of a name, sentence by sentence. White space is what Unicode calls White_Space. */
function isName(text: string): boolean {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const isSurrogate = (point: number) => point >= 0xd800 && point <= 0xdfff;
  const isControl = (point: number) => point < 0x20 || point === 0x7f;
  return (
    codePoints.length >= 1 &&
    codePoints.length <= 255 &&
    !/^[\p{White_Space}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text) &&
    !codePoints.some((point) => isSurrogate(point) || isControl(point))
  );
}

test("a name is accepted exactly if it follows the rules, and is kept byte for byte", async () => {
  await using service = await openService();
  const property = fc.asyncProperty(anyText, async (name) => {
    // JSON.stringify escapes half pairs, so that they arrive.
    const { status, body } = await sendJson(service, "POST", "/v1/pets", { name, categoryId: 7 });
    if (!isName(name)) return expect({ status, body }).toMatchObject(refusal(400, "validation_failed"));
    expect({ status, body }).toMatchObject({ status: 201, body: { name } });
    const petId = BigInt((body as { id: number }).id);
    expect(await service.reader.getPet({ params: { petId } })).toMatchObject({ body: { name } });
  });
  await fc.assert(property, {
    numRuns: 300,
    examples: [
      [""],
      [" "],
      ["\u0085"],
      ["\ufeff"],
      ["\u200b\u2800"],
      ["\ud7a4"],
      ["x".repeat(255)],
      ["🐕".repeat(255)],
      ["\ud83d"],
    ],
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
  const value = fc.oneof(near, fc.jsonValue(), fc.dictionary(anyText, fc.jsonValue()));
  const property = fc.asyncProperty(value, fc.constantFrom({}, { Prefer: "handling=strict" }), (any, headers) =>
    expectResponses(service, JSON.stringify(any), headers),
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
  const property = fc.asyncProperty(bytes, (body) => expectResponses(service, new Uint8Array(body)));
  await fc.assert(property, { numRuns: 300 });
});
