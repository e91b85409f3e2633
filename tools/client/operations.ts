/* Writes `src/client/operations.gen.ts`: all that the client package knows about the interface. */
import type * as z from "zod";
import { INTERFACE_VERSION, operations } from "../../src/contract/index.ts";
import { TAGS } from "../../src/contract/openapi.ts";
import { namedSchemas } from "../../src/contract/openapi-schema.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { declaration, docComment, jsonSchema, type Maker, type Schema, typeOf, visitMembers } from "./declarations.ts";

/** Where an operation is in the package: `tag.verb`, such as `pets.list` for `listPets`, except for these. */
const PLACES: Readonly<Record<string, string>> = {
  listStockChanges: "inventory.changes",
  listActivity: "activity.list",
  listDeliveries: "webhooks.deliveries",
  rotateWebhookSecret: "webhooks.rotateSecret",
  getKey: "key.get",
};

/** Query parameters that the document has as text, and a caller as a list. */
const LISTS: Readonly<Record<string, string>> = { types: 'readonly Event["type"][]' };

const HEADER = `/* Generated from the contract by \`npm run generate\`. Do not edit. */
import type { Call } from "./call.ts";
import type { Engine, Operation } from "./engine.ts";
import type { List } from "./list.ts";
import type { ChangeOptions, ConditionalOptions, RequestOptions, StreamOptions } from "./options.ts";

/** A 64-bit integer. A number is accepted where it is exact, from -(2^53 - 1) to 2^53 - 1. */
export type Int64 = bigint | number;

/** The version of the interface, and of this package. */
export const VERSION = ${JSON.stringify(INTERFACE_VERSION)};

`;

/** The text of the file. */
export function clientOperations(): string {
  return `${HEADER}${declarations()}${queries()}${operationTable()}${resources()}`.trimEnd().concat("\n");
}

const refersTo = (value: unknown, name: string) => JSON.stringify(value).includes(`/${name}"`);

/** The named schemas that bodies consist of. Lists are arrays of a named item, so they need no name. */
function declarations(): string {
  const named = namedSchemas();
  const bodies = operations.flatMap(({ body }) => (body ? [jsonSchema(body)] : []));
  return Object.entries(named)
    .filter(([, schema]) => schema["type"] !== "array")
    .map(([name, schema]) => {
      const isInput = bodies.some((body) => refersTo(body, name)) || isBody(name);
      return declaration(name === "Error" ? "ErrorBody" : name, schema, isInput ? "caller" : "service");
    })
    .join("");
}

function isBody(name: string): boolean {
  return operations.some(({ body }) => (body?.meta() as { id?: string } | undefined)?.id === name);
}

function queries(): string {
  return operations.map((operation) => (operation.query ? queryInterface(operation, operation.query) : "")).join("");
}

function queryInterface(operation: Operation, query: z.ZodObject): string {
  const members = Object.entries(query.shape).map(([name, member]) => {
    const schema = jsonSchema(member as z.ZodType);
    const type = LISTS[name] ?? typeOf(schema, "caller", "  ");
    return `${docComment(String(schema["description"]), "  ")}  ${name}?: ${type} | undefined;\n`;
  });
  const comment = docComment(`What \`${placeOf(operation)}\` is given.`);
  return `${comment}export interface ${queryName(operation)} {\n${members.join("")}}\n\n`;
}

function queryName({ id }: Operation): string {
  return `${id[0]?.toUpperCase()}${id.slice(1)}Query`;
}

function placeOf({ id, tag }: Operation): string {
  return PLACES[id] ?? `${tag.toLowerCase()}.${/^[a-z]+/.exec(id)}`;
}

/** The table of the operations, and what sending a request takes. */
function operationTable(): string {
  const rows = operations.map((operation) => {
    const { id, method, path, idempotencyKey, query, success } = operation;
    const limit = query?.shape["limit"];
    const row = {
      method,
      path,
      ...(idempotencyKey && { idempotencyKey }),
      ...(success.paged && { page: success.pageParameter ?? "cursor" }),
      ...(limit && { limit: jsonSchema(limit as z.ZodType)["maximum"] }),
      int64: success.schema ? int64Members(id, jsonSchema(success.schema)) : [],
    };
    return `  ${id}: ${JSON.stringify(row)},\n`;
  });
  const ids = operations.map(({ id }) => `  | "${id}"\n`).join("");
  return (
    `/** The id of an operation. */\nexport type OperationId =\n${ids.trimEnd()};\n\n` +
    `/** Every operation by its id. */\nexport const operations: Readonly<Record<OperationId, Operation>> = {\n${rows.join("")}};\n\n`
  );
}

