/* JSON as the interface reads it, compared with `JSON.parse` wherever the two must agree. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  type Json,
  JsonError,
  parseExactly,
  parseJson,
  parseNatively,
  preview,
  rawJson,
  truncate,
} from "../../src/contract/json/json.ts";

/** `FUZZ_CASES=2000000 npx bun test test/properties/json.test.ts` compares the two parsers with more texts. */
const CASES = Number(process.env["FUZZ_CASES"] ?? 3000);

/** Texts of any code units, halves of surrogate pairs included. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

/** Numbers as doubles, as JSON.parse has them. */
function asDoubles(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asDoubles);
  if (typeof value !== "object" || value === null) return value;
  // Only a value from JSON.rawJSON has no prototype.
  if (Object.getPrototypeOf(value) === null && "rawJSON" in value) return Number(value.rawJSON);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asDoubles(member)]));
}

test("any JSON is parsed as JSON.parse does, except for the digits of integers", () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 8 }), fc.dictionary(anyText, fc.jsonValue()));
  const property = fc.property(value, fc.nat(2), (original, indent) => {
    const text = JSON.stringify(original, null, indent);
    // -0 is an integer, and integers have one zero.
    const expected = JSON.parse(text, (_, member: unknown) => (member === 0 ? 0 : member)) as unknown;
    expect(asDoubles(parseJson(text))).toEqual(expected);
  });
  fc.assert(property, { numRuns: 500 });
});

test("what the runtime's parser reads, the exact one reads too, and as the same", () => {
  const pieces = ['"a"', '"a:b"', '":"', '"__proto__"', '"\\u003a"', '"\\""', "0", "-0", "-7", "01", "1.0", "1e2"];
  const digits = ["123456789012345", "1234567890123456", "9007199254740993", "\ufeff", "\u2028", "\u00a0", "\t", " "];
  const text = fc
    .array(fc.constantFrom(..."{}[]:,", "{}", "[]", "null", "true", '{"a":1}', '{"a":1,"a":1}', ...pieces, ...digits))
    .map((parts) => parts.join(""));
  const valid = fc.json({ maxDepth: 4 });
  // One character more or less, or one member twice.
  const damaged = fc.tuple(valid, fc.nat(), fc.constantFrom("", ...'"{}[]:,\\01.e- ')).map(([json, at, put]) => {
    const cut = at % (json.length + 1);
    return json.slice(0, cut) + put + json.slice(cut + (at % 3));
  });
  const repeated = fc.dictionary(fc.constantFrom("a", "a:", "b", ":"), fc.jsonValue({ maxDepth: 2 })).map((object) => {
    const members = Object.entries(object).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return `{${[...members, ...members.slice(1)].join()}}`;
  });
  let read = 0;
  const property = fc.property(fc.oneof(text, valid, damaged, repeated), (json) => {
    const parsed = parseNatively(json);
    if (parsed === undefined) return;
    read += 1;
    expect(parsed).toEqual(parseExactly(json));
  });
  fc.assert(property, { numRuns: CASES });
  expect(read).toBeGreaterThan(CASES / 10);
});

/** What a function throws, if it does. */
function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("any text that JSON.parse rejects is rejected", () => {
  const texts = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\01.eE+-ntrue \n') });
  const property = fc.property(texts, (text) => {
    const thrown = thrownBy(() => parseJson(text));
    if (thrownBy(() => JSON.parse(text)) !== undefined) expect(thrown).toBeInstanceOf(JsonError);
    else expect(String(thrown)).toMatch(/^undefined$|duplicate member|nested deeper/);
  });
  fc.assert(property, { numRuns: 1000 });
});

test("any duplicate member is rejected, however it is escaped and whatever its value", () => {
  const escaped = (text: string) =>
    `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")}"`;
  const property = fc.property(anyText, fc.jsonValue(), (name, value) => {
    const member = JSON.stringify(value);
    expect(() => parseJson(`{${JSON.stringify(name)}:${member},${escaped(name)}:${member}}`)).toThrow(
      /^duplicate member/,
    );
  });
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ['{"a":1,"a":1}', 'duplicate member "a" at position 7'],
  ['{"a":"x","b":{},"\\u0061":"y"}', 'duplicate member "a" at position 16'],
  ['[{"a":{"b":1,"b":1}}]', 'duplicate member "b" at position 13'],
  ['{"__proto__":1,"__proto__":1}', 'duplicate member "__proto__" at position 15'],
  ['{"a":1', "Quoted object key or end of object '}' expected but reached end of input at position 6"],
  ['{"a":1,}', "Quoted object key expected but got '}' at position 7"],
  ["", "JSON value expected but reached end of input at position 0"],
])("the error for %s names the mistake and its position", (text, message) => {
  expect(() => parseJson(text)).toThrow(new JsonError(message));
});

test.each(['{"a":"a:a","b":":"}', '[{"a":1},{"a":1}]', '{"a":{"a":{"a":1}}}', '{"\\"":":","\\\\":1}'])(
  "%s has no duplicate member",
  (text) => expect(() => parseJson(text)).not.toThrow(),
);

test("__proto__ is an ordinary member, and halves of surrogate pairs are kept", () => {
  const object = parseJson('{"__proto__":{"x":1},"half":"\\ud83d"}') as Record<string, Json>;
  expect(Object.keys(object)).toEqual(["__proto__", "half"]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  expect(object["half"]).toBe("\ud83d");
});

test("numbers are bigints when they are integers, and otherwise keep how they were written", () => {
  expect(parseJson("[5, 5.0, 5e3, 50e-1, -0, 9223372036854775807]")).toEqual([5n, 5n, 5000n, 5n, 0n, 2n ** 63n - 1n]);
  expect(JSON.stringify(parseJson("[0.10, 1e400, 1E-2]"))).toBe("[0.10,1e400,1E-2]");
});

test("the message for a huge mistake is short", () => {
  for (const text of [`[${"1".repeat(60_000)}.]`, `{"${"a".repeat(30_000)}":1,"${"a".repeat(30_000)}":2}`])
    expect(() => parseJson(text)).toThrow(/^.{1,200}$/);
});

test("a preview is the value's JSON, truncated between characters, whatever the value", () => {
  expect(preview({ a: [1n, rawJson("0.10"), "x", null, true] })).toBe('{"a":[1,0.10,"x",null,true]}');
  expect(preview(undefined)).toBe("nothing");
  const value = fc.oneof(fc.jsonValue(), anyText, fc.array(fc.bigInt()), fc.array(fc.constant({ a: 1n })));
  const property = fc.property(value, (original) => {
    const text = JSON.stringify(original, (_, inner: unknown) =>
      typeof inner === "bigint" ? rawJson(String(inner)) : inner,
    );
    expect(preview(original)).toBe(text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}...`);
  });
  fc.assert(property, { numRuns: 300 });
});

test("a truncated text is never half a character", () => {
  expect(truncate("ab🐕", 3).isWellFormed()).toBe(true);
  expect(truncate("abc", 2)).toBe("ab");
});
