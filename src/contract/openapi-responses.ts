import { ErrorBody } from "./common.ts";
import { type FailureCode, failures } from "./errors.ts";
import { commonHeaders, headersOfFailure, type ResponseHeader, requestHeaders, successHeaders } from "./headers.ts";
import { jsonSchema, type Schema } from "./openapi-schema.ts";
import { failuresOf, type Operation } from "./operation.ts";

/** A response that several operations share, with its name in the components. */
interface SharedResponse {
  readonly name: string;
  readonly response: Schema;
}

/** The responses of an operation by status. Those of failures are references to the components. */
export function responses(operation: Operation): Schema {
  const all: Schema = { [operation.success.status]: successResponse(operation) };
  if (requestHeaders["If-None-Match"].appliesTo(operation)) {
    all["304"] = {
      description: "The client already has the current state",
      headers: headerReferences([...commonHeaders(operation), ...successHeaders(operation)]),
    };
  }
  for (const [status, codes] of byStatus(failuresOf(operation))) {
    all[status] = { $ref: `#/components/responses/${failureResponse(operation, codes).name}` };
  }
  return all;
}

/** The responses to failures of some operations, by their names in the components. */
export function failureResponses(operations: readonly Operation[]): Record<string, Schema> {
  const all = operations.flatMap((operation) =>
    [...byStatus(failuresOf(operation)).values()].map((codes) => failureResponse(operation, codes)),
  );
  return Object.fromEntries(all.map(({ name, response }) => [name, response]));
}

function successResponse(operation: Operation): Schema {
  const { description, schema, eventStream, links } = operation.success;
  return {
    description,
    headers: headerReferences([...commonHeaders(operation), ...successHeaders(operation)]),
    ...(schema && {
      content: eventStream
        ? // OpenAPI 3.1 has no member for the schema of one event.
          { "text/event-stream": { schema: { type: "string", "x-event-data": jsonSchema(schema) } } }
        : { "application/json": { schema: jsonSchema(schema), example: operation.examples.response } },
    }),
    ...(links && { links: Object.fromEntries(Object.entries(links).map(link)) }),
  };
}

function link([operationId, parameter]: [string, string]): [string, Schema] {
  return [operationId, { operationId, parameters: { [parameter]: "$response.body#/id" } }];
}

/** The response to failures of one status. Operations of another stability have other headers, so another response. */
function failureResponse(operation: Operation, codes: readonly FailureCode[]): SharedResponse {
  const { stability, deprecation } = operation;
  const lifecycle = [...(stability ? ["unstable"] : []), ...(deprecation ? ["deprecated"] : [])];
  const description = codes.map((code) => `\`${code}\`: ${failures[code].description}. ${failures[code].remedy}`);
  return {
    name: [...codes, ...lifecycle].join("."),
    response: {
      description: description.join("\n\n"),
      headers: headerReferences([...commonHeaders(operation), ...codes.flatMap(headersOfFailure)]),
      content: {
        "application/json": {
          schema: jsonSchema(ErrorBody),
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    },
  };
}

function headerReferences(names: readonly ResponseHeader[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function byStatus(codes: readonly FailureCode[]): Map<number, FailureCode[]> {
  return Map.groupBy(
    codes.toSorted((a, b) => failures[a].status - failures[b].status),
    (code) => failures[code].status,
  );
}
