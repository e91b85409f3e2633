import * as z from "zod";
import { lines, storedText } from "./values/texts.ts";

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** An int64 in the document. The largest one is no double, so it is 2^63 here; `formatJson` writes its real digits. */
export const INT64 = {
  type: "integer",
  format: "int64",
  minimum: Number(INT64_MIN),
  maximum: Number(INT64_MAX),
} as const;

/** The largest stock count (decision D6). */
export const INT32_MAX = 2147483647;

/** The description of a secret in the response that creates it. */
export const SHOWN_ONCE = "Shown only in this response, and not when you repeat the request with its Idempotency-Key";

/*
 * The `error` of each field names what it expects. Error messages quote it: "limit: expected an integer from 1 to 100; got 0". A JSON
 * integer is a bigint inside, so int64 is exact from end to end (decision D16). Functions that create schemas register their descriptions
 * directly: `meta` would create each schema twice, at every start.
 */

/** A 64-bit integer in a body. */
export function int64(description: string, minimum = INT64_MIN, maximum = INT64_MAX) {
  const expected = `an integer from ${minimum} to ${maximum}`;
  return z
    .bigint({ error: expected })
    .refine((value) => value >= minimum && value <= maximum, { error: expected })
    .register(z.globalRegistry, {
      ...INT64,
      ...(minimum > INT64_MIN && { minimum: Number(minimum) }),
      ...(maximum < INT64_MAX && { maximum: Number(maximum) }),
      description,
    });
}

/** A count in a body. */
export function count(description: string, minimum = 0) {
  return integer(description, minimum, `an integer from ${minimum} to ${INT32_MAX}`);
}

/** A sum of counts in a body: more than a count may be, and still a number that every client reads exactly. */
export function total(description: string) {
  const expected = `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`;
  return integer(description, 0, expected, undefined, Number.MAX_SAFE_INTEGER);
}

/** A small integer from 1, or another minimum, to a maximum. */
export function upTo(maximum: number, description: string, minimum = 1) {
  return integer(description, minimum, `an integer from ${minimum} to ${maximum}`, undefined, maximum);
}

/** A change of a count in a body: anything but 0. */
export function countChange(description: string) {
  const expected = `an integer from -${INT32_MAX} to ${INT32_MAX}, except 0`;
  return integer(description, -INT32_MAX, expected, (value) => value !== 0n).meta({ not: { enum: [0] } });
}

/** The difference of two counts in a body. */
export function countDelta(description: string) {
  return integer(description, -INT32_MAX, `an integer from -${INT32_MAX} to ${INT32_MAX}`);
}

const NUMBER = z.number();

/** An integer in a body: a bigint in parsed JSON, a number inside; an int32, unless it may be larger. */
function integer(
  description: string,
  minimum: number,
  expected: string,
  accepts: (value: bigint) => boolean = () => true,
  maximum = INT32_MAX,
) {
  const isValid = (value: bigint) => value >= BigInt(minimum) && value <= BigInt(maximum) && accepts(value);
  const wire = z.bigint({ error: expected }).refine(isValid, { error: expected });
  return z.codec(wire, NUMBER, { decode: Number, encode: BigInt }).register(z.globalRegistry, {
    type: "integer",
    ...(maximum <= INT32_MAX && { format: "int32" }),
    minimum,
    maximum,
    description,
  });
}

/** Readers of parameter texts: `undefined` for invalid text. The schemas can read too, but take twenty times as long. */
export const parameterReaders = z.registry<{ readonly read: (text: string) => unknown }>();

/** A path or query parameter: text on the wire. `parse` returns `undefined` for invalid text. */
export function parameter<Value>(
  expected: string,
  parse: (text: string) => Value | undefined,
  schema: Record<string, unknown>,
) {
  return z
    .string({ error: `${expected}, given once` })
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue({ code: "custom", message: expected, input: text });
      return z.NEVER;
    })
    .register(z.globalRegistry, schema)
    .register(parameterReaders, { read: parse });
}

/** Parses an int64 in its canonical form: no `+`, no leading zeros. Returns `undefined` for other text. */
export function readInt64(text: string): bigint | undefined {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
}

/** An int64 in a path. Text that is not one names no resource: 404 (decision D17). */
export function idParameter(description: string) {
  return parameter("an integer (int64)", readInt64, { ...INT64, description });
}

const LIMIT = { minimum: 1, maximum: 100, default: 20 } as const;

/** The most items of a page. */
export const PAGE_MAX = LIMIT.maximum;

/** The page size if the request has no `limit`. */
export const DEFAULT_LIMIT = LIMIT.default;

