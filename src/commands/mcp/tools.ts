/* The tools of `petstore mcp`: one per operation that the key may call, described from the contract. */
import { operations } from "../../contract/index.ts";
import { type Schema, selfContained } from "../../contract/openapi/schema.ts";
import { ALL_SCOPES, type Operation } from "../../contract/operation.ts";

/** A tool in the Model Context Protocol. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & Schema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
  };
}

/** What a session may call: operations that read and, with `--write`, operations that change, within the scopes of its key. */
export interface Permission {
  readonly scopes: readonly string[];
  readonly write: boolean;
}

/**
 * The operations that a session may call. Excludes streams, which never end, texts that may be too long, and invitations, which are for
 * people.
 */
export function allowedOperations({ scopes, write }: Permission): readonly Operation[] {
  const isGranted = ({ scope }: Operation) => !scope || scopes.includes(ALL_SCOPES) || scopes.includes(scope);
  return operations.filter(
    (operation: Operation) =>
      operation.credential === undefined &&
      !operation.success.eventStream &&
      !operation.success.text &&
      (write || operation.method === "GET") &&
      isGranted(operation),
  );
}

export function toolOf(operation: Operation): Tool {
  const { id, method, summary, description, deprecation } = operation;
  return {
    name: id,
    title: summary,
    description: deprecation
      ? `${description} Deprecated: use ${deprecation.replacement}, before ${deprecation.sunset}.`
      : description,
    inputSchema: inputSchema(operation),
    annotations: {
      readOnlyHint: method === "GET",
      destructiveHint: method === "DELETE",
      idempotentHint: method !== "POST",
    },
  };
}

/** The arguments: path and query parameters, and the body as `body` or `content`. */
function inputSchema({ params, query, body, file }: Operation): Tool["inputSchema"] {
  const parameters = selfContained({ ...params?.shape, ...query?.shape, ...(body && { body }) });
  const required = [...Object.keys(params?.shape ?? {}), ...(body ? ["body"] : []), ...(file ? ["content"] : [])];
  return {
    type: "object",
    ...parameters,
    properties: { ...parameters.properties, ...(file && { content: fileSchema(file) }) },
    required,
    additionalProperties: false,
  };
}

function fileSchema({ types }: NonNullable<Operation["file"]>): Schema {
  return isText(types)
    ? { type: "string", description: `The text of the file (${types.join(", ")})` }
    : { type: "string", contentEncoding: "base64", description: `The file in base64 (${types.join(", ")})` };
}

/** Whether files of these types are text and need no encoding. */
export function isText(types: readonly string[]): boolean {
  return types.every((type) => /^text\/|json/.test(type));
}
