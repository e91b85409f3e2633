/* The document in OpenAPI 3.0, for tools that do not read 3.1. */

import { formatJson } from "./format-json.ts";

type Node = Readonly<Record<string, unknown>>;

/** Members of a schema that 3.0 does not have. What they say is in the description too, or only helps. */
const ONLY_3_1 = new Set(["propertyNames", "contentEncoding", "contentMediaType", "$comment", "$defs"]);

/** Formats that generated clients have types for: they would ask a file or a date for the length of a text. */
const TYPED = new Set<unknown>(["binary", "date", "date-time"]);

/** Converts a document. The entry of the webhooks is lost: 3.0 has none. */
export function openApi30(document: string): string {
  const { openapi: _, webhooks: __, info, components, ...rest } = JSON.parse(document);
  const { license, ...about } = info;
  const older = {
    ...rest,
    info: { ...about, license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` } },
    components,
  };
  return `${formatJson({ openapi: "3.0.3", ...(convert(older) as Node) })}\n`;
}

function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert);
  if (typeof node !== "object" || node === null) return node;
  const isTyped = "format" in node && TYPED.has(node.format);
  const members = Object.entries(node).flatMap(([name, value]) => {
    // An example is a value, not a schema.
    if (name === "example" || name === "examples" || name === "value") return [[name, value] as const];
    const isLost = ONLY_3_1.has(name) || (isTyped && name === "maxLength");
    return isLost ? [] : [[name, convert(value)] as const];
  });
  return withoutNull(Object.fromEntries(members));
}

/** `null` is no type in 3.0, but a property of a schema. Beside a reference, everything else is ignored. */
function withoutNull(schema: Node): Node {
  const { type, $ref: reference, ...others } = schema;
  if (typeof reference === "string" && Object.keys(others).length > 0)
    return { allOf: [{ $ref: reference }], ...others };
  if (!Array.isArray(type)) return schema;
  const [one, ...more] = type.filter((name) => name !== "null");
  const types = more.length === 0 ? { type: one } : { anyOf: [one, ...more].map((name) => ({ type: name })) };
  return { ...others, ...types, ...(type.includes("null") && { nullable: true }) };
}
