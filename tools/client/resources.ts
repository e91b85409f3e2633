/* The classes of the client package: one for each resource, with a method for each operation. */
import type * as z from "zod";
import { operations } from "../../src/contract/index.ts";
import { TAGS } from "../../src/contract/openapi/document.ts";
import { clientMethod } from "../../src/contract/openapi/samples.ts";
import { jsonSchema, namedSchemas, type Schema } from "../../src/contract/openapi/schema.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { docComment, typeOf } from "./declarations.ts";

/** The name of the interface of an operation's query parameters. */
export function queryName({ id }: Operation): string {
  return `${id[0]?.toUpperCase()}${id.slice(1)}Query`;
}

/** A class for each resource, and one that has them all. */
export function resources(): string {
  const byPlace = Map.groupBy(operations, (operation) => clientMethod(operation).replace(/\.\w+$/, ""));
  const places = [...byPlace].map(([place, members]) => ({ place, members, type: className(place) }));
  const within = (outer: string) => places.filter(({ place }) => place.replace(/\.?\w+$/, "") === outer);
  const classes = places
    // What a class uses comes before it.
    .toSorted((a, b) => b.place.split(".").length - a.place.split(".").length)
    .map(({ place, members, type }) => resourceClass(type, members, within(place)));
  return `${classes.join("")}/** Every resource of the interface. */
export class Resources {
${fieldsOf(within(""))}
  /** Makes the resources. Use \`new Petstore()\`. */
  constructor(engine: Engine) {
${assignmentsOf(within(""))}  }
}
`;
}

/** A resource, and where it is: `pets`, or one that belongs to it, such as `pets.photos`. */
interface Place {
  readonly place: string;
  readonly type: string;
  readonly members: readonly Operation[];
}

function fieldsOf(places: readonly Place[]): string {
  return places
    .map(({ place, type, members }) => `${docComment(about(members), "  ")}  readonly ${last(place)}: ${type};\n`)
    .join("");
}

function assignmentsOf(places: readonly Place[]): string {
  return places.map(({ place, type }) => `    this.${last(place)} = new ${type}(engine);\n`).join("");
}

function last(place: string): string {
  return place.slice(place.lastIndexOf(".") + 1);
}

function className(place: string): string {
  const words = place.split(".").map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Resource`;
}

function about(members: readonly Operation[]): string {
  const [first] = members;
  return (members.length === 1 ? first?.summary : TAGS[first?.tag ?? ""]) ?? "";
}

function resourceClass(name: string, members: readonly Operation[], inner: readonly Place[]): string {
  const methods = members.map((operation) => `${docComment(explanation(operation), "  ")}${method(operation)}`);
  const places = members.map(clientMethod);
  const twice = members.find((operation, index) => places.indexOf(clientMethod(operation)) !== index);
  if (twice)
    throw new Error(`give ${twice.id} another place in METHODS of samples.ts: ${clientMethod(twice)} is taken`);
  return `${docComment(about(members))}export class ${name} {
  readonly #engine: Engine;
${fieldsOf(inner)}
  /** Makes the resource. Use \`new Petstore()\`. */
  constructor(engine: Engine) {
    this.#engine = engine;
${assignmentsOf(inner)}  }

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
  const { id, params, query, body, file, ifMatch, idempotencyKey, success } = operation;
  const ids = Object.keys(params?.shape ?? {});
  const isNarrowed = narrowsEvents(operation);
  if (query && body) throw new Error(`${id}: a method takes a query or a body`);
  const options = ifMatch
    ? "ConditionalOptions"
    : file
      ? "UploadOptions"
      : idempotencyKey
        ? "ChangeOptions"
        : success.eventStream
          ? "StreamOptions"
          : success.text
            ? "DownloadOptions"
            : "RequestOptions";
  const parameters = [
    ...ids.map((name) => `${name}: ${typeOf(jsonSchema(params?.shape[name] as z.ZodType), "caller")}`),
    ...(body ? [`body: ${typeOf(jsonSchema(body), "caller")}`] : []),
    ...(file
      ? [
          `file: ${isText(file) ? "Blob | string" : "Blob | Uint8Array | ArrayBuffer | ReadableStream | AsyncIterable<Uint8Array>"}`,
        ]
      : []),
    ...(query ? [`query: ${queryName(operation)}${isNarrowed ? "<Type>" : ""} = {}`] : []),
    `options: ${options} = {}`,
  ];
  const given = [
    ...(ids.length > 0 ? [`params: { ${ids.join(", ")} }`] : []),
    ...(body ? ["body"] : []),
    ...(file ? ["file"] : []),
    ...(query ? ["query"] : []),
  ];
  const [how, result] = resultOf(operation);
  const verb = last(clientMethod(operation));
  return `  ${verb}${isNarrowed ? EVENT_TYPE : ""}(${parameters.join(", ")}): ${result} {
    return this.#engine.${how}(${id}, {${given.length > 0 ? ` ${given.join(", ")} ` : ""}}, options);
  }
`;
}

/** Whether a file is text, such as a table. */
function isText({ types }: NonNullable<Operation["file"]>): boolean {
  return !types.some((type) => type.startsWith("image/"));
}

/** The type parameter of what is given types of events: what it returns has these types alone. */
const EVENT_TYPE = "<Type extends EventType = EventType>";

/** Whether the query of an operation selects types of events. */
export function narrowsEvents({ query }: Operation): boolean {
  return query?.shape["types"] !== undefined;
}

/** The method of the engine, and what it returns. */
function resultOf(operation: Operation): readonly [string, string] {
  const { schema: plain, included: schema = plain, paged, text, eventStream } = operation.success;
  if (schema === undefined) return ["call", "Call<undefined>"];
  if (text) return ["download", "Parts"];
  if (narrowsEvents(operation))
    return eventStream ? ["stream", "AsyncGenerator<EventOf<Type>, void, undefined>"] : ["list", "List<EventOf<Type>>"];
  const type = typeOf(jsonSchema(schema), "service");
  if (eventStream) return ["stream", `AsyncGenerator<${type}, void, undefined>`];
  const named = namedSchemas()[type];
  if (named?.["type"] !== "array") return ["call", `Call<${type}>`];
  const item = typeOf(named["items"] as Schema, "service");
  return paged ? ["list", `List<${item}>`] : ["call", `Call<${item}[]>`];
}
