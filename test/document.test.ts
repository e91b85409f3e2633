/* The published document: other tools accept it, and it says what the contract says. */
import { describe, expect, test } from "bun:test";
import { failures } from "../src/contract/errors/failures.ts";
import { failuresOf } from "../src/contract/errors/operation-failures.ts";
import { operations } from "../src/contract/index.ts";
import { openApi } from "../src/contract/openapi/document.ts";
import { type Addresses, readdressed } from "../src/contract/openapi/document-addresses.ts";
import { exampleBody } from "../src/contract/openapi/error-reference.ts";
import { formatJson } from "../src/contract/openapi/format-json.ts";
import { responseType } from "../src/contract/operation.ts";
import { accepts, document, type Part, partAt, resolve } from "./support/published.ts";
import { run } from "./support/run.ts";

/** The interface has these schemas. Operations refer to those that have their members and further ones. */
const NAMED_BY_INTERFACE = ["NewPet", "Pets"];

test("Redocly finds no errors and no warnings", async () => {
  // The rule does not know that the members that a `not` requires are defined beside it.
  const rules = ["--skip-rule", "no-required-schema-properties-undefined"];
  // The next test knows the exceptions.
  rules.push("--skip-rule", "no-unused-components");
  const lint = await run("node_modules/.bin/redocly", "lint", "api/openapi.json", "--format=json", ...rules);
  const { totals } = JSON.parse(lint);
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
}, 60_000);

test("every reference leads somewhere, and every component is referred to", () => {
  const references = openApi().matchAll(/"\$ref": "#\/([^"]+)"/g);
  for (const [, path = ""] of references) expect(partAt(path.split("/"))).toBeObject();
  const referred = new Set([...openApi().matchAll(/"\$ref": "#\/components\/([^"]+)"/g)].map(([, path]) => path));
  const { securitySchemes: _, ...components } = document.components;
  for (const [kind, named] of Object.entries<object>(components)) {
    const names = Object.keys(named).filter((name) => !NAMED_BY_INTERFACE.includes(name));
    for (const name of names) expect(referred).toContain(`${kind}/${name}`);
  }
});

test("no number loses digits in JavaScript but the largest int64, which becomes 2^63", () => {
  expect(`${formatJson(JSON.parse(openApi()))}\n`).toBe(openApi());
});

describe("the servers", () => {
  const at = (addresses: Addresses) => JSON.parse(readdressed(openApi(), addresses));
  const servers = (addresses: Addresses) => at(addresses).servers;

  test("begin with the absolute address of this service", () => {
    expect(servers({})[0]).toEqual({ url: "http://127.0.0.1:8080/v1", description: "Production" });
    expect(servers({ baseUrl: "http://127.0.0.1:4711/v1" })[0].url).toBe("http://127.0.0.1:4711/v1");
  });

  test("are, with the address of the error reference, all that differs between two services", () => {
    expect(readdressed(openApi(), {})).toBe(openApi());
    const { servers: _, externalDocs, ...rest } = at({ baseUrl: "https://pets.example/v1" });
    expect(externalDocs.url).toBe("https://pets.example/docs/errors");
    expect(rest).toEqual((({ servers: _, externalDocs: __, ...others }) => others)(document));
  });

  test("have a variable for staging until its address is configured", () => {
    expect(servers({})[1].url).toBe("{staging_base_url}");
    expect(servers({ stagingBaseUrl: "https://staging.example/v1" })[1]).toEqual({
      url: "https://staging.example/v1",
      description: "Staging",
    });
  });
});

for (const operation of operations) {
  const { id, method, path, scope, credential, success, body, params, examples } = operation;
  describe(id, () => {
    const published = document.paths[path]?.[method.toLowerCase()];

    test("declares every status, with an example of every error code", () => {
      expect(published.operationId).toBe(id);
      const failed = failuresOf(operation).map((code) => failures[code].status);
      const statuses = [success.status, ...(method === "GET" && !success.eventStream ? [304] : []), ...failed];
      expect(Object.keys(published.responses).map(Number)).toEqual([...new Set(statuses)].sort());
      for (const code of failuresOf(operation)) {
        const { content, description } = resolve(published.responses[failures[code].status]);
        expect(description).toContain(`\`${code}\``);
        expect(content["application/json"].schema).toEqual({ $ref: "#/components/schemas/Error" });
        expect(resolve(content["application/json"].examples[code]).value).toEqual(exampleBody(code));
      }
    });

    test("declares the headers of each response that not every operation has", () => {
      for (const [status, response] of Object.entries<Part>(published.responses)) {
        const names = Object.keys(resolve(response).headers ?? {});
        const isSuccess = Number(status) === success.status;
        expect(names.includes("Sunset")).toBe(isSuccess && operation.deprecation !== undefined);
        expect(names.includes("Location")).toBe(isSuccess && success.location !== undefined);
        expect(names.includes("Retry-After")).toBe(["409", "429", "503"].includes(status));
        expect(names.includes("WWW-Authenticate")).toBe(["401", "403"].includes(status));
      }
    });

    test("has examples that its schemas accept", () => {
      if (success.schema) expect(accepts(success.schema, examples.response)).toBe(true);
      if (body) expect(accepts(body, examples.body)).toBe(true);
      if (params) expect(params.safeParse(examples.params).success).toBe(true);
    });

    test("has the bodies of its kind", () => {
      const typesOf = (part: Part) => part?.content && Object.keys(part.content);
      const { mergePatch, file } = operation;
      const types = file
        ? ["multipart/form-data", ...file.types]
        : body && ["application/json", ...(mergePatch ? ["application/merge-patch+json"] : [])];
      expect(typesOf(published.requestBody)).toEqual(types && [...types]);
      const content = body ? published.requestBody.content : {};
      for (const type of Object.keys(content)) expect(content[type]).toEqual(content["application/json"]);
      const returned = success.schema && responseType(operation);
      expect(typesOf(resolve(published.responses[success.status]))).toEqual(returned && [returned]);
      const names = (published.parameters ?? []).map((part: Part) => resolve(part).name);
      expect(names.includes("Last-Event-ID")).toBe(success.eventStream ?? false);
    });

    test("names the scope it requires", () => {
      expect(published.security).toEqual([{ [credential ?? "apiKey"]: scope ? [scope] : [] }]);
      expect(published.description.includes("Every valid API key may call it.")).toBe(!scope && !credential);
      expect(document.components.securitySchemes.apiKey.description).toContain(
        scope ? `\`${scope}\`` : credential ? "" : `| none | \`${id}\``,
      );
    });

    test("links only to operations that take the linked parameter", () => {
      const { links = {} } = resolve(published.responses[success.status]);
      for (const { operationId, parameters } of Object.values<Part>(links)) {
        const target = operations.find((other) => other.id === operationId);
        expect(Object.keys(target?.params?.shape ?? {})).toEqual(Object.keys(parameters));
      }
    });
  });
}

test("the response to a created pet links to reading and updating it", () => {
  expect(Object.keys(document.paths["/pets"].post.responses[201].links)).toEqual([
    "getPet",
    "updatePet",
    "updateInventory",
  ]);
});

test("a repeated query parameter is documented as one with several values", () => {
  const { ids } = document.components.parameters;
  expect(ids).toMatchObject({ style: "form", explode: true, schema: { type: "array" } });
});
