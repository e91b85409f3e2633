/* The models of the Python client: a TypedDict for each named schema, with the members as they are on the wire. */
import { namedSchemas, type Schema } from "../../src/contract/openapi/schema.ts";

const HEADER = `"""Generated from the contract by \`npm run generate\`. Do not edit."""

from __future__ import annotations
`;

const KEYWORDS = new Set([
  "and",
  "as",
  "class",
  "def",
  "del",
  "from",
  "import",
  "in",
  "is",
  "not",
  "or",
  "pass",
  "return",
]);

/** A name that Python does not reserve. */
export function pythonName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/** A docstring, or a comment's text, on lines of the usual width. */
export function docstring(text: string, indent: string): string {
  const lines = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"""', '\\"""')
    .split("\n")
    .flatMap((line) => wrap(line, 96 - indent.length));
  const quoted = lines.map((line, index) => (index === 0 || line === "" ? line : indent + line)).join("\n");
  return `${indent}"""${quoted}${quoted.endsWith('"') ? " " : ""}${lines.length > 1 ? `\n${indent}` : ""}"""\n`;
}

function wrap(paragraph: string, width: number): string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

/** What is imported, and how code uses it. */
const USE_OF: Readonly<Record<string, string>> = {
  Any: String.raw`[\[\s]Any[\],\n]`,
  Literal: String.raw`Literal\[`,
  NotRequired: String.raw`NotRequired\[`,
  TypeAlias: ": TypeAlias =",
  TypedDict: String.raw`\(TypedDict\)`,
  Union: String.raw`Union\[`,
};

/** The module `models`. */
export function pythonModels(): string {
  const declared = Object.entries(namedSchemas()).flatMap(([name, schema]) => declarationsOf(name, schema));
  const text = declared.join("\n\n");
  const names = Object.keys(USE_OF);
  return `${HEADER}
from typing import ${names.filter((name) => new RegExp(USE_OF[name] ?? "").test(text)).join(", ")}

${text}
`;
}

/** The declaration of a schema, after those of the objects inside it. */
function declarationsOf(name: string, schema: Schema): string[] {
  const inner: string[] = [];
  const typeOfMember = (member: string, one: Schema) => pythonType(one, `${name}${capitalized(member)}`, inner);
  const { properties, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] };
  if (properties === undefined) {
    const alias = pythonType(schema, `${name}Item`, inner, "");
    return [
      ...inner,
      `${name}: TypeAlias = ${JSON.stringify(alias)}\n${docstring(aboutOf(schema, name), "").trimEnd()}`,
    ];
  }
  const members = Object.entries(properties).map(([member, one]) => {
    const type = typeOfMember(member, one);
    return [member, required.includes(member) ? type : `NotRequired[${type}]`, aboutOf(one, "")] as const;
  });
  // Not every name of a member can be that of an attribute.
  if (members.some(([member]) => KEYWORDS.has(member) || !/^\w+$/.test(member))) {
    const pairs = members.map(([member, type]) => `        ${JSON.stringify(member)}: ${JSON.stringify(type)},\n`);
    return [...inner, `${name} = TypedDict(\n    "${name}",\n    {\n${pairs.join("")}    },\n)`];
  }
  const lines = members.map(([member, type, about]) => {
    return `    ${member}: ${type}\n${about === "" ? "" : docstring(about, "    ")}`;
  });
  return [
    ...inner,
    `class ${name}(TypedDict):\n${docstring(aboutOf(schema, name), "    ")}\n${lines.join("").trimEnd()}`,
  ];
}

function aboutOf({ description }: Schema, otherwise: string): string {
  return typeof description === "string" ? description : otherwise;
}

function capitalized(name: string): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** The type of a value. Objects without a name are declared in `inner`; `prefix` is before the names of others. */
export function pythonType(schema: Schema, name: string, inner: string[], prefix = ""): string {
  const { $ref: reference, type, items, properties, additionalProperties } = schema;
  const [options, values] = [schema["oneOf"] ?? schema["anyOf"], schema["enum"]];
  const typed = (one: Schema, suffix = "") => pythonType(one, `${name}${suffix}`, inner, prefix);
  if (typeof reference === "string") return `${prefix}${reference.slice(reference.lastIndexOf("/") + 1)}`;
  if (Array.isArray(options) && properties === undefined)
    return `Union[${options.map((one, index) => typed(one, String(index))).join(", ")}]`;
  if (Array.isArray(values)) return literalOf(values);
  if (Array.isArray(type)) return [...new Set(type.map((one) => typed({ ...schema, type: one })))].join(" | ");
  if (type === "string") return "str";
  if (type === "integer") return "int";
  if (type === "number") return "float";
  if (type === "boolean") return "bool";
  if (type === "null") return "None";
  if (type === "array") return `list[${typed(items as Schema)}]`;
  if (properties !== undefined) {
    inner.push(...declarationsOf(name, schema));
    return name;
  }
  if (additionalProperties !== undefined) return `dict[str, ${typed(additionalProperties as Schema)}]`;
  return "Any";
}

function literalOf(values: readonly unknown[]): string {
  const texts = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  return `Literal[${texts.join(", ")}]${values.includes(null) ? " | None" : ""}`;
}
