import { type FailureCode, failures } from "../errors/failures.ts";
import { responseHeaders } from "../headers.ts";
import { INTERFACE_VERSION, operations } from "../index.ts";
import type { Operation } from "../operation.ts";
import { placesAt } from "./document-addresses.ts";
import { pathOperation } from "./document-operation.ts";
import { sharedParameters } from "./document-parameters.ts";
import { sharedResponses } from "./document-responses.ts";
import { webhookMessages } from "./document-webhooks.ts";
import { exampleBody } from "./error-reference.ts";
import { formatJson } from "./format-json.ts";
import { authenticationGuide, introduction } from "./introduction.ts";
import { namedSchemas, type Schema } from "./schema.ts";
import { signatureGuide } from "./signature-guide.ts";

/** The contract as an OpenAPI 3.1 document, in JSON, with the addresses of a service with the default settings. */
export function openApi(): string {
  const parameters = sharedParameters(operations);
  const paths = pathsOf(operations, parameters);
  const responses = sharedResponses(operations);
  const users = JSON.stringify([paths, responses]);
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Pet Store Service Interface",
      version: INTERFACE_VERSION,
      description: introduction,
      contact: { name: "The operator of this service, who issues the API keys" },
      license: { name: "MIT", identifier: "MIT" },
    },
    ...placesAt({}),
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({
      name,
      description: name === "Webhooks" ? `${TAGS[name]}.\n\n${signatureGuide()}` : TAGS[name],
    })),
    paths,
    webhooks: webhookMessages(),
    components: {
      schemas: namedSchemas(),
      responses,
      parameters,
      examples: referenced("examples", errorExamples(), users),
      headers: referenced("headers", responseHeaders, users),
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: authenticationGuide(operations) },
        invitation: {
          type: "http",
          scheme: "bearer",
          description: "The secret of an invitation, which is in the fragment of its address",
        },
      },
    },
  };
  const text = JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/');
  return `${formatJson(JSON.parse(text))}\n`;
}

/** One line per operation: what a reviewer reads when the interface changes. */
export function operationsTable(): string {
  const rows = operations.map(
    ({ id, method, path, credential, scope = credential ?? "any key", stability = "stable", deprecation }) => [
      id,
      method,
      path,
      scope,
      deprecation ? `deprecated, removed ${deprecation.sunset}` : stability,
    ],
  );
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`).join("");
}

/** What each tag is about. */
export const TAGS: Readonly<Record<string, string>> = {
  Pets: "The pets of the store",
  Photos: "The photos of each pet",
  Inventory: "The stock of each pet",
  Orders: "Orders of pets",
  Sales: "Orders that are placed, completed and cancelled together",
  Inquiries: "What visitors ask about pets",
  Care: "What was done for pets, and what is due",
  Categories: "The categories that pets belong to",
  Events: "What changed, in one order for all",
  Webhooks: "Endpoints that receive signed events",
  Keys: "Who may call the service, and what each may do",
  Invitations: "Keys for people, by an address that they open once",
  Stats: "Counts for an overview",
  Reports: "What was sold and returned",
  Imports: "Many pets from one file",
};

function pathsOf(operations: readonly Operation[], parameters: Readonly<Record<string, Schema>>): Schema {
  const all: Record<string, Schema> = {};
  for (const operation of operations) {
    const item = (all[operation.path] ??= {});
    item[operation.method.toLowerCase()] = pathOperation(operation, parameters);
  }
  return all;
}

function errorExamples(): Record<string, Schema> {
  const codes = Object.keys(failures) as FailureCode[];
  return Object.fromEntries(codes.map((code) => [code, { value: exampleBody(code) }]));
}

/** The components of a kind that some part of the document refers to. */
function referenced(kind: string, all: Readonly<Record<string, unknown>>, users: string): Schema {
  return Object.fromEntries(Object.entries(all).filter(([name]) => users.includes(`"#/components/${kind}/${name}"`)));
}