function readLimit(text: string): number | undefined {
  const value = readInt64(text);
  return value !== undefined && value >= LIMIT.minimum && value <= LIMIT.maximum ? Number(value) : undefined;
}

/** The page size. A value out of bounds is an error, never clamped (decision D7). */
export function limitParameter(description: string) {
  return parameter(`an integer from ${LIMIT.minimum} to ${LIMIT.maximum}`, readLimit, {
    type: "integer",
    minimum: LIMIT.minimum,
    maximum: LIMIT.maximum,
    description,
  }).optional();
}

/** The longest cursor. In a sorted list it has a key of up to 64 characters, each escaped as up to twelve. */
export const CURSOR_MAX_LENGTH = 1100;

/** The position of a page. Only core knows which cursors are valid, so that all others are `invalid_cursor`. */
export const cursorParameter = z
  .string({ error: "a cursor from a Link header, given once" })
  .meta({
    "x-stability": "beta",
    minLength: 1,
    maxLength: CURSOR_MAX_LENGTH,
    description:
      "The position of the page, from the `Link` header of the previous page. Do not change the other parameters",
  })
  .optional();

/** The parameters of a list that always has pages. */
export const pageParameters = {
  limit: limitParameter("Maximum number of items returned").meta({ default: LIMIT.default }),
  cursor: cursorParameter,
};

/** The expected value in messages about a choice, such as `one of "asc", "desc"`. */
export function oneOf(texts: readonly string[]): string {
  return `one of ${texts.map((text) => `"${text}"`).join(", ")}`;
}

/** The direction of a list by id. */
export const orderParameter = z
  .enum(["asc", "desc"], { error: oneOf(["asc", "desc"]) })
  .optional()
  .meta({ "x-stability": "beta", description: "The order by id: `asc` (the default) or `desc`" });

/** The query of a list without filters. */
export const listParameters = z.object({ ...pageParameters, order: orderParameter });

/** The response of a list: a page of items of a schema. The list has an id and a description. */
export function pageOf<Item extends z.ZodType>(what: string, item: Item, id: string, description: string) {
  const schema = z.array(item).max(PAGE_MAX).meta({ id, description });
  return { status: 200, description: `A page of ${what}`, schema, paged: true } as const;
}

/** An int64 in a query. */
export function int64Parameter(description: string) {
  return parameter("an integer (int64)", readInt64, { ...INT64, "x-stability": "beta", description }).optional();
}

/** A truth value in a query. */
export function booleanParameter(description: string) {
  const parse = (text: string) => (text === "true" ? true : text === "false" ? false : undefined);
  return parameter("true or false", parse, { type: "boolean", "x-stability": "beta", description }).optional();
}

/** A list in a query, as `name=1,2`, as `name=1&name=2`, or both: generated clients send either form (decision D28). */
export function listParameter<Item>(
  expected: string,
  parse: (texts: readonly string[]) => readonly Item[] | undefined,
  schema: Record<string, unknown>,
) {
  const parseText = (text: string) => parse(text.split(","));
  return z
    .preprocess(joinValues, parameter(expected, parseText, {}))
    .meta({ type: "array", minItems: 1, ...schema })
    .optional();
}

/** Joins the values of a repeated parameter. */
function joinValues(given: unknown): unknown {
  return Array.isArray(given) ? given.join(",") : given;
}

/** A moment in a response, in UTC with milliseconds (RFC 3339). */
export function dateTime(description: string) {
  return z.iso.datetime().register(z.globalRegistry, { description });
}

/** The longest moment that is read: RFC 3339 allows any number of digits behind the second. */
export const DATE_TIME_MAX = 64;

/** The expected value in messages about a moment. */
export const DATE_TIME = "an RFC 3339 date-time, such as 2026-12-01T09:00:00Z";

function isWritable(text: string): boolean {
  return text.length <= DATE_TIME_MAX && /^\d{4}-/.test(new Date(text).toISOString());
}

/** A moment in a request, with any offset. Its UTC form must have four digits too, so that it can be returned. */
export function givenDateTime(description: string) {
  return z.iso
    .datetime({ offset: true, error: DATE_TIME })
    .refine((text) => Number.isNaN(Date.parse(text)) || isWritable(text), { error: DATE_TIME })
    .register(z.globalRegistry, { description });
}

/** How long a text for people may be. */
const SHORT_TEXT_MAX = 500;

/** A text for people, such as a note or a description. */
export function shortText(description: string) {
  return lines(SHORT_TEXT_MAX, description);
}

/** The same in a response. */
export function storedShortText(description: string) {
  return storedText(SHORT_TEXT_MAX, description);
}
