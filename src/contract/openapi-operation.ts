import type * as z from "zod";
import { requestHeaders } from "./headers.ts";
import { responses } from "./openapi-responses.ts";
import { jsonSchema, type Schema } from "./openapi-schema.ts";
import type { Operation } from "./operation.ts";

/** One operation of the document. */
export function pathOperation(operation: Operation): Schema {
  const { id, tag, summary, scope, stability, deprecation, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description(operation),
    ...(deprecation && { deprecated: true, "x-deprecated-sunset": deprecation.sunset }),
    ...(stability && { "x-stability": stability }),
    ...(scope && { "x-scope": scope }),
    security: [{ apiKey: scope ? [scope] : [] }],
    parameters: parameters(operation),
    ...(body && { requestBody: requestBody(operation, body) }),
    responses: responses(operation),
  };
}

function description({ description, scope, stability, deprecation }: Operation): string {
  return [
    description,
    ...(stability ? [`This operation is ${stability}: it may still change.`] : []),
    ...(deprecation
      ? [
          `Deprecated since ${deprecation.since}: use ${deprecation.replacement}. The operation is removed on ` +
            `${deprecation.sunset}. From then on it returns 410.`,
        ]
      : []),
    scope ? `Requires the scope \`${scope}\`.` : "Every valid API key may call it.",
  ].join("\n\n");
}

function requestBody({ bodyTypes = [], examples }: Operation, body: z.ZodObject): Schema {
  const content = { schema: jsonSchema(body), example: examples.body };
  const types = ["application/json", ...bodyTypes];
  return { required: true, content: Object.fromEntries(types.map((type) => [type, content])) };
}

function parameters(operation: Operation): Schema[] {
  const { params, query, examples } = operation;
  const headers = Object.entries(requestHeaders).filter(([, { appliesTo }]) => appliesTo(operation));
  return [
    ...Object.entries(params?.shape ?? {}).map(([name, schema]) => {
      const parameter = toParameter(name, "path", schema as z.ZodType);
      const example = examples.params?.[name];
      const isInteger = (parameter["schema"] as Schema)["type"] === "integer";
      return { ...parameter, required: true, example: isInteger ? Number(example) : example };
    }),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => toParameter(name, "query", schema as z.ZodType)),
    ...headers.map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The request headers of all operations, by their names in the components. */
export function headerParameters(): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(requestHeaders).map(([name, { description, schema }]) => [
      name,
      { name, in: "header", required: false, description, "x-stability": "beta", schema },
    ]),
  );
}

function toParameter(name: string, place: "path" | "query", member: z.ZodType): Schema {
  const { description, "x-stability": stability, ...schema } = jsonSchema(member);
  // zod omits the default of a schema with a transform.
  const { default: fallback } = member.meta() ?? {};
  return {
    name,
    in: place,
    required: false,
    description,
    ...(stability !== undefined && { "x-stability": stability }),
    ...(schema["type"] === "array" && { style: "form", explode: true }),
    schema: fallback === undefined ? schema : { ...schema, default: fallback },
  };
}
