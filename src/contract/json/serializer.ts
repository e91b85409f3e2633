import type * as z from "zod";
import { rawJson } from "./json.ts";

/** Writes a value as JSON. The value must be an output of the serializer's schema. */
export type Serializer = (value: unknown) => string;

/** The JSON of added members: `,"name":value` for each. */
export const ADDED = Symbol("added members");

/** An object to which members may be added. */
export interface Added {
  readonly [ADDED]?: string;
}

/** Writes an object, or an array of objects, with their added members. */
export function writeAdded(value: Added | readonly Added[], serialize: Serializer): string {
  if (!isArray(value)) return `${serialize(value).slice(0, -1)}${value[ADDED] ?? ""}}`;
  // Not with `join`, which would copy a long text again.
  let text = "[";
  for (const item of value) {
    text += `${text === "[" ? "" : ","}${serialize([item]).slice(1, -2)}${item[ADDED] ?? ""}}`;
  }
  return `${text}]`;
}

function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Turns a value into one that `JSON.stringify` writes as JSON of the schema. */
type Converter = (value: unknown) => unknown;

/**
 * Creates the serializer of a schema. Its output is that of `JSON.stringify`, with bigints as JSON integers and without unknown members.
 * Throws at once for a schema that it cannot serialize.
 */
export function serializer(schema: z.core.$ZodType): Serializer {
  const convert = converter(schema);
  return (value) => JSON.stringify(convert(value));
}

/** Most schemas are part of several others, of events above all. */
const converters = new WeakMap<z.core.$ZodType, Converter>();

function converter(schema: z.core.$ZodType): Converter {
  let made = converters.get(schema);
  if (made === undefined) converters.set(schema, (made = converterOf(schema)));
  return made;
}

function converterOf(schema: z.core.$ZodType): Converter {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return objectConverter(def);
    case "array":
      return arrayConverter(converter(def.element));
    case "record":
      return recordConverter(converter(def.valueType));
    case "union":
      return unionConverter(def as z.core.$ZodDiscriminatedUnionDef);
    case "bigint":
      return integer;
    case "literal":
      return literal(def.values);
    case "string":
    case "enum":
    case "number":
    case "boolean":
      return unchanged;
    case "optional":
    case "nullable":
      return unlessEmpty(converter(def.innerType));
    case "default":
    case "prefault":
    case "readonly":
      return converter(def.innerType);
    case "pipe":
      return converter(def.out);
    default:
      throw unsupported(`the type ${def.type}`);
  }
}

function unsupported(what: string): Error {
  return new Error(`cannot serialize ${what}`);
}

function unchanged(value: unknown): unknown {
  return value;
}

/** A number where it is exact: `JSON.stringify` takes three times as long for raw JSON. */
function integer(value: unknown): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : rawJson(String(value));
}

function literal(values: readonly unknown[]): Converter {
  for (const value of values) {
    if (value === undefined || typeof value === "bigint") throw unsupported(`the literal ${value}`);
  }
  return unchanged;
}

function arrayConverter(convert: Converter): Converter {
  return (values) => (values as unknown[]).map(convert);
}

function objectConverter({ shape, catchall }: z.core.$ZodObjectDef): Converter {
  if (catchall !== undefined && catchall._zod.def.type !== "never") throw unsupported("members without a schema");
  const members = Object.entries(shape).map(([name, member]) => ({ name, convert: converter(member) }));
  return (value) => {
    const converted: Record<string, unknown> = {};
    for (const { name, convert } of members) {
      const member = (value as Record<string, unknown>)[name];
      if (member !== undefined) converted[name] = convert(member);
    }
    return converted;
  };
}

function recordConverter(convert: Converter): Converter {
  return (value) => {
    const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, convert(member)]));
  };
}

/** Only the discriminator tells the options of a union apart: an output may match the inputs of several. */
function unionConverter({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Converter {
  if (discriminator === undefined) throw unsupported("a union without a discriminator");
  const byValue = new Map<unknown, Converter>();
  for (const option of options) {
    const convert = converter(option);
    for (const value of option._zod.propValues?.[discriminator] ?? []) byValue.set(value, convert);
  }
  return (value) => {
    const convert = byValue.get((value as Record<string, unknown>)[discriminator]);
    if (convert === undefined) throw unsupported("an object that is none of the options of its union");
    return convert(value);
  };
}

function unlessEmpty(convert: Converter): Converter {
  return (value) => (value === undefined || value === null ? value : convert(value));
}
