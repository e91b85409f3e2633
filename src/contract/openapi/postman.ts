/* The document as a collection for Postman and the programs that read its format (version 2.1.0). */
import { MULTIPART } from "../operation.ts";
import { formatJson } from "./format-json.ts";

/** What is read of the document. */
interface Document {
  readonly info: { readonly title: string };
  readonly servers: readonly [{ readonly url: string }];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Described {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly example?: unknown }>>;

const JSON_TYPE = "application/json";

/** The collection of a document. Its variables are `baseUrl`, `apiKey` and `invitation`. */
export function postmanCollection(document: string): string {
  const { info, servers, tags, paths, components }: Document = JSON.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0],
      item: itemOf(path, method.toUpperCase(), described, components.parameters),
    })),
  );
  const collection = {
    info: {
      name: info.title,
      description: "Set the variables `baseUrl`, which ends in `/v1`, and `apiKey`.",
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: bearer("apiKey"),
    variable: [variable("baseUrl", servers[0].url), variable("apiKey", ""), variable("invitation", "")],
    item: tags.map(({ name, description }) => ({
      name,
      description: description.split("\n")[0],
      item: operations.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  };
  return `${formatJson(collection)}\n`;
}

const variable = (key: string, value: string) => ({ key, value, type: "string" });

const bearer = (name: string) => ({
  type: "bearer",
  bearer: [{ key: "token", value: `{{${name}}}`, type: "string" }],
});

function itemOf(path: string, method: string, described: Described, shared: Document["components"]["parameters"]) {
  const { summary, description, security, requestBody, responses } = described;
  const parameters = described.parameters.flatMap((one) =>
    "$ref" in one ? (shared[one.$ref.split("/").at(-1) ?? ""] ?? []) : one,
  );
  const place = (name: Parameter["in"]) => parameters.filter((parameter) => parameter.in === name);
  // What is optional is there to be switched on.
  const optional = (all: readonly Parameter[]) =>
    all.map(({ name, example, description: about }) => ({
      key: name,
      value: text(example ?? ""),
      description: about,
      disabled: true,
    }));
  const names = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  // Postman sends a file as it is.
  const bodies = Object.entries(requestBody?.content ?? {}).filter(([type]) => type !== MULTIPART);
  const [type = "", sent] = bodies[0] ?? [];
  return {
    name: summary,
    request: {
      method,
      description,
      ...("invitation" in (security[0] ?? {}) && { auth: bearer("invitation") }),
      header: [...(type === "" ? [] : [{ key: "Content-Type", value: type }]), ...optional(place("header"))],
      url: {
        raw: `{{baseUrl}}/${names}`,
        host: ["{{baseUrl}}"],
        path: names.split("/"),
        query: optional(place("query")),
        variable: place("path").map(({ name, example, description: about }) => ({
          key: name,
          value: text(example),
          description: about,
        })),
      },
      ...(sent && { body: bodyOf(sent.example) }),
    },
    response: Object.entries(responses).flatMap(([status, { description: name, content }]) => {
      const example = content?.[JSON_TYPE]?.example;
      if (example === undefined) return [];
      return [{ name, code: Number(status), header: [{ key: "Content-Type", value: JSON_TYPE }], body: text(example) }];
    }),
  };
}

/** A file is chosen by whoever sends the request, unless it is a text. */
function bodyOf(example: unknown) {
  if (example === undefined) return { mode: "file", file: { src: "" } };
  return { mode: "raw", raw: text(example) };
}

function text(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
}
