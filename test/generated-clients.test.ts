/* Clients that four generators make of the published document: those of `test/clients`, with the tools of a client author. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "./support/folder.ts";
import { startProgram } from "./support/program.ts";
import { run } from "./support/run.ts";

const DOCUMENT = "./api/openapi.json";
const workspace = "test/clients";
const generated = `${workspace}/generated`;

/** The command that generates each client. */
const generators: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  "openapi-fetch": ["openapi-typescript", DOCUMENT, "--output", `${generated}/openapi-fetch/petstore.ts`],
  "hey-api": [
    "openapi-ts",
    "-i",
    DOCUMENT,
    "-o",
    `${generated}/hey-api`,
    "-c",
    "@hey-api/client-fetch",
    "--no-log-file",
  ],
  orval: ["orval", "--config", `${workspace}/orval.config.ts`],
  "swagger-typescript-api": [
    "swagger-typescript-api",
    ...["generate", "-p", DOCUMENT, "-o", `${generated}/swagger-typescript-api`, "-n", "petstore.ts"],
  ],
};

const clients = Object.keys(generators);

/** The schemas of zod that hey-api makes too: they compile. */
const zodSchemas = [
  "openapi-ts",
  "-i",
  DOCUMENT,
  "-o",
  `${generated}/hey-api-zod`,
  "-p",
  "zod",
  "--no-log-file",
] as const;

beforeAll(async () => {
  rmSync(join(import.meta.dir, "..", generated), { recursive: true, force: true });
  await Promise.all([...Object.values(generators), zodSchemas].map((command) => generate(...command)));
}, 120_000);

afterAll(() => rmSync(join(import.meta.dir, "..", generated), { recursive: true, force: true }));

/** Runs a generator, wherever npm has put it. */
async function generate(name: string, ...args: readonly string[]): Promise<void> {
  const own = `${workspace}/node_modules/.bin/${name}`;
  await run((await Bun.file(join(import.meta.dir, "..", own)).exists()) ? own : `node_modules/.bin/${name}`, ...args);
}

test("generated clients compile in strict mode, and reject wrong calls", async () => {
  await run(`${workspace}/node_modules/.bin/tsc`, "--project", workspace);
}, 120_000);

test.each(clients)(
  "a client of %s creates a pet, lists by status and by ids, sets the stock and orders",
  async (name) => {
    using folder = emptyFolder();
    const API_KEY = "configured-key-of-at-least-32-characters";
    await using program = await startProgram({ cwd: folder.path, env: { PETSTORE_API_KEY: API_KEY } });
    const client = Bun.spawn([process.execPath, join(import.meta.dir, "clients", `${name}.ts`)], {
      env: { BASE_URL: `${program.origin}/v1`, API_KEY },
      stdout: "pipe",
    });
    const pet = { id: 1, name: "Rex", categoryId: 7, status: "available" };
    expect(await new Response(client.stdout).json()).toEqual({
      pet,
      listed: [pet],
      found: [pet],
      quantity: 3,
      order: {
        id: 1,
        petId: 1,
        quantity: 2,
        complete: false,
        pet: { name: "Rex", categoryId: 7 },
        placedAt: expect.any(String),
      },
      refusal: "not_found",
    });
  },
);
