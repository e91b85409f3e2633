import * as z from "zod";
import { INT64_MAX, INT64_MIN } from "./common.ts";
import { INTERFACE_VERSION, operations } from "./index.ts";
import { rawJson } from "./json.ts";
import { pathOperation, RENDERING, responseHeaders, type Schema } from "./openapi-operation.ts";

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
      headers: responseHeaders,
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

function server(description: string, variable: string, url: string | undefined, placeholder: string) {
  return url === undefined
    ? { url: `{${variable}}`, description, variables: { [variable]: { default: placeholder } } }
    : { url, description };
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
