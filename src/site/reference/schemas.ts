/* Describes schemas for readers: types in words, and the members of objects. */
import { inlineHtmlOf } from "../markdown.ts";
import { Markup, markup } from "../markup.ts";
import { type JsonSchema, nameOf } from "./reference-document.ts";

/** Formats that imply their bounds. */
const BOUNDED_FORMATS = /^(?:int32|int64|date|date-time)$/;

/** A text from the contract. */
export function prose(text: string | undefined, base: string): Markup {
  return new Markup(text === undefined ? "" : inlineHtmlOf(text, base));
}

/** The type of a value, such as "string, 1 to 255 characters", or a link to a named schema. */
export function typeOf(schema: JsonSchema): Markup {
  const { $ref, enum: values, anyOf, oneOf, allOf, items, format } = schema;
  if ($ref !== undefined) {
    const name = nameOf({ $ref });
    return markup`<a href="#schema-${name}">${name}</a>`;
  }
  const options = anyOf ?? oneOf;
  if (options !== undefined) return joined(options.map(typeOf), " or ");
  if (allOf !== undefined) return joined(allOf.map(typeOf), " and ");
  const bounds = boundsOf(schema);
  const rest = bounds === "" ? "" : `, ${bounds}`;
  if (items !== undefined) return markup`array of ${typeOf(items)}${rest}`;
  if (values !== undefined) return markup`${values.length === 1 ? "" : "one of "}${codes(values)}`;
  const types = [schema.type ?? "any value"].flat().join(" or ");
  return markup`${types}${format !== undefined && ` (${format})`}${rest}`;
}

function joined(parts: readonly Markup[], between: string): Markup {
  return new Markup(parts.map(({ text }) => text).join(between));
}

function codes(values: readonly unknown[]): Markup {
  return joined(
    values.map((value) => markup`<code>${value === null ? "null" : String(value)}</code>`),
    ", ",
  );
}

/** The constraints on a value. Omits patterns, which descriptions explain in words. */
function boundsOf(schema: JsonSchema): string {
  const { format = "", minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
  const all = [
    format === "date" || format === "date-time" ? "" : range(minLength, maxLength, " characters"),
    range(minItems, maxItems, " items"),
    BOUNDED_FORMATS.test(format) && !isNarrow(minimum, maximum) ? "" : range(minimum, maximum, ""),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
  ];
  return all.filter((bound) => bound !== "").join(", ");
}

/** Whether the bounds are narrower than the integer type. Numbers here have only the digits of a double. */
function isNarrow(minimum: number | undefined, maximum: number | undefined): boolean {
  const isInside = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 2 ** 31 - 1;
  return isInside(minimum) || isInside(maximum);
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  const least = from !== undefined && Number.isSafeInteger(from) ? from : undefined;
  const most = to !== undefined && Number.isSafeInteger(to) ? to : undefined;
  if (least !== undefined && most !== undefined)
    return least === most ? `${most}${unit}` : `${least} to ${most}${unit}`;
  if (most !== undefined) return `at most ${most}${unit}`;
  return least === undefined ? "" : `at least ${least}${unit}`;
}

/** A row in a list of members or parameters. `attributes` are for the page's script. */
export function row(name: string, schema: JsonSchema, isRequired: boolean, text: Markup, attributes?: Markup): Markup {
  return markup`<dt${attributes}><code>${name}</code> ${typeOf(schema)}${isRequired && markup` <b>required</b>`}<dd>${text}`;
}

/** The members of an object or of each alternative, or the single type that a schema stands for. */
export function membersOf(schema: JsonSchema, base: string): Markup {
  const { properties, required = [], additionalProperties: others } = schema;
  if (properties === undefined && typeof others !== "object") return markup`<p>${typeOf(schema)}`;
  const rows = Object.entries(properties ?? {}).map(([name, member]) =>
    row(name, member, required.includes(name), prose(member.description, base)),
  );
  const rest = typeof others === "object" && row("any name", others, false, prose(others.description, base));
  return rows.length === 0 && !rest ? markup`<p>An empty object` : markup`<dl>${rows}${rest}</dl>`;
}
