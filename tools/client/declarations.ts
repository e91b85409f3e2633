/* TypeScript declarations of the contract's schemas, for the client package. */
import { namedSchemas, type Schema } from "../../src/contract/openapi/schema.ts";

/** Who makes a value. The caller may pass a safe number or a bigint as an int64; the service's are always bigint. */
export type Maker = "caller" | "service";

const LINE_WIDTH = 100;

/** A doc comment. */
export function docComment(text: string, indent = ""): string {
  const lines = text.replaceAll("*/", "*\\/").split("\n").flatMap(wrap);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function wrap(paragraph: string): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

let known: Readonly<Record<string, Schema>> | undefined;

/** The schema that a name refers to. To make them all takes a while. */
function schemaNamed(name: string): Schema | undefined {
  known ??= namedSchemas();
  return known[name];
}

/** The name of the schema that a `$ref` refers to. */
function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The type of a value with this JSON Schema. */
export function typeOf(schema: Schema, maker: Maker, indent = ""): string {
  const { $ref: reference, type, format } = schema;
  const [options, values, open] = [schema["oneOf"] ?? schema["anyOf"], schema["enum"], schema["x-extensible-enum"]];
  if (typeof reference === "string") return nameIn(reference);
  if (Array.isArray(options)) return options.map((option) => typeOf(option, maker, indent)).join(" | ");
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(open)) return `${open.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
  if (type === "integer" && format === "int64") return maker === "caller" ? "Int64" : "bigint";
  if (type === "integer" || type === "number") return "number";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, maker, indent)).join(" | ");
  if (type === "array") return arrayOf(typeOf(schema["items"] as Schema, maker, indent), maker);
  if (type === "object") return objectType(schema, maker, indent);
  throw new Error(`the client package has no type for ${JSON.stringify(schema)}`);
}

function arrayOf(item: string, maker: Maker): string {
  return `${maker === "caller" ? "readonly " : ""}${item.includes(" ") ? `(${item})` : item}[]`;
}

function objectType(schema: Schema, maker: Maker, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (properties === undefined) return `Record<string, ${typeOf(additionalProperties as Schema, maker, indent)}>`;
  const inner = `${indent}  `;
  const members = Object.entries(properties as Record<string, Schema>).map(([name, member]) => {
    const isRequired = (required as string[]).includes(name);
    // What a caller computes may be undefined, whatever its compiler settings.
    const optional = maker === "caller" && !isRequired ? " | undefined" : "";
    const comment = docComment(descriptionOf(member), inner);
    return `${comment}${inner}${name}${isRequired ? "" : "?"}: ${typeOf(member, maker, inner)}${optional};\n`;
  });
  return `{\n${members.join("")}${indent}}`;
}

/** The description of a schema, or of what it refers to. */
export function descriptionOf(schema: Schema): string {
  const { description, $ref: reference, anyOf: options } = schema;
  if (typeof description === "string") return description;
  const [option] = (options ?? []) as Schema[];
  const referred = typeof reference === "string" ? schemaNamed(nameIn(reference)) : option;
  if (referred === undefined) throw new Error(`the client package has no description of ${JSON.stringify(schema)}`);
  return descriptionOf(referred);
}

/** The exported declaration of a named schema. `others` are those that one with a member more may extend. */
export function declaration(
  name: string,
  schema: Schema,
  maker: Maker,
  others: Readonly<Record<string, Schema>>,
): string {
  const comment = docComment(descriptionOf(schema));
  const base = Object.entries(others).find(([, other]) => memberBeyond(other, schema) !== undefined);
  if (base !== undefined) {
    const [of, other] = base;
    const own = typeOf(memberBeyond(other, schema) as Schema, maker);
    return `${comment}export interface ${name} extends ${of} ${own}\n\n`;
  }
  const type = typeOf(schema, maker);
  if (type.startsWith("{")) return `${comment}export interface ${name} ${type}\n\n`;
  return `${comment}export type ${name} = ${type};\n\n`;
}

/** The schema of the one member that another object has more, such as a secret that is shown once; undefined if they differ otherwise. */
function memberBeyond(base: Schema, schema: Schema): Schema | undefined {
  const [members, all] = [membersOf(base), membersOf(schema)];
  const [own, ...more] = [...all.keys()].filter((name) => !members.has(name));
  const isMissing = [...members].some(([name, text]) => all.get(name) !== text);
  if (own === undefined || more.length > 0 || isMissing || members.size === 0) return undefined;
  const required = ((schema["required"] ?? []) as string[]).filter((name) => name === own);
  return { ...schema, properties: { [own]: (schema["properties"] as Record<string, Schema>)[own] }, required };
}

/** The members of an object, each with all that is said of it. */
function membersOf({ properties = {}, required = [] }: Schema): ReadonlyMap<string, string> {
  const isRequired = (name: string) => (required as string[]).includes(name);
  return new Map(
    Object.entries(properties as object).map(([name, member]) => [name, JSON.stringify([member, isRequired(name)])]),
  );
}

/** The schemas that a schema consists of: itself, its parts, and those it refers to. */
export function* partsOf(schema: unknown, seen: Set<string> = new Set()): Generator<Schema, void, undefined> {
  if (typeof schema !== "object" || schema === null) return;
  yield schema as Schema;
  const { $ref: reference } = schema as Schema;
  const name = typeof reference === "string" ? nameIn(reference) : undefined;
  if (name !== undefined && !seen.has(name)) {
    seen.add(name);
    yield* partsOf(schemaNamed(name), seen);
  }
  for (const part of Object.values(schema)) yield* partsOf(part, seen);
}

/** The names of the schemas that some schemas refer to, directly or not. */
export function namesIn(schemas: readonly Schema[]): ReadonlySet<string> {
  const parts = schemas.flatMap((schema) => [...partsOf(schema)]);
  return new Set(parts.flatMap(({ $ref: reference }) => (typeof reference === "string" ? [nameIn(reference)] : [])));
}
