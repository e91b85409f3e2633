/* Writes `src/client/schemas.gen.ts` and `src/client/operations.gen.ts`: all that the client package knows about the interface. */
import type * as z from "zod";
import { version } from "../../package.json";
import { takesKey } from "../../src/client/request.ts";
import { INT64 } from "../../src/contract/common.ts";
import { operations } from "../../src/contract/index.ts";
import { clientMethod } from "../../src/contract/openapi/samples.ts";
import { jsonSchema, namedSchemas, type Schema } from "../../src/contract/openapi/schema.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { declaration, descriptionOf, docComment, namesIn, partsOf, typeOf } from "./declarations.ts";
import { narrowsEvents, queryName, resources } from "./resources.ts";

const HEADER = "/* Generated from the contract by `npm run generate`. Do not edit. */\n";

const SCHEMAS = `/** A 64-bit integer. A number is accepted where it is exact, from -(2^53 - 1) to 2^53 - 1. */
export type Int64 = bigint | number;

/** The events of some types. */
export type EventOf<Type extends EventType> = Extract<Event, Record<"type", Type>>;

`;

const IMPORTS = `import type { Call } from "./call.ts";
import type { Parts } from "./download.ts";
import type { Engine, Operation } from "./client-engine.ts";
import type { List } from "./list.ts";
import type {
  ChangeOptions,
  ConditionalOptions,
  DownloadOptions,
  RequestOptions,
  StreamOptions,
  UploadOptions,
} from "./options.ts";
`;

const VERSION = `
/** The version of this package: that of the release of the service that it was made with. */
export const VERSION = ${JSON.stringify(version)};

`;

/** The text of `schemas.gen.ts`: what is sent and received. */
export function clientSchemas(): string {
  const int64 = `/** The members of responses that are int64. */\nexport const INT64: readonly string[] = ${JSON.stringify(received())};\n\n`;
  return endOfFile(`${HEADER}${SCHEMAS}${int64}${declarations()}${queries()}`);
}

/** The text of `operations.gen.ts`: what can be asked for. */
export function clientOperations(): string {
  const rest = `${operationTable()}${resources()}`;
  const code = rest.replace(/\/\*[\s\S]*?\*\//g, "");
  const names = [...clientSchemas().matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name);
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code)).sort();
  const schemas = `import type {\n${used.map((name) => `  ${name},\n`).join("")}} from "./schemas.gen.ts";\n`;
  return endOfFile(`${HEADER}${IMPORTS}${schemas}${VERSION}${rest}`);
}

function endOfFile(text: string): string {
  return `${text.trimEnd()}\n`;
}

/** The named schemas that parameters and bodies consist of. Lists are arrays of a named item, so they need no name. */
function declarations(): string {
  const inputs = namesIn(
    operations.flatMap(({ query, body }) => [query, body].flatMap((schema) => (schema ? [jsonSchema(schema)] : []))),
  );
  const outputs = namesIn(
    operations.flatMap(({ success: { schema, included = schema } }) => (included ? [jsonSchema(included)] : [])),
  );
  const used = new Set([...inputs, ...outputs, "Error"]);
  const declared = Object.entries(namedSchemas()).filter(
    ([name, schema]) => used.has(name) && schema["type"] !== "array",
  );
  const received = Object.fromEntries(declared.filter(([name]) => !inputs.has(name) && name !== "Error"));
  return declared
    .map(([name, schema]) => {
      if (!inputs.has(name)) return declaration(name === "Error" ? "ErrorBody" : name, schema, "service", received);
      const hasInt64 = [...partsOf(schema)].some(({ format }) => format === "int64");
      if (hasInt64 && outputs.has(name)) throw new Error(`${name} has int64, so it cannot be both sent and received`);
      return declaration(name, schema, "caller", {});
    })
    .join("");
}

function queries(): string {
  return operations.map((operation) => (operation.query ? queryInterface(operation, operation.query) : "")).join("");
}

function queryInterface(operation: Operation, query: z.ZodObject): string {
  const members = Object.entries(query.shape).map(([name, member]) => {
    const schema = jsonSchema(member as z.ZodType);
    const type = name === "types" ? "readonly Type[]" : typeOf(schema, "caller", "  ");
    return `${docComment(descriptionOf(schema), "  ")}  ${name}?: ${type} | undefined;\n`;
  });
  const comment = docComment(`What \`${clientMethod(operation)}\` is given.`);
  const parameter = narrowsEvents(operation) ? "<Type extends EventType = EventType>" : "";
  return `${comment}export interface ${queryName(operation)}${parameter} {\n${members.join("")}}\n\n`;
}

/** The table of the operations, and what sending a request takes. */
function operationTable(): string {
  const rows = operations.map((operation) => {
    const { id, method, path, idempotencyKey, query, file, success } = operation;
    const { schema: plain, included: schema = plain } = success;
    if (takesKey(method) !== (idempotencyKey ?? false)) {
      throw new Error(`the client sends an Idempotency-Key with POST and PATCH, and with nothing else: not so ${id}`);
    }
    const limit = query?.shape["limit"];
    const row = {
      method,
      path,
      ...(file && { file: file.types[0] }),
      ...(success.paged && { page: success.pageParameter ?? "cursor" }),
      ...(limit && { limit: jsonSchema(limit as z.ZodType)["maximum"] }),
      ...(!schema && { empty: true }),
      ...(success.text && { text: true }),
      ...(success.notStored && { partial: true }),
    };
    return `const ${id}: Operation = ${JSON.stringify(row)};\n`;
  });
  const ids = operations.map(({ id }) => `  | "${id}"\n`).join("");
  const names = operations.map(({ id }) => `  ${id},\n`).join("");
  const ends = operations.flatMap(({ id, deprecation }) => (deprecation ? [[id, deprecation.sunset]] : []));
  return (
    `/** The days on which the service stops deprecated operations, by their ids. */\nexport const SUNSETS: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(ends))};\n\n` +
    `/** The id of an operation. */\nexport type OperationId =\n${ids.trimEnd()};\n\n` +
    // Each by itself: bundlers shorten the name of a variable, not that of a member.
    `${rows.join("")}\n` +
    `/** Every operation by its id. */\nexport const operations: Readonly<Record<OperationId, Operation>> = {\n${names}};\n\n`
  );
}

/** The members of what the service sends that are int64. */
function received(): readonly string[] {
  const responses = operations.flatMap(({ success: { schema, included = schema } }) => included ?? []);
  // A ping names its webhook, in a message.
  return int64Members([{ properties: { webhookId: INT64 } }, ...responses.map(jsonSchema)]);
}

/** The members that are int64. A member is known by its name, so one name must not have both kinds of numbers. */
export function int64Members(schemas: readonly Schema[]): readonly string[] {
  const isInt64 = new Map<string, boolean>();
  for (const { properties = {} } of schemas.flatMap((schema) => [...partsOf(schema)])) {
    for (const [name, member] of Object.entries(properties as Record<string, Schema>)) {
      // Those of an array are known by the name of the array.
      const { type, format } = member["type"] === "array" ? (member["items"] as Schema) : member;
      if (type !== "integer" && type !== "number") continue;
      if (isInt64.get(name) === (format !== "int64")) throw new Error(`${name} is int64 in one place only`);
      isInt64.set(name, format === "int64");
    }
  }
  return [...isInt64].filter(([, is]) => is).map(([name]) => name);
}
