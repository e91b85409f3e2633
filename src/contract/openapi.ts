import * as z from "zod";
import { ErrorBody, INT64_MAX, INT64_MIN } from "./common.ts";
import { type FailureCode, failures } from "./errors.ts";
import { INTERFACE_VERSION, operations } from "./index.ts";
import { rawJson } from "./json.ts";
import { failuresOf, type Operation } from "./operation.ts";

type Schema = Record<string, unknown>;

/** The addresses of the two environments, or undefined for those that are not configured. */
export interface Addresses {
  readonly baseUrl?: string | undefined;
  readonly stagingBaseUrl?: string | undefined;
}

/** Renders the contract as an OpenAPI 3.1 document, as JSON text. */
export function openApi({ baseUrl, stagingBaseUrl }: Addresses): string {
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Pet Store Service Interface",
      version: INTERFACE_VERSION,
      description: INTRODUCTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      server("Production", "base_url", baseUrl, "http://127.0.0.1:8080/v1"),
      server("Staging", "staging_base_url", stagingBaseUrl, "http://127.0.0.1:8081/v1"),
    ],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths: paths(),
    components: {
      schemas: schemas(),
      headers: HEADERS,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key, as `petstore keys create` prints it" },
      },
    },
  };
  const text = JSON.stringify(document, int64Bounds, 2);
  return `${text.replaceAll('"#/$defs/', '"#/components/schemas/')}\n`;
}

/** JSON.stringify replacer: gives int64 schemas their bounds, which no double holds and zod cannot carry. */
function int64Bounds(_member: string, value: unknown): unknown {
  return typeof value === "object" && value !== null && "format" in value && value.format === "int64"
    ? { ...value, minimum: rawJson(`${INT64_MIN}`), maximum: rawJson(`${INT64_MAX}`) }
    : value;
}

/** One line per operation: what a reviewer reads when the interface changes. */
export function operationsTable(): string {
  const rows = operations.map(({ id, method, path, scope, stability = "stable", deprecation }) => [
    id,
    method,
    path,
    scope,
    deprecation ? `deprecated, removed ${deprecation.sunset}` : stability,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`).join("");
}

const INTRODUCTION = `List the animals of a pet store, add animals, and keep their stock.

Every request carries an API key: \`Authorization: Bearer <API_KEY>\`. Integers are exact over the whole int64 range.
Lists answer a bare array; while there are more items, \`Link: <...>; rel="next"\` has the address of the next page.
Unknown members and parameters are ignored, unless the request says \`Prefer: handling=strict\`.
Every failure answers an Error body. Every answer carries \`X-Request-Id\`.`;

const TAGS: Record<string, string> = {
  Animals: "The animals of the store",
  Inventory: "How many of each animal there are",
  Orders: "Orders of animals",
};

const HEADERS = {
  "X-Request-Id": header("Id of this request in the service's log", { type: "string" }),
  Link: header("Addresses of related resources (RFC 8288)", { type: "string" }),
  Location: header("Address of the created resource", { type: "string", format: "uri" }),
  Deprecation: header("When the operation became deprecated (RFC 9745)", { type: "string" }),
  Sunset: header("When the operation is removed (RFC 8594)", { type: "string" }),
  "X-Stability": header("How far the operation may still change", { type: "string", enum: ["experimental", "beta"] }),
  "WWW-Authenticate": header("How to authenticate (RFC 6750)", { type: "string" }),
  "Retry-After": header("Seconds to wait before asking again", { type: "integer", minimum: 1 }),
} as const;

type HeaderName = keyof typeof HEADERS;

function header(description: string, schema: Schema) {
  return { description, schema };
}

function server(description: string, variable: string, url: string | undefined, placeholder: string) {
  return url === undefined
    ? { url: `{${variable}}`, description, variables: { [variable]: { default: placeholder } } }
    : { url, description };
}

const RENDERING = { unrepresentable: "any", io: "input" } as const;

/** The JSON Schema of a zod schema; schemas that have an id are references into the components. */
function jsonSchema(schema: z.ZodType): Schema {
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, RENDERING);
  return rest;
}

function schemas(): Record<string, Schema> {
  const { schemas: all } = z.toJSONSchema(z.globalRegistry, {
    ...RENDERING,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(Object.entries(all).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

function paths() {
  const all: Record<string, Record<string, Schema>> = {};
  for (const operation of operations) {
    const item = (all[operation.path] ??= {});
    item[operation.method.toLowerCase()] = pathOperation(operation);
  }
  return all;
}

function pathOperation(operation: Operation): Schema {
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

function parameters({ params, query, examples }: Operation): Schema[] {
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
  return [...render("path", params), ...render("query", query)];
}

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
        ...(success.paged ? (["Link"] as const) : []),
        ...(success.location ? (["Location"] as const) : []),
      ]),
      content: { "application/json": { schema: jsonSchema(success.schema), example: examples.response } },
    },
  };
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
  429: ["Retry-After"],
  503: ["Retry-After"],
};

function byStatus(codes: readonly FailureCode[]): Map<number, FailureCode[]> {
  return Map.groupBy(
    codes.toSorted((a, b) => failures[a].status - failures[b].status),
    (code) => failures[code].status,
  );
}
