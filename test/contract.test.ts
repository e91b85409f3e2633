/* The published contract: it is what the code gives, tools of others take it, and it keeps its own promises. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type * as z from "zod";
import { failures } from "../src/contract/errors.ts";
import { operations } from "../src/contract/index.ts";
import { parseJson } from "../src/contract/json.ts";
import { openApi } from "../src/contract/openapi.ts";
import { failuresOf, fillPath, type Operation } from "../src/contract/operation.ts";
import { generatedFiles } from "../tools/generate.ts";
import { emptyFolder } from "./folder.ts";
import { openService } from "./harness.ts";
import { startProgram } from "./program.ts";

const root = join(import.meta.dir, "..");
const document = JSON.parse(openApi({}));

/** Runs a program on Node and answers what it printed. A failure of it is a failure of the test, with all that it said. */
async function run(program: string, ...args: string[]): Promise<string> {
  const child = Bun.spawn(["node", join(root, program), ...args], {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  expect({ exitCode, output: exitCode === 0 ? "" : stdout + stderr }).toEqual({ exitCode: 0, output: "" });
  return stdout;
}

describe("the checked-in files", () => {
  test("are what the code gives: else run `npm run generate`", async () => {
    for (const [path, text] of Object.entries(await generatedFiles())) {
      expect({ path, isCurrent: (await Bun.file(join(root, path)).text()) === text }).toEqual({
        path,
        isCurrent: true,
      });
    }
  });
});

describe("the document", () => {
  test("has no errors and no warnings for Redocly", async () => {
    const { totals } = JSON.parse(await run("node_modules/.bin/redocly", "lint", "api/openapi.json", "--format=json"));
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  }, 30_000);

  test("has the schemas of the interface by their names", () => {
    const { schemas } = document.components;
    for (const name of ["PetStatus", "NewPet", "Pet", "Pets", "InventoryEntry", "Error"]) {
      expect(schemas).toHaveProperty(name);
    }
    const membersOf = (name: string) => Object.keys(schemas[name].properties);
    expect(membersOf("Pet")).toEqual(["id", "name", "categoryId", "status"]);
    expect(membersOf("NewPet")).toEqual(["name", "categoryId", "status"]);
    expect(membersOf("InventoryEntry")).toEqual(["petId", "quantity", "status"]);
    expect(schemas.PetStatus.enum).toEqual(["available", "pending", "sold"]);
    expect(schemas.Pets).toMatchObject({ type: "array", items: { $ref: "#/components/schemas/Pet" } });
    expect(schemas.Error.required).toEqual(["code", "message", "status"]);
  });

  test("refers only to what is in it", () => {
    const references = openApi({}).matchAll(/"\$ref": "#\/([^"]+)"/g);
    for (const [, path = ""] of references) expect(document).toHaveProperty(path.split("/"));
  });

  for (const operation of operations) {
    const published = document.paths[operation.path]?.[operation.method.toLowerCase()];

    test(`declares every answer of ${operation.id}`, () => {
      expect(published.operationId).toBe(operation.id);
      const refused = failuresOf(operation).map((code) => failures[code].status);
      const statuses = [operation.success.status, ...(operation.method === "GET" ? [304] : []), ...refused];
      expect(Object.keys(published.responses).map(Number)).toEqual([...new Set(statuses)].sort());
      for (const code of failuresOf(operation)) {
        const { content } = published.responses[failures[code].status];
        expect(content["application/json"].schema).toEqual({ $ref: "#/components/schemas/Error" });
        expect(content["application/json"].examples[code].value).toMatchObject({ code, status: failures[code].status });
      }
    });

    test(`has examples of ${operation.id} that its own schemas take`, () => {
      const { params, body, success, examples } = operation;
      expect(accepts(success.schema, examples.response)).toBe(true);
      if (body) expect(accepts(body, examples.body)).toBe(true);
      if (params) expect(params.safeParse(examples.params).success).toBe(true);
    });

    test(`is answered by ${operation.id} with no more than it declares`, async () => {
      await using service = await openService();
      await service.store.transaction(({ pets }) =>
        pets.insert({ name: "Rex", categoryId: 7n, status: "available" }, 1),
      );
      const response = await service.send(`/v1${fillPath(operation.path, operation.examples.params ?? {})}`, {
        method: operation.method,
        ...bodyOf(operation),
      });
      expect(response.status).toBe(operation.success.status);
      const { headers, content } = published.responses[response.status];
      const declared = Object.keys(headers).map((name) => name.toLowerCase());
      for (const name of ["location", "deprecation", "sunset", "x-stability", "x-request-id"]) {
        expect({ name, isSent: response.headers.has(name) }).toEqual({ name, isSent: declared.includes(name) });
      }
      expect(Object.keys(content)).toEqual([response.headers.get("Content-Type") ?? ""]);
      expect(accepts(operation.success.schema, await response.json())).toBe(true);
    });
  }
});

function bodyOf({ examples }: Operation): RequestInit {
  if (examples.body === undefined) return {};
  return { headers: { "Content-Type": "application/json" }, body: JSON.stringify(examples.body) };
}

/** Whether a schema takes a value as it is on the wire. */
function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(parseJson(JSON.stringify(value))).success;
}

describe("a client that is generated from the document", () => {
  test("compiles in strict mode, refuses wrong calls, and creates an animal", async () => {
    const workspace = "test/clients";
    const generated = `${workspace}/generated/petstore.ts`;
    await run(`${workspace}/node_modules/.bin/openapi-typescript`, "api/openapi.json", "--output", generated);
    await run(`${workspace}/node_modules/.bin/tsc`, "--project", workspace);

    using folder = emptyFolder();
    const API_KEY = "configured-key-of-at-least-32-characters";
    await using program = await startProgram({ cwd: folder.path, env: { PETSTORE_API_KEY: API_KEY } });
    const client = Bun.spawn([process.execPath, join(root, workspace, "create-pet.ts")], {
      env: { BASE_URL: `${program.origin}/v1`, API_KEY },
      stdout: "pipe",
    });
    const pet = { id: 1, name: "Rex", categoryId: 7, status: "available" };
    expect(await new Response(client.stdout).json()).toEqual({
      pet,
      listed: [pet],
      quantity: 3,
      refusal: "not_found",
    });
    expect(await program.as(API_KEY).listPets()).toMatchObject({ body: [{ id: 1n, name: "Rex" }] });
  }, 30_000);
});
