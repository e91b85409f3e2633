/* The service keeps the published contract, the generated files are current, and generated clients work. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type * as z from "zod";
import { operations } from "../src/contract/index.ts";
import { parseJson } from "../src/contract/json.ts";
import { openApi } from "../src/contract/openapi.ts";
import { generatedFiles } from "../tools/generate.ts";
import { exampleRequest } from "./examples.ts";
import { emptyFolder } from "./folder.ts";
import { openService } from "./harness.ts";
import { startProgram } from "./program.ts";
import { run } from "./run.ts";

const root = join(import.meta.dir, "..");
const document = JSON.parse(openApi({}));

test("the checked-in files are current: otherwise run `npm run generate`", async () => {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    expect({ path, isCurrent: (await Bun.file(join(root, path)).text()) === text }).toEqual({ path, isCurrent: true });
  }
});

describe("a response has what the document declares, and no more:", () => {
  for (const operation of operations) {
    test(operation.id, async () => {
      await using service = await openService({ rateLimit: 1000 });
      const { path, ...init } = await exampleRequest(service.store, operation);
      const response = await service.send(path, init);
      const { success } = operation;
      expect(response.status).toBe(success.status);
      const { headers, content } =
        document.paths[operation.path][operation.method.toLowerCase()].responses[success.status];
      const declared = Object.keys(headers).map((name) => name.toLowerCase());
      const always = [
        "location",
        "deprecation",
        "sunset",
        "x-stability",
        "x-request-id",
        "ratelimit",
        "ratelimit-policy",
      ];
      for (const name of always) {
        expect({ name, isSent: response.headers.has(name) }).toEqual({ name, isSent: declared.includes(name) });
      }
      expect(content && Object.keys(content)).toEqual(success.schema && [response.headers.get("Content-Type") ?? ""]);
      if (success.schema === undefined || success.eventStream) await response.body?.cancel();
      else expect(accepts(success.schema, await response.json())).toBe(true);
    });
  }
});

/** Whether a schema accepts a value as it is on the wire. */
function accepts(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(parseJson(JSON.stringify(value))).success;
}

describe("a client that is generated from the document", () => {
  test("compiles in strict mode, rejects wrong calls, and creates a pet", async () => {
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
