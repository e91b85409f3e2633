import { INT32_MAX } from "../common.ts";
import { ErrorBody } from "../errors/error-body.ts";
import { type FailureCode, failures } from "../errors/failures.ts";
import { failuresOf } from "../errors/operation-failures.ts";
import { headersOfFailure, type ResponseHeader, rateLimitHeaders, successHeaders } from "../headers.ts";
import { type Operation, responseType } from "../operation.ts";
import { jsonSchema, type Schema } from "./schema.ts";

/** The responses of an operation by status. Those without a value of the operation are references to the components. */
export function responses(operation: Operation): Schema {
  const { method, success } = operation;
  const all: Schema = { [success.status]: successResponse(operation) };
  if (method === "GET" && !success.eventStream) all["304"] = { $ref: "#/components/responses/not_modified" };
  for (const [status, codes] of byStatus(failuresOf(operation))) {
    all[status] = { $ref: `#/components/responses/${nameOf(codes)}` };
  }
  return all;
}

/** The responses that the operations share, by their names in the components. */
export function sharedResponses(operations: readonly Operation[]): Record<string, Schema> {
  const failures = operations.flatMap((operation) => [...byStatus(failuresOf(operation)).values()]);
  return {
    not_modified: {
      description: "The client already has the current state",
      headers: headerReferences(["ETag", "Link", ...rateLimitHeaders]),
    },
    ...Object.fromEntries(failures.map((codes) => [nameOf(codes), failureResponse(codes)])),
  };
}

function nameOf(codes: readonly FailureCode[]): string {
  return codes.join(".");
}

function successResponse(operation: Operation): Schema {
  const { description, schema: plain, included: schema = plain, eventStream, links } = operation.success;
  return {
    description,
    headers: headerReferences([...successHeaders(operation), ...rateLimitHeaders]),
    ...(schema && {
      content: {
        [responseType(operation)]: eventStream
          ? // OpenAPI 3.1 has no member for the schema of one event.
            { schema: { type: "string", maxLength: INT32_MAX, "x-event-data": jsonSchema(schema) } }
          : { schema: jsonSchema(schema), example: operation.examples.response },
      },
    }),
    ...(links && { links: Object.fromEntries(Object.entries(links).map(link)) }),
  };
}

function link([operationId, parameter]: [string, string]): [string, Schema] {
  return [operationId, { operationId, parameters: { [parameter]: "$response.body#/id" } }];
}

function failureResponse(codes: readonly FailureCode[]): Schema {
  const description = codes.map((code) => `\`${code}\`: ${failures[code].description}. ${failures[code].remedy}`);
  return {
    description: description.join("\n\n"),
    headers: headerReferences([...codes.flatMap(headersOfFailure), ...rateLimitHeaders]),
    content: {
      "application/json": {
        schema: jsonSchema(ErrorBody),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
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
