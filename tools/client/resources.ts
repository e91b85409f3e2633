/* The classes of the client package: one for each resource, with a method for each operation. */
import { operations } from "../../src/contract/index.ts";
import { TAGS } from "../../src/contract/openapi.ts";
import { jsonSchema, namedSchemas, type Schema } from "../../src/contract/openapi-schema.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { docComment, typeOf } from "./declarations.ts";

/** Where an operation is in the package: `tag.verb`, such as `pets.list` for `listPets`, except for these. */
const PLACES: Readonly<Record<string, string>> = {
  listStockChanges: "inventory.changes",
  listActivity: "activity.list",
  listDeliveries: "webhooks.deliveries",
  rotateWebhookSecret: "webhooks.rotateSecret",
  getKey: "key.get",
};

/** Where an operation is in the package, such as `pets.list`. */
export function placeOf({ id, tag }: Operation): string {
  return PLACES[id] ?? `${tag.toLowerCase()}.${/^[a-z]+/.exec(id)}`;
}

/** The name of the interface of an operation's query parameters. */
export function queryName({ id }: Operation): string {
  return `${id[0]?.toUpperCase()}${id.slice(1)}Query`;
}

/** A class for each resource, and one that has them all. */
export function resources(): string {
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
  const type = typeOf(jsonSchema(schema), "service");
  if (eventStream) return ["stream", `AsyncGenerator<${type}, void, undefined>`];
  const named = namedSchemas()[type];
  if (named?.["type"] !== "array") return ["call", `Call<${type}>`];
  const item = typeOf(named["items"] as Schema, "service");
  return paged ? ["list", `List<${item}>`] : ["call", `Call<${item}[]>`];
}