/** The members that are int64. A member is known by its name, so one name must not have both kinds of numbers. */
function int64Members(id: string, schema: Schema): readonly string[] {
  const kinds = new Map<string, boolean>();
  visitMembers(schema, (name, { type, format }) => {
    if (type !== "integer" && type !== "number") return;
    const isInt64 = format === "int64";
    if ((kinds.get(name) ?? isInt64) !== isInt64) throw new Error(`${id}: ${name} is int64 in one place only`);
    kinds.set(name, isInt64);
  });
  return [...kinds].filter(([, isInt64]) => isInt64).map(([name]) => name);
}

/** A class for each resource, and one that has them all. */
function resources(): string {
  const byResource = Map.groupBy(operations, (operation) => placeOf(operation).split(".")[0] ?? "");
  const names = [...byResource].map(([name, members]) => ({ name, type: className(name), comment: about(members) }));
  const classes = [...byResource].map(([name, members]) => resourceClass(className(name), members));
  const fields = names.map(({ name, type, comment }) => `${docComment(comment, "  ")}  readonly ${name}: ${type};\n`);
  const made = names.map(({ name, type }) => `    this.${name} = new ${type}(engine);\n`);
  return `${classes.join("")}/** Every resource of the interface. */
export class Resources {
${fields.join("")}
  /** Makes the resources. Use \`new Petstore()\`. */
  constructor(engine: Engine) {
${made.join("")}  }
}
`;
}

function className(resource: string): string {
  return `${resource[0]?.toUpperCase()}${resource.slice(1)}Resource`;
}

function about(members: readonly Operation[]): string {
  const [first] = members;
  return (members.length === 1 ? first?.summary : TAGS[first?.tag ?? ""]) ?? "";
}

function resourceClass(name: string, members: readonly Operation[]): string {
  const methods = members.map((operation) => `${docComment(explanation(operation), "  ")}${method(operation)}`);
  const places = members.map(placeOf);
  const twice = members.find((operation, index) => places.indexOf(placeOf(operation)) !== index);
  if (twice) throw new Error(`give ${twice.id} another place in PLACES: ${placeOf(twice)} is taken`);
  return `${docComment(about(members))}export class ${name} {
  readonly #engine: Engine;

  /** Makes the resource. Use \`new Petstore()\`. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

${methods.join("\n")}}

`;
}

function explanation({ summary, description, scope, deprecation }: Operation): string {
  return [
    `${summary}. ${description}`,
    ...(scope ? ["", `Requires the scope \`${scope}\`.`] : []),
    ...(deprecation ? ["", `@deprecated It is removed on ${deprecation.sunset}: use ${deprecation.replacement}.`] : []),
  ].join("\n");
}

function method(operation: Operation): string {
  const { id, params, query, body, ifMatch, idempotencyKey, success } = operation;
  const ids = Object.keys(params?.shape ?? {});
  if (query && body) throw new Error(`${id}: a method takes a query or a body`);
  const options = ifMatch
    ? "ConditionalOptions"
    : idempotencyKey
      ? "ChangeOptions"
      : success.eventStream
        ? "StreamOptions"
        : "RequestOptions";
  const parameters = [
    ...ids.map((name) => `${name}: Int64`),
    ...(body ? [`body: ${typeOf(jsonSchema(body), "caller")}`] : []),
    ...(query ? [`query: ${queryName(operation)} = {}`] : []),
    `options: ${options} = {}`,
  ];
  const given = [
    ...(ids.length > 0 ? [`params: { ${ids.join(", ")} }`] : []),
    ...(body ? ["body"] : []),
    ...(query ? ["query"] : []),
  ];
  const [how, result] = resultOf(success);
  const verb = placeOf(operation).split(".")[1];
  return `  ${verb}(${parameters.join(", ")}): ${result} {
    return this.#engine.${how}(operations.${id}, {${given.length > 0 ? ` ${given.join(", ")} ` : ""}}, options);
  }
`;
}

/** The method of the engine, and what it returns. */
function resultOf({ schema, paged, eventStream }: Operation["success"]): readonly [string, string] {
  if (schema === undefined) return ["call", "Call<undefined>"];
  const maker: Maker = "service";
  if (eventStream) return ["stream", `AsyncGenerator<${schema.meta()?.id}, void, undefined>`];
  const inlined = { ...jsonSchema(schema) };
  const id = schema.meta()?.id;
  const isArray = (namedSchemas()[id ?? ""] ?? inlined)["type"] === "array";
  if (!isArray) return ["call", `Call<${id}>`];
  const items = typeOf((namedSchemas()[id ?? ""] ?? inlined)["items"] as Schema, maker);
  return paged ? ["list", `List<${items}>`] : ["call", `Call<${items}[]>`];
}
