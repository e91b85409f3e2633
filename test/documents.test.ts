/* The commands of the documents, run as they are written. A command that is neither run here nor by a test that is named here fails. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "./support/folder.ts";
import { SOURCE, startProgram } from "./support/program.ts";

setDefaultTimeout(120_000);

const root = join(import.meta.dir, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The commands in the blocks for a shell: of a session those after the prompt. What continues on the next line is one command. */
function commandsIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```(sh|console)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, block = ""]) =>
    block
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((line) => (kind === "sh" ? line !== "" : line.startsWith("$ ")))
      .map((line) => line.replace(/^\$ /, "")),
  );
}

/** Commands that another test runs, with the file of that test; or why no test can run them. */
const ELSEWHERE: readonly (readonly [start: RegExp, where: string])[] = [
  [/^npm run demo$/, "test/commands/demo.test.ts"],
  [/^(?:[A-Z_]+=\S+ |[A-Z_]+="[^"]*" )*npm start$/, "test/program/install.test.ts"],
  [/^npm run build$/, "test/support/built-program.ts"],
  [/^npm pack /, "test/client/package.test.ts"],
  [/^npm (?:test|run check) /, "the continuous integration runs both"],
  [/^systemctl |^cat \/var\/lib\/petstore\/first-key/, "needs systemd; test/deploy/units.test.ts checks the units"],
  [/^docker compose /, "needs Docker; test/deploy/containers.test.ts checks compose.yaml"],
  [/^openapi-generator-cli |^mkdir -p go|^echo model_new_pet|^curl -o openapi-3\.0/, "test/generated-clients.long.ts"],
  [/^npm install --save-dev openapi-typescript|^npx |^curl -o openapi\.json/, "test/generated-clients.test.ts"],
];

/** The documents with commands. Those of the walkthrough, the events and the installation are run below. */
const DOCUMENTS = ["README.md", "docs/generators.md"];

describe("every command is run by a test", () => {
  test.each(DOCUMENTS.flatMap((path) => commandsIn(read(path)).map((command) => [path, command])))(
    "%s: %s",
    (_, command) => {
      const [, where = ""] = ELSEWHERE.find(([start]) => start.test(command)) ?? [];
      expect({ command, where }).not.toMatchObject({ where: "" });
      if (where.startsWith("test/")) expect(existsSync(join(root, where))).toBe(true);
    },
  );
});

/** Runs commands in one shell, each echoed before its output. Fails with the first that fails. */
async function runAll(commands: readonly string[], cwd: string, env: Record<string, string>): Promise<string> {
  const script = `set -eo pipefail\n${commands.map((command) => `echo '>>>'\n${command}\necho`).join("\n")}\n`;
  const shell = Bun.spawn(["bash", "-c", script], {
    cwd,
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect({ exitCode: await shell.exited, errors }).toMatchObject({ exitCode: 0 });
  return output;
}

test("docs/walkthrough.md: every response is the one that the text tells of", async () => {
  using folder = emptyFolder();
  const DATABASE_URL = `sqlite://${folder.path}/petstore.db`;
  await using program = await startProgram({ command: SOURCE, env: { DATABASE_URL } });
  const commands = commandsIn(read("docs/walkthrough.md")).map((command) =>
    command.replace("pets_live_...", program.printedKeys[0] ?? "").replace("http://127.0.0.1:8080", program.origin),
  );
  const outputs = (await runAll(commands, root, { DATABASE_URL })).split(">>>\n").slice(1);
  const outputOf = (start: string) =>
    commands.flatMap((command, nth) => (command.startsWith(start) ? [(outputs[nth] ?? "").trim()] : []));
  expect(outputOf("api $API/store/orders -d")).toEqual([
    expect.stringContaining('"id":1'),
    expect.stringMatching(/"code":"(?:insufficient_stock|pet_not_available)"/),
  ]);
  expect(outputOf('api "$API/pets?ids=1"')).toEqual([
    expect.stringContaining('"status":"pending"'),
    expect.stringContaining('"status":"sold"'),
    "[]",
  ]);
  expect(outputOf("api $API/store/orders/1/return")[0]).toContain('"returnedAt"');
  expect(outputOf('api "$API/pets?ids=1&include=quantity"')[0]).toMatch(/"status":"available".*"quantity":1/);
  expect(outputOf("api $API/inventory/1/changes")[0]).toMatch(/"reason":"return"/);
  expect(outputOf('api "$next"')[0]).toContain('"name":"Mia"');
  expect(outputOf("npx petstore keys list")[0]).toMatch(/Anna, till.*kiosk/s);
  expect(outputs.join("")).not.toContain("internal_error");
});

test("docs/events.md: the feed, the stream and a webhook", async () => {
  await using program = await startProgram({ command: SOURCE });
  const env = { KEY: program.printedKeys[0] ?? "", API: `${program.origin}/v1` };
  await program.as(env.KEY).createPet({ body: { name: "Rex", categoryId: 1n } });
  // The stream has no end: a second of it is enough. The receiver's name has no address here.
  const commands = commandsIn(read("docs/events.md")).map((command) =>
    command.replace("curl -N", "timeout 5 curl -sN"),
  );
  const own = commands.map((command) => (command.startsWith("timeout") ? `${command} || test $? = 124` : command));
  const output = await runAll(own, root, env);
  expect(output).toContain('"type":"pet.created"');
  expect(output).toContain("retry: 2000");
  expect(output).toMatch(/"url":"https:\/\/accounting\.example|"field":"url"/);
});

test("docs/operations/install.md: the files are where the units look for them", async () => {
  using folder = emptyFolder();
  for (const path of ["usr/local/bin", "etc/systemd/system", "dist"])
    mkdirSync(join(folder.path, path), { recursive: true });
  writeFileSync(join(folder.path, "dist/petstore"), "#!/bin/sh\n", { mode: 0o755 });
  const all = commandsIn(read("docs/operations/install.md"));
  const here = all.filter((command) => !ELSEWHERE.some(([start]) => start.test(command)));
  const moved = here.map((command) =>
    command
      .replace(/ (\/(?:usr|etc)\S*)/g, ` ${folder.path}$1`)
      .replace("dist/petstore ", `${folder.path}/dist/petstore `)
      .replace("> petstore.env", `> ${folder.path}/petstore.env`),
  );
  await runAll(moved, root, {});
  for (const path of [
    "usr/local/bin/petstore",
    "etc/systemd/system/petstore.service",
    "etc/petstore/petstore.env",
    "petstore.env",
  ])
    expect([path, existsSync(join(folder.path, path))]).toEqual([path, true]);
});
