import type * as z from "zod";
import { requestHeaders } from "../headers.ts";
import type { Operation } from "../operation.ts";
import { jsonSchema, type Schema } from "./schema.ts";

/** The parameters of an operation, each written out. */
export function parameters({ params, query, examples }: Operation): Schema[] {
  return [
    ...Object.entries(params?.shape ?? {}).map(([name, schema]) => {
      const parameter = toParameter(name, "path", schema as z.ZodType);
      const example = examples.params?.[name];
      const isInteger = (parameter["schema"] as Schema)["type"] === "integer";
      return { ...parameter, required: true, example: isInteger ? Number(example) : example };
    }),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => toParameter(name, "query", schema as z.ZodType)),
  ];
}

/** References to the headers of an operation. */
export function headerReferences(operation: Operation): Schema[] {
  const headers = Object.entries(requestHeaders).filter(([, { appliesTo }]) => appliesTo(operation));
  return headers.map(([name]) => ({ $ref: `#/components/parameters/${name}` }));
}

/** The parameters of the components: the headers, and those that several operations have in the same words. */
export function sharedParameters(operations: readonly Operation[]): Record<string, Schema> {
  const byText = Map.groupBy(operations.flatMap(parameters), (parameter) => JSON.stringify(parameter));
  // Of several with one name the most frequent is last, and stays.
  const repeated = [...byText.values()].filter(({ length }) => length > 1).sort((a, b) => a.length - b.length);
  const named = repeated.map(([parameter = {}]) => [String(parameter["name"]), parameter]);
  const headers = Object.entries(requestHeaders).map(([name, { description, schema }]) => {
    return [name, { name, in: "header", description, "x-stability": "beta", schema }];
  });
  return Object.fromEntries([...named, ...headers]);
}

/** A reference to a parameter if it is one of the shared ones, else the parameter. */
export function referenceTo(parameter: Schema, shared: Readonly<Record<string, Schema>>): Schema {
  const name = String(parameter["name"]);
  const isShared = JSON.stringify(shared[name]) === JSON.stringify(parameter);
  return isShared ? { $ref: `#/components/parameters/${name}` } : parameter;
}

function toParameter(name: string, place: "path" | "query", member: z.ZodType): Schema {
  const { description, "x-stability": stability, ...schema } = jsonSchema(member);
  // zod omits the default of a schema with a transform.
  const { default: fallback } = member.meta() ?? {};
  return {
    name,
    in: place,
    description,
    ...(stability !== undefined && { "x-stability": stability }),
    ...(schema["type"] === "array" && { style: "form", explode: true }),
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
  };
}
