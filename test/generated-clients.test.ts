/*
 * Clients that the generators of docs/generators.md make in TypeScript, by its commands, of the document as the service sends it:
 * those of `test/clients`, with the tools of a client author.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { packageCommands, textOf } from "./support/documents.ts";
import { jpeg } from "./support/images.ts";
import { type Program, startProgram } from "./support/program.ts";
import { run, runIn } from "./support/run.ts";

setDefaultTimeout(300_000);

const root = join(import.meta.dir, "..");
const workspace = "test/clients";
const generated = join(root, workspace, "generated");
const API_KEY = "configured-key-of-at-least-32-characters";

const page = textOf("docs/generators.md");

/** The commands of the page, by the folder that each runs in. */
const FOLDERS = ["openapi-typescript", "hey-api", "hey-api-zod", "orval", "swagger-typescript-api"] as const;
const commands = packageCommands().map((command) => {
  const [, name = "", ...args] = command.split(" ");
  return [name.replace(/^@[\w-]+\//, ""), ...args] as const;
});

/** The files of the page: blocks of code that begin with their name. */
const files = [...page.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(
  ([, name = "", text = ""]) => [name, text] as const,
);

/** The clients, which begin with what their generators made. */
const clients = ["openapi-fetch", "hey-api", "orval", "swagger-typescript-api"];

let program: Program;

beforeAll(async () => {
  rmSync(generated, { recursive: true, force: true });
  program = await startProgram({ env: { PETSTORE_API_KEY: API_KEY } });
  const document = await (await fetch(`${program.origin}/v1/openapi.json`)).text();
  expect(commands).toHaveLength(FOLDERS.length);
  await Promise.all(FOLDERS.map((name, nth) => generate(join(generated, name), document, commands[nth] ?? [])));
});

afterAll(async () => {
  await program[Symbol.asyncDispose]();
  rmSync(generated, { recursive: true, force: true });
});

/** Runs a generator in a folder of its own, wherever npm has put its program. */
async function generate(folder: string, document: string, [name = "", ...args]: readonly string[]): Promise<void> {
  const own = `${workspace}/node_modules/.bin/${name}`;
  const bin = (await Bun.file(join(root, own)).exists()) ? own : `node_modules/.bin/${name}`;
  for (const [file, text] of [["openapi.json", document], ...files] as const) await Bun.write(join(folder, file), text);
  await runIn(folder, bin, ...args);
}

test("generated clients compile in strict mode, and reject wrong calls", async () => {
  await run(`${workspace}/node_modules/.bin/tsc`, "--project", workspace);
});

test.each(clients)(
  "a client of %s adds a pet with profile and photo, lists it with everything, orders it, and reads refusals",
  async (name) => {
    const admin = program.as(API_KEY);
    const { body: pet } = await admin.createPet({ body: { name: "Big", categoryId: 9007199254740993n } });
    const client = Bun.spawn([process.execPath, join(root, workspace, `${name}.ts`)], {
      env: {
        BASE_URL: `${program.origin}/v1`,
        API_KEY,
        LARGE: String((pet as { readonly id: bigint }).id),
        PHOTO: (await jpeg()).toBase64(),
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, failure] = await Promise.all([
      new Response(client.stdout).text(),
      new Response(client.stderr).text(),
    ]);
    expect([JSON.parse(printed || "{}"), failure]).toEqual([
      {
        pet: ["Rex", "available", "Beagle", 15_000, ["Rex"], 3],
        isDated: true,
        // As the page says: `JSON.parse` has rounded it.
        large: "9007199254740992",
        order: [2, false],
        conflict: "conflict",
        gone: "not_found",
      },
      "",
    ]);
  },
);
