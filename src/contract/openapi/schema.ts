import * as z from "zod";
import { DATE_TIME_MAX } from "../common.ts";

/** A part of the document: plain JSON. */
export type Schema = Record<string, unknown>;

/** The longest texts of the formats that do not say it. */
const LONGEST: Readonly<Record<string, number>> = { date: "2026-12-01".length, "date-time": DATE_TIME_MAX };

const OPTIONS = {
  unrepresentable: "any",
  io: "input",
  override: ({ jsonSchema }) => {
    // The patterns that zod adds to formats are long, and the format says it all.
    if ("format" in jsonSchema) delete jsonSchema.pattern;
    const longest = LONGEST[jsonSchema.format ?? ""];
    if (longest !== undefined) jsonSchema.maxLength = longest;
    // Not every generator of clients knows `const`, or takes "X or null" for one type.
    const { const: constant, anyOf: [option, other] = [] } = jsonSchema;
    if (constant !== undefined) {
      delete jsonSchema.const;
      jsonSchema.enum = [constant];
    }
    if (other?.type === "null") {
      delete jsonSchema.anyOf;
      Object.assign(jsonSchema, option, { type: [option?.type, "null"] });
      if (option?.enum) jsonSchema.enum = [...option.enum, null];
    }
  },
} as const satisfies z.core.ToJSONSchemaParams;

/** The JSON Schema of a zod schema, as it is on the wire. Named schemas are references to the components. */
export function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, OPTIONS);
  return rest;
}

/** The named schemas, for the components, sorted by name: the registry has them in the order of the imports. */
export function namedSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` });
  const sorted = Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

let named: Readonly<Record<string, Schema>> | undefined;

/** The JSON Schemas of some members, with the named schemas that they refer to beside them. */
export function selfContained(members: Readonly<Record<string, z.ZodType>>): { properties: Schema; $defs: Schema } {
  const properties = Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, jsonSchema(schema)]));
  const all = (named ??= namedSchemas());
  const $defs: Schema = {};
  const add = (part: unknown) => {
    for (const [, id = ""] of JSON.stringify(part).matchAll(/"#\/(?:\$defs|components\/schemas)\/(\w+)"/g)) {
      if (id in $defs) continue;
      $defs[id] = all[id];
      add(all[id]);
    }
  };
  add(properties);
  return JSON.parse(JSON.stringify({ properties, $defs }).replaceAll('"#/components/schemas/', '"#/$defs/'));
}
