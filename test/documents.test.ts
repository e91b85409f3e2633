/* The commands of the documents, run as they are written. A command that is neither run here nor by a test that takes it from the page fails. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import manifest from "../package.json" with { type: "json" };
import { commandsIn, generatorBlock, LANGUAGES, packageCommands, textOf } from "./support/documents.ts";
import { emptyFolder } from "./support/folder.ts";
import { KEY, SOURCE, startProgram, until, within } from "./support/program.ts";

setDefaultTimeout(600_000);

const root = join(import.meta.dir, "..");

const A_KEY = new RegExp(KEY.source);

/** What the tests have run, exactly as it is written, by document. */
const ran = new Map<string, Set<string>>();

function note(document: string, commands: readonly string[]): void {
  const known = ran.get(document) ?? new Set();
  for (const command of commands) known.add(command);
  ran.set(document, known);
}

interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Changes addresses, keys and places of a command to those of the test. */
  readonly here?: (command: string) => string;
}

/** Runs commands of a document in one shell. Returns the output of each. Fails with the first that fails. */
async function runAll(document: string, commands: readonly string[], { cwd, env, here = (same) => same }: Place) {
  note(document, commands);
  const script = `set -eo pipefail\n${commands.map((command) => `echo '>>>'\n${here(command)}\necho`).join("\n")}\n`;
  const shell = Bun.spawn(["bash", "-c", script], {
    cwd,
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect({ exitCode: await shell.exited, errors }).toMatchObject({ exitCode: 0 });
  return output
    .split(">>>\n")
    .slice(1)
    .map((one) => one.trim());
}

/** Runs a command of a document that starts the service on a free port, looks at it, and stops it. Returns what it printed. */
async function runService(document: string, command: string, cwd: string, look: (origin: string) => Promise<void>) {
  note(document, [command]);
  const stderr = join(cwd, `stderr-${ran.get(document)?.size}`);
  const child = Bun.spawn(["bash", "-c", command], {
    cwd,
    env: { ...process.env, PORT: "0" },
    stdin: "ignore",
    stdout: "ignore",
    stderr: Bun.file(stderr),
  });
  try {
    const printed = () => Bun.file(stderr).text();
    await until(async () => /listens on \S+\/v1/.test(await printed()), `the start of ${command}`);
    await look(/listens on (\S+)\/v1/.exec(await printed())?.[1] ?? "");
    child.kill("SIGTERM");
    expect(await within(child.exited, "the end of npm")).toBe(0);
    return await printed();
  } finally {
    child.kill("SIGTERM");
  }
}

/** A copy of the program's files, with the packages that are installed: what commands make stays in it. */
function copyFiles(folder: string): void {
  for (const path of [
    ...["package.json", "package-lock.json", "tsconfig.json", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"],
    ...["api", "assets", "clients", "deploy", "docs", "migrations", "src", "tools"],
  ])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
}

/** What no test can run, and why; `holds` is what a test can say of it instead. */
const NOT_RUN: readonly { readonly start: RegExp; readonly holds: (command: string) => boolean }[] = [
  // This test is a part of the first, and both take minutes.
  { start: /^npm (?:test|run check)$/, holds: (command) => (command.split(" ").at(-1) ?? "") in manifest.scripts },
  // Needs systemd. test/deploy/units.test.ts checks the units.
  {
    start: /^systemctl /,
    holds: (command) =>
      command.split(" ").every((word) => !/\.(?:service|timer)$/.test(word) || existsSync(join(root, "deploy", word))),
  },
  // Needs Docker. test/deploy/containers.test.ts checks the file; what runs in a container is run here without one.
  {
    start: /^docker compose (?:up|cp) /,
    holds: (command) => /\bpetstore\b/.test(command) && "petstore" in parse(textOf("compose.yaml")).services,
  },
  // Needs the registry. test/generated-clients.test.ts runs the programs of the packages, which are installed with the others.
  {
    start: /^npm install --save-dev \S+$/,
    holds: (command) => existsSync(join(root, "test/clients/node_modules", command.split(" ").at(-1) ?? "")),
  },
];

test("README.md is short and begins with the commands that start and test the service", () => {
  const lines = textOf("README.md").split("\n");
  expect(lines.length).toBeLessThan(170);
  expect(commandsIn(lines.slice(0, 12).join("\n"))).toEqual(["npm start", "npm test"]);
});

test("README.md: the demo, the starts, the build and the package", async () => {
  const document = "README.md";
  using folder = emptyFolder();
  const { path: cwd } = folder;
  copyFiles(cwd);
  const all = new Set(commandsIn(textOf(document)));
  const demo = "npm run demo";
  expect(all.delete(demo)).toBe(true);
  const others = [...all].filter((command) => !NOT_RUN.some(({ start }) => start.test(command)));
  await runAll(document, [demo], { cwd });
  for (const command of others) {
    if (!command.endsWith("npm start")) await runAll(document, [command], { cwd });
    else {
      const [, name] = /SHOP_NAME="([^"]+)"/.exec(command) ?? [];
      const printed = await runService(document, command, cwd, async (origin) => {
        const page = await (await fetch(origin)).text();
        if (name !== undefined) expect(page).toContain(name);
      });
      // The demo has its people, and the first start of the shop's own its first key.
      if (command === "npm start") expect(printed.match(KEY)).toHaveLength(1);
    }
  }
  for (const made of ["dist/petstore", "dist/client/package.json", `petstore-client-${manifest.version}.tgz`])
    expect([made, existsSync(join(cwd, made))]).toEqual([made, true]);
});

test("docs/walkthrough.md: every response is the one that the text tells of", async () => {
  const document = "docs/walkthrough.md";
  using folder = emptyFolder();
  const DATABASE_URL = `sqlite://${folder.path}/petstore.db`;
  await using program = await startProgram({ command: SOURCE, env: { DATABASE_URL } });
  const commands = commandsIn(textOf(document));
  const outputs = await runAll(document, commands, {
    cwd: root,
    env: { DATABASE_URL },
    here: (command) =>
      command.replace("pets_live_...", program.printedKeys[0] ?? "").replace("http://127.0.0.1:8080", program.origin),
  });
  const outputOf = (start: string) =>
    commands.flatMap((command, nth) => (command.startsWith(start) ? [outputs[nth] ?? ""] : []));
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
  const document = "docs/events.md";
  await using program = await startProgram({ command: SOURCE });
  const env = { KEY: program.printedKeys[0] ?? "", API: `${program.origin}/v1` };
  await program.as(env.KEY).createPet({ body: { name: "Rex", categoryId: 1n } });
  const outputs = await runAll(document, commandsIn(textOf(document)), {
    cwd: root,
    env,
    // The stream has no end: a few seconds of it are enough. The receiver's name has no address here.
    here: (command) =>
      command.startsWith("curl -N") ? `${command.replace("curl -N", "timeout 5 curl -sN")} || test $? = 124` : command,
  });
  const output = outputs.join("\n");
  expect(output).toContain('"type":"pet.created"');
  expect(output).toContain("retry: 2000");
  expect(output).toMatch(/"url":"https:\/\/accounting\.example|"field":"url"/);
});

test("docs/operations/install.md: the files are where the units look, and what runs in a container works", async () => {
  const document = "docs/operations/install.md";
  using folder = emptyFolder();
  const { path: cwd } = folder;
  for (const path of ["usr/local/bin", "etc/systemd/system", "var/lib/petstore", "data", "backups"])
    mkdirSync(join(cwd, path), { recursive: true });
  copyFiles(cwd);
  mkdirSync(join(cwd, "dist"));
  writeFileSync(join(cwd, "dist/petstore"), "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(join(cwd, "var/lib/petstore/first-key"), "pets_live_of_the_unit\n");
  const DATABASE_URL = `sqlite://${cwd}/data/petstore.db`;
  const env = { DATABASE_URL, FIRST_KEY_FILE: join(cwd, "data/first-key") };
  await using _service = await startProgram({ cwd, env, command: SOURCE });
  const commands = commandsIn(textOf(document)).filter((command) => !NOT_RUN.some(({ start }) => start.test(command)));
  const starts = commands.filter((command) => command.endsWith("npm start"));
  const others = commands.filter((command) => !starts.includes(command));
  const outputs = await runAll(document, others, {
    cwd,
    env: { DATABASE_URL, PROGRAM: SOURCE.join(" ") },
    here: (command) =>
      command
        .replace(/^docker compose exec petstore (?:petstore\b)?/, (found) =>
          found.endsWith("petstore petstore") ? "$PROGRAM" : "",
        )
        .replace(/ (\/(?:usr|etc|var|data|backups)\S*)/g, ` ${cwd}$1`),
  });
  const outputOf = (command: string) => outputs[others.indexOf(command)] ?? "";
  expect(outputOf("cat /var/lib/petstore/first-key")).toBe("pets_live_of_the_unit");
  expect(outputOf("docker compose exec petstore cat /data/first-key")).toMatch(A_KEY);
  expect(outputOf("docker compose exec petstore petstore keys create --name kiosk --scopes pets:read")).toMatch(A_KEY);
  for (const path of [
    ...["usr/local/bin/petstore", "etc/systemd/system/petstore.service", "etc/petstore/petstore.env", "petstore.env"],
  ])
    expect([path, existsSync(join(cwd, path))]).toEqual([path, true]);
  expect(existsSync(join(cwd, "data/first-key"))).toBe(false);
  expect([...new Bun.Glob("*.db").scanSync(join(cwd, "backups"))]).toHaveLength(1);
  for (const command of starts) {
    await runService(document, command, cwd, async (origin) =>
      expect(await (await fetch(origin)).text()).toContain("Riverside Shelter"),
    );
  }
});

test("docs/operations/run.md: a healthy service passes every look at it", async () => {
  const document = "docs/operations/run.md";
  using folder = emptyFolder();
  const DATABASE_URL = `sqlite://${folder.path}/petstore.db`;
  await using program = await startProgram({ command: SOURCE, env: { DATABASE_URL } });
  const outputs = await runAll(document, commandsIn(textOf(document)), {
    cwd: root,
    env: { DATABASE_URL, PORT: new URL(program.origin).port, PROGRAM: SOURCE.join(" ") },
    here: (command) => command.replace(/^petstore\b/, "$PROGRAM"),
  });
  const [ready, checks, keys] = outputs;
  expect(ready).toStartWith("ready: ");
  expect(checks).not.toContain("FAIL");
  expect(keys).toMatch(/first .* usable/);
});

test("docs/generators.md: both documents are where the commands look for them", async () => {
  const document = "docs/generators.md";
  using folder = emptyFolder();
  await using program = await startProgram({ command: SOURCE });
  const commands = commandsIn(textOf(document)).filter((command) => command.startsWith("curl "));
  await runAll(document, commands, {
    cwd: folder.path,
    here: (command) => command.replace("https://pets.example", program.origin),
  });
  for (const name of ["openapi.json", "openapi-3.0.json"])
    expect(await Bun.file(join(folder.path, name)).json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) });
  // The other tests take their commands from the page by the same functions.
  const inPackages = textOf("test/generated-clients.test.ts");
  expect(inPackages).toContain("packageCommands()");
  note(document, packageCommands());
  const long = textOf("test/generated-clients.long.ts");
  for (const language of LANGUAGES) {
    expect(long).toContain(`generate("${language}")`);
    note(document, commandsIn(`\`\`\`sh\n${generatorBlock(language)}\`\`\`\n`));
  }
});

describe("every command has been run, or what can be said of it without running it holds", () => {
  const documents = [
    "README.md",
    "docs/walkthrough.md",
    "docs/events.md",
    "docs/operations/install.md",
    "docs/operations/run.md",
    "docs/generators.md",
  ];
  test.each(documents.flatMap((path) => commandsIn(textOf(path)).map((command) => [path, command] as const)))(
    "%s: %s",
    (path, command) => {
      const isRun = ran.get(path)?.has(command) ?? false;
      const instead = NOT_RUN.find(({ start }) => start.test(command))?.holds(command) ?? false;
      expect({ command, isRun: isRun || instead }).toEqual({ command, isRun: true });
    },
  );
});
