import * as z from "zod";
import { ErrorBody } from "./common.ts";
import { type FailureCode, failures } from "./errors.ts";
import { failuresOf, type Operation } from "./operation.ts";

/** A part of the document: plain JSON. */
export type Schema = Record<string, unknown>;

/** The headers of answers, by name. */
export const responseHeaders = {
  "X-Request-Id": header("Id of this request in the service's log", { type: "string" }),
  Link: header("Addresses of related resources (RFC 8288)", { type: "string" }),
  ETag: header("Tag of this state of the resource (RFC 9110 8.8.3)", { type: "string" }),
  "Idempotency-Replayed": header("The answer is the one that was given before", { type: "string", enum: ["true"] }),
  Location: header("Address of the created resource", { type: "string", format: "uri" }),
  Deprecation: header("When the operation became deprecated (RFC 9745)", { type: "string" }),
  Sunset: header("When the operation is removed (RFC 8594)", { type: "string" }),
  "X-Stability": header("How far the operation may still change", { type: "string", enum: ["experimental", "beta"] }),
  "WWW-Authenticate": header("How to authenticate (RFC 6750)", { type: "string" }),
  "Retry-After": header("Seconds to wait before asking again", { type: "integer", minimum: 1 }),
} as const;

type HeaderName = keyof typeof responseHeaders;

function header(description: string, schema: Schema) {
  return { description, schema };
}

/** How zod renders schemas here: what is sent, not what it is read to. */
export const RENDERING = { unrepresentable: "any", io: "input" } as const;

/** The JSON Schema of a zod schema; schemas that have an id are references into the components. */
function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, RENDERING);
  return rest;
}

/** Renders one operation. */
export function pathOperation(operation: Operation): Schema {
  const { id, tag, summary, scope, stability, deprecation, body, examples } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: description(operation),
    ...(deprecation && { deprecated: true, "x-deprecated-sunset": deprecation.sunset }),
    ...(stability && { "x-stability": stability }),
    "x-scope": scope,
    parameters: parameters(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: jsonSchema(body), example: examples.body } },
      },
    }),
    responses: responses(operation),
  };
}

function description({ description, scope, deprecation }: Operation): string {
  const lifecycle = deprecation
    ? `\n\nDeprecated since ${deprecation.since}: use ${deprecation.replacement}. Removed on ${deprecation.sunset}; from then on it answers 410.`
    : "";
  return `${description}${lifecycle}\n\nNeeds the scope \`${scope}\`.`;
}

function parameters(operation: Operation): Schema[] {
  const { params, query, examples } = operation;
  const render = (place: "path" | "query", schema: z.ZodObject | undefined) =>
    Object.entries(schema?.shape ?? {}).map(([name, member]) => {
      const { description, "x-stability": stability, ...rest } = jsonSchema(member as z.ZodType);
      // zod leaves the default of a schema that transforms out of the input's JSON Schema.
      const { default: fallback } = (member as z.ZodType).meta() ?? {};
      return {
        name,
        in: place,
        required: place === "path",
        description,
        ...(stability !== undefined && { "x-stability": stability }),
        ...(rest["type"] === "array" && { style: "form", explode: false }),
        schema: fallback === undefined ? rest : { ...rest, default: fallback },
        ...(place === "path" && { example: Number(examples.params?.[name]) }),
      };
    });
  const headers = REQUEST_HEADERS.filter(({ isTaken }) => isTaken(operation)).map(({ name, description }) => ({
    name,
    in: "header",
    required: false,
    description,
    "x-stability": "beta",
    schema: { type: "string" },
  }));
  return [...render("path", params), ...render("query", query), ...headers];
}

const REQUEST_HEADERS: readonly { name: string; description: string; isTaken: (operation: Operation) => boolean }[] = [
  {
    name: "Idempotency-Key",
    description:
      "1 to 255 visible characters that name this request: sent again within 24 hours, it answers the same and has its effect once",
    isTaken: ({ idempotencyKey }) => idempotencyKey === true,
  },
  {
    name: "If-Match",
    description: "An entity tag: change only if the resource still has it; otherwise 412",
    isTaken: ({ ifMatch }) => ifMatch === true,
  },
  {
    name: "If-None-Match",
    description: "An entity tag: answer 304 without a body if the answer still has it",
    isTaken: ({ method }) => method === "GET",
  },
];

function responses(operation: Operation): Record<string, Schema> {
  const { success, examples, deprecation, stability } = operation;
  const everywhere: HeaderName[] = [
    "X-Request-Id",
    ...(deprecation ? (["Deprecation", "Sunset", "Link"] as const) : []),
    ...(stability ? (["X-Stability"] as const) : []),
  ];
  const withHeaders = (names: readonly HeaderName[]) =>
    Object.fromEntries([...everywhere, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

  const all: Record<string, Schema> = {
    [success.status]: {
      description: success.description,
      headers: withHeaders([
        "ETag",
        ...(operation.idempotencyKey ? (["Idempotency-Replayed"] as const) : []),
        ...(success.paged ? (["Link"] as const) : []),
        ...(success.location ? (["Location"] as const) : []),
      ]),
      content: { "application/json": { schema: jsonSchema(success.schema), example: examples.response } },
    },
  };
  if (operation.method === "GET") {
    all[304] = { description: "What the client has is what would be sent", headers: withHeaders(["ETag"]) };
  }
  for (const [status, codes] of byStatus(failuresOf(operation))) {
    all[status] = {
      description: codes.map((code) => `\`${code}\`: ${failures[code].meaning}`).join("\n\n"),
      headers: withHeaders(FAILURE_HEADERS[status] ?? []),
      content: {
        "application/json": {
          schema: jsonSchema(ErrorBody),
          examples: Object.fromEntries(
            codes.map((code) => [code, { value: { code, message: failures[code].meaning, status } }]),
          ),
        },
      },
    };
  }
  return all;
}

const FAILURE_HEADERS: Record<number, readonly HeaderName[]> = {
  401: ["WWW-Authenticate"],
  403: ["WWW-Authenticate"],
  412: ["ETag"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function byStatus(codes: readonly FailureCode[]): Map<number, FailureCode[]> {
  return Map.groupBy(
    codes.toSorted((a, b) => failures[a].status - failures[b].status),
    (code) => failures[code].status,
  );
}
