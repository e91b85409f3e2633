/* The package that `npm run build` makes of the client: packed, installed in an empty folder, and used as its README says. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { buildClient } from "../../tools/client/package.ts";
import { emptyFolder } from "../support/folder.ts";
import { freePort } from "../support/processes.ts";
import { startProgram } from "../support/program.ts";

setDefaultTimeout(180_000);

const root = join(import.meta.dir, "../..");
const bin = (name: string) => join(root, "node_modules/.bin", name);
const folder = emptyFolder();
const built = join(folder.path, "petstore-client");
const tarball = join(folder.path, `petstore-client-${version}.tgz`);
const user = join(folder.path, "user");

/** Runs a command to its end, and returns what it prints. It must succeed. */
function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  const output = `${stdout}${exitCode === 0 ? "" : stderr}`;
  expect({ command, exitCode, output: exitCode === 0 ? "" : output }).toEqual({ command, exitCode: 0, output: "" });
  return output;
}

let gzippedBytes = 0;

beforeAll(async () => {
  ({ gzippedBytes } = await buildClient(built));
  run(["npm", "pack", "--silent", "--pack-destination", folder.path], built);
  await Bun.write(join(user, "package.json"), '{ "private": true, "type": "module" }');
  run(["npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", tarball], user);
});
afterAll(() => folder[Symbol.dispose]());

test("has the version of the release, no dependencies, its license, and at most 8 kB gzipped as bundlers make it", () => {
  const manifest = JSON.parse(readFileSync(join(user, "node_modules/petstore-client/package.json"), "utf8"));
  expect(manifest).toMatchObject({ version, license: "MIT", type: "module" });
  expect(manifest).not.toHaveProperty("dependencies");
  const files = readdirSync(join(user, "node_modules/petstore-client")).sort();
  expect(files).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  expect(gzippedBytes).toBeLessThan(8_000);
});

test("publint and arethetypeswrong find nothing", () => {
  expect(run(["node", bin("publint"), "--strict", built], root)).toContain("All good!");
  expect(run(["node", bin("attw"), "--quiet", tarball], root)).toBe("");
});

test("its declarations are read by TypeScript 4.9, and CommonJS requires it", () => {
  const declarations = ["dist", "dist/cjs"].flatMap((path) =>
    readdirSync(join(built, path))
      .filter((name) => name.endsWith(".d.ts"))
      .map((name) => readFileSync(join(built, path, name), "utf8")),
  );
  expect(declarations.length).toBeGreaterThan(20);
  // Of TypeScript 5: imports of files that end in .ts, and types of a whole module.
  expect(declarations.filter((text) => /"\.[^"]*\.ts"|export type \*/.test(text))).toEqual([]);
  const program = 'const { Petstore } = require("petstore-client"); console.log(typeof Petstore)';
  expect(run(["node", "--input-type=commonjs", "--eval", program], user)).toBe("function\n");
});

test("every public declaration and member has a doc comment", () => {
  const declarations = readdirSync(join(built, "dist")).filter((name) => name.endsWith(".d.ts"));
  const bare = declarations.flatMap((name) =>
    undocumented(readFileSync(join(built, "dist", name), "utf8")).map((line) => `${name}: ${line}`),
  );
  expect(bare).toEqual([]);
  expect(undocumented("export interface Pet {\n    /** Its id. */\n    id: bigint;\n    name: string;\n}\n")).toEqual([
    "export interface Pet {",
    "name: string;",
  ]);
});

/** The exported declarations and their members that follow no doc comment. */
function undocumented(text: string): readonly string[] {
  const lines = text.split("\n");
  let isPublic = false;
  return lines.flatMap((line, index) => {
    if (/^\w/.test(line)) isPublic = /^export (?:declare |interface |type \w)/.test(line);
    const isMember = /^ +(?:readonly |static )*(?:[\w"]+\??: |\[?[\w.]+\]?(?:<.*>)?\()/.test(line);
    const isDocumented = lines[index - 1]?.trimEnd().endsWith("*/");
    return isPublic && (/^export/.test(line) || isMember) && !isDocumented ? [line.trim()] : [];
  });
}

/** The examples of the README as one program, and what it prints. */
function examples(port: number): { readonly program: string; readonly prints: readonly string[] } {
  const blocks = [...readFileSync(join(built, "README.md"), "utf8").matchAll(/^```js\n(.*?)^```$/gms)];
  const program = blocks
    .map(([, code]) => code)
    .join("\n")
    .replaceAll("8787", String(port));
  const prints = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text = ""]) => text);
  // The test message has come by then, but the server would run on.
  return { program: `${program}\nreceiver.close();\nreceiver.closeAllConnections();\n`, prints };
}

test.each(["node", process.execPath])("the examples of the README print what they say, with %s", async (runtime) => {
  const PETSTORE_API_KEY = "configured-key-of-at-least-32-characters";
  const env = { PETSTORE_API_KEY, WEBHOOK_ALLOW_PRIVATE: "1" };
  await using service = await startProgram({ env });
  const { program, prints } = examples(freePort());
  await Bun.write(join(user, "example.js"), program);
  const child = Bun.spawn([runtime, "example.js"], {
    cwd: user,
    env: { ...process.env, PETSTORE_URL: `${service.origin}/v1`, PETSTORE_API_KEY },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect({ exitCode: await child.exited, stderr }).toEqual({ exitCode: 0, stderr: "" });
  // Bun prints an object on several lines, and in double quotes.
  const normal = (text: string) => text.replace(/\s+/g, " ").replaceAll('"', "'").replaceAll(", }", " }");
  expect(normal(stdout).trim()).toBe(normal(prints.join("\n")));
});

test.each([
  ["of a bundler, with the DOM", { module: "preserve", moduleResolution: "bundler", lib: ["ES2023", "DOM"] }],
  ["of Node, without the DOM", { module: "nodenext", moduleResolution: "nodenext", lib: ["ES2023"] }],
])("the examples of the README compile in strict mode, with the settings %s", (_, settings) => {
  const { program } = examples(8787);
  writeFileSync(join(user, "example.ts"), program);
  const compilerOptions = {
    ...settings,
    target: "ES2023",
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    types: ["node"],
    typeRoots: [join(root, "node_modules/@types")],
  };
  writeFileSync(join(user, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["example.ts"] }));
  run(["node", bin("tsc"), "--project", user], user);
  run(["node", join(root, "test/clients/node_modules/.bin/tsc"), "--project", user], user);
});
