/* JSON from a schema's serializer, compared with JSON.stringify. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import * as z from "zod";
import { count, int64 } from "../../src/contract/common.ts";
import { operations } from "../../src/contract/index.ts";
import { parseJson, rawJson } from "../../src/contract/json/json.ts";
import { serializer } from "../../src/contract/json/serializer.ts";

/** What JSON.stringify gives, with bigints as JSON integers. */
function json(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? rawJson(String(inner)) : inner));
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom('"', "\\", "/", "\u007f", "\ud800", "a") }),
);
const named = (of: fc.Arbitrary<unknown>) => fc.record({ name: of, other: text }, { requiredKeys: [] });

const supported: Readonly<Record<string, readonly [z.ZodType, fc.Arbitrary<unknown>]>> = {
  string: [z.string(), text],
  "string with a check": [z.string().min(1).max(3), text],
  url: [z.url(), fc.webUrl()],
  uuid: [z.uuid(), fc.uuid()],
  "ISO date and time": [z.iso.datetime(), fc.date({ noInvalidDate: true }).map((date) => date.toISOString())],
  int: [z.int(), fc.integer()],
  number: [z.number(), fc.double({ noNaN: true, noDefaultInfinity: true })],
  bigint: [z.bigint(), fc.bigInt()],
  int64: [int64(""), fc.bigInt()],
  count: [count(""), fc.nat()],
  boolean: [z.boolean(), fc.boolean()],
  enum: [z.enum(["a", 'with "quotes"']), fc.constantFrom("a", 'with "quotes"')],
  literal: [z.literal('say "hi"'), fc.constant('say "hi"')],
  literals: [z.literal(["a", 1, null, true]), fc.constantFrom("a", 1, null, true)],
  nullable: [z.string().nullable(), fc.option(text)],
  optional: [z.object({ name: z.string().optional() }), named(text)],
  "optional item": [z.array(z.int().optional()), fc.array(fc.option(fc.integer(), { nil: undefined }))],
  default: [z.object({ name: z.string().default("x") }), named(text)],
  prefault: [z.object({ name: z.string().prefault("x") }), named(text)],
  readonly: [z.array(z.string()).readonly(), fc.array(text)],
  pipe: [z.string().transform(Number).pipe(z.number()), fc.integer()],
  array: [z.array(z.array(z.string())), fc.array(fc.array(text))],
  object: [
    z.object({ name: z.object({ 'a "b"': z.string().optional() }) }),
    fc.record({ name: fc.record({ 'a "b"': text }) }),
  ],
  record: [z.record(z.string(), z.int()), fc.dictionary(text, fc.integer())],
  "discriminated union": [
    z.discriminatedUnion("type", [
      z.object({ type: z.enum(["a", "b"]), name: z.string() }),
      z.object({ type: z.literal("c"), count: z.bigint() }),
    ]),
    fc.oneof(
      fc.record({ type: fc.constantFrom("a", "b"), name: text }),
      fc.record({ type: fc.constant("c"), count: fc.bigInt() }),
    ),
  ],
};

describe("a serializer writes what JSON.stringify writes", () => {
  for (const [name, [schema, values]] of Object.entries(supported)) {
    test(`for ${name}`, () => {
      const serialize = serializer(schema);
      // Members in the order of the schema; those that it does not have are left out.
      const inOrder = (value: unknown) =>
        schema instanceof z.ZodObject ? pick(value, Object.keys(schema.shape)) : value;
      fc.assert(fc.property(values, (value) => expect(serialize(value)).toBe(json(inOrder(value)))));
    });
  }
});

function pick(value: unknown, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

test("every body of the interface has a serializer, and its example survives parsing and serializing", () => {
  for (const { body, success, examples } of operations) {
    for (const [schema, example] of [
      [body, examples.body],
      [success.schema, examples.response],
    ] as const) {
      if (schema === undefined) continue;
      const serialize = serializer(schema);
      if (success.eventStream) continue;
      expect(JSON.parse(serialize(schema.parse(parseJson(JSON.stringify(example)))))).toEqual(example);
    }
  }
});

describe("a schema that has no serializer is an error when it is made", () => {
  const unsupported: Readonly<Record<string, z.ZodType>> = {
    any: z.any(),
    unknown: z.unknown(),
    date: z.date(),
    map: z.map(z.string(), z.string()),
    set: z.set(z.string()),
    tuple: z.tuple([z.string()]),
    custom: z.custom(),
    lazy: z.lazy(() => z.string()),
    catch: z.string().catch(""),
    transform: z.string().transform((text) => new Date(text)),
    "bigint literal": z.literal(1n),
    "undefined literal": z.literal(undefined),
    "union without a discriminator": z.union([z.string(), z.int()]),
    "object with any members": z.looseObject({}),
  };
  for (const [name, schema] of Object.entries(unsupported)) {
    test(name, () => {
      for (const wrapped of [
        schema,
        z.object({ member: schema }),
        z.array(schema.optional()),
        z.record(z.string(), schema),
      ]) {
        expect(() => serializer(wrapped)).toThrow("cannot serialize");
      }
    });
  }

  test("an object that is no option of its union", () => {
    const serialize = serializer(z.discriminatedUnion("type", [z.object({ type: z.literal("a") })]));
    expect(() => serialize({ type: "b" })).toThrow("cannot serialize");
  });
});
