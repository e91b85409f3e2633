/* The one-file executable in an empty folder, with no other program on the path. */
import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { bundleConsole } from "../../src/site/console-bundle.ts";
import { reference } from "../../src/site/reference/pages.ts";
import { builtProgram } from "../support/built-program.ts";
import { emptyFolder } from "../support/folder.ts";
import { runProgram, startProgram } from "../support/program.ts";

setDefaultTimeout(120_000);

let command: readonly [string];
const env = { PATH: "" };

beforeAll(async () => {
  command = await builtProgram();
  expect(statSync(command[0]).size).toBeLessThan(150e6);
});

describe("the executable", () => {
  test("starts in an empty folder, prints one key and keeps its data over a restart, which prints none", async () => {
    using folder = emptyFolder();
    const rex = { name: "Rex", categoryId: 9223372036854775807n };
    let key: string | undefined;
    {
      await using program = await startProgram({ cwd: folder.path, command, env });
      [key] = program.printedKeys;
      expect(key).toStartWith("pets_live_");
      for (const line of [
        `console    ${program.origin}/console`,
        `reference  ${program.origin}/docs`,
        "data/petstore.db (new database)\n",
      ])
        expect(program.stderr()).toContain(line);
      expect(await program.as(key).createPet({ body: rex })).toMatchObject({ status: 201, body: rex });
      expect(program.printedKeys).toHaveLength(1);
      expect(await program.stop("SIGTERM")).toBe(0);
    }
    await using again = await startProgram({ cwd: folder.path, command, env });
    expect(again.printedKeys).toEqual([]);
    expect(again.stderr()).not.toContain("new database");
    expect(await again.as(key).listPets()).toMatchObject({ body: [{ id: 1n, ...rex, status: "available" }] });
    expect(await again.stop("SIGINT")).toBe(0);
    expect(readdirSync(folder.path)).toEqual(["data"]);
    expect(readdirSync(join(folder.path, "data")).toSorted()).toEqual([
      "petstore.db",
      "petstore.db-note",
      "petstore.db-reserve",
      "petstore.db-shown",
    ]);
  });

  test("contains the document, the metrics and every file of the reference page", async () => {
    await using program = await startProgram({ command, env });
    const pages = Object.keys(reference(async () => "", ""));
    for (const path of ["/healthz", "/readyz", "/metrics", "/v1/openapi.json", ...pages]) {
      const response = await fetch(`${program.origin}${path}`);
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect((await response.text()).length).toBeGreaterThan(10);
    }
  });

  test("contains the console, with the same files as the source", async () => {
    await using program = await startProgram({ command, env });
    for (const { name, text } of await bundleConsole()) {
      const response = await fetch(`${program.origin}/console/${name}`);
      expect({ name, status: response.status }).toEqual({ name, status: 200 });
      // The page is served with the address of this service, what it says of the shop, and where its files are.
      const served = (await response.text())
        .replace(/<meta name="petstore-(?:address|shop)"[^>]*>/g, "")
        .replaceAll('="/console/', '="./');
      expect(served).toBe(text);
    }
  });

  test("contains the commands", async () => {
    using folder = emptyFolder();
    const run = (...args: string[]) => runProgram(args, { cwd: folder.path, command, env });
    expect(await run("version")).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: "" });
    await using program = await startProgram({ cwd: folder.path, command, env });
    const port = new URL(program.origin).port;
    expect(await run("healthcheck", "--port", port)).toMatchObject({ exitCode: 0 });
    expect(await run("keys", "create", "--name", "kiosk", "--scopes", "all")).toMatchObject({ exitCode: 0 });
    expect((await run("keys", "list")).stdout).toContain(" kiosk ");
    // In a thread, whose module has to be in the executable.
    expect(await run("backup", "copy.db")).toMatchObject({ exitCode: 0, stderr: "" });
    const document = await Bun.file(join(import.meta.dir, "../../api/openapi.json")).text();
    expect(await run("openapi")).toEqual({ exitCode: 0, stdout: document, stderr: "" });
  });

  test("logs an internal error with the functions, files and lines of the source", async () => {
    await using program = await startProgram({ command, env });
    using database = new Database(join(program.cwd, "data/petstore.db"));
    // The service may still be writing what it does at its start.
    database.run("pragma busy_timeout = 10000");
    database.run("alter table pets rename to moved");
    expect(await program.as(program.printedKeys[0]).listPets()).toMatchObject({ status: 500 });
    await program.stop("SIGTERM");
    const lines = program.stdout().trimEnd().split("\n");
    const { err } = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 50);
    expect(err.stack).toMatch(/^SQLiteError: no such table: pets$/m);
    expect(err.stack).toMatch(/ at listPets\w* \(\S*src\/store\/queries\/pets\/pet-search-query\.ts:\d+:\d+\)$/m);
    expect(err.stack).toMatch(/ \(\S*src\/http\/pipeline\/read-operations\.ts:\d+:\d+\)$/m);
  });
});
