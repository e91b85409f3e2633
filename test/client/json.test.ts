import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson, parseWithMarks, toJson } from "../../src/client/client-json.ts";
import * as exact from "../../src/client/exact-json.ts";
import { Petstore } from "../../src/client/petstore.ts";
import { INT64_MAX, INT64_MIN } from "../../src/contract/common.ts";
import { parseJson as parseExactly } from "../../src/contract/json/json.ts";

const INT64 = ["id", "petId", "ids"];

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u0000", "\u0000i1", "\u0000s", '\\"', "9".repeat(20)),
);
const number = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isExact));

/** A number that is no integer beyond the exact ones: that would be refused. */
function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value);
}

const int64 = fc.bigInt(INT64_MIN, INT64_MAX);

const { body } = fc.letrec((tie) => ({
  body: fc.oneof({ maxDepth: 3 }, text, number, fc.boolean(), fc.constant(null), fc.array(tie("body")), tie("object")),
  object: fc
    .tuple(
      fc.dictionary(
        text.filter((name) => !INT64.includes(name)),
        tie("body"),
        { maxKeys: 4 },
      ),
      fc.record({ id: fc.oneof(int64, text), petId: int64, ids: fc.array(int64) }, { requiredKeys: [] }),
    )
    .map(([others, ids]) => ({ ...others, ...ids })),
}));

/** Minus zero is written as 0. */
function withoutMinusZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMinusZero(member)]));
}

test.each([
  ["with the source of numbers", parseJson],
  ["without it, as in Node 20", parseWithMarks],
])("a body comes back exactly as it was written, %s", (_, parse) => {
  fc.assert(
    fc.property(body, fc.constantFrom(0, 2), (value, indent) => {
      const json = toJson(value) ?? "";
      const written = indent === 0 ? json : json.replaceAll('":', '" :\n');
      expect(parse(indent === 0 ? json : onlyOutside(json, written), INT64)).toEqual(withoutMinusZero(value));
    }),
    { numRuns: 2000 },
  );
});

/** White space before a colon, unless a string has one too. */
function onlyOutside(json: string, spaced: string): string {
  return /\\|":.*":.*":.*"/.test(json) ? json : spaced;
}

/** The service reads no longer integers. */
const LONGEST = 10n ** 60n;

test("integers of any length are written as the service reads them", () => {
  fc.assert(
    fc.property(fc.bigInt(-LONGEST, LONGEST), (id) => {
      expect(parseExactly(toJson({ id }) ?? "")).toEqual({ id });
    }),
  );
});

test("a number that may have lost digits is refused, with the member's name", () => {
  expect(() => toJson({ pet: { categoryId: 2 ** 53 } })).toThrow(RangeError);
  expect(() => toJson({ pet: { categoryId: 2 ** 53 } })).toThrow("categoryId: the number 9007199254740992");
  expect(toJson([Number.MAX_SAFE_INTEGER, 1.5, -0, undefined, { at: new Date(0), gone: undefined }])).toBe(
    '[9007199254740991,1.5,0,null,{"at":"1970-01-01T00:00:00.000Z"}]',
  );
});

test("the package writes and reads exact integers for a program's own files and responses", () => {
  const event = { id: "evt_1", petId: 9007199254740993n, data: { petId: 9007199254740993n, quantity: 2 } };
  expect(exact.toJson(event)).toContain('"petId":9007199254740993');
  expect(exact.parseJson(exact.toJson(event))).toEqual(event);
});

test("an address that is missing is named", () => {
  expect(() => new Petstore({ baseUrl: undefined })).toThrow(/^baseUrl: expected an address/);
});
