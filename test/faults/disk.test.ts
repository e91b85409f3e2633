/* A full disk, made with a file size limit: works on any Linux without root. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../support/folder.ts";
import { type Program, runProgram, SOURCE, startProgram, until } from "../support/program.ts";
import { testWhere } from "../support/system-tool.ts";
import { databaseIn, fillAndClear } from "./disk.ts";
import { faultyDisk } from "./faulty-disk.ts";

setDefaultTimeout(60_000);

test("a full disk causes only 503s, and writing continues when there is space", async () => {
  using folder = emptyFolder();
  await fillAndClear({
    cwd: folder.path,
    // Otherwise a signal ends the process at the first write beyond the limit.
    command: ["sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh", ...SOURCE],
    fill: (program) => limitFiles(program, "4096"),
    clear: (program) => limitFiles(program, "unlimited"),
    file: () => databaseIn(folder.path),
  });
});

test("exports and backups are written to a disk whose files have one name, as those on most USB sticks", async () => {
  using folder = emptyFolder();
  const env = { ...(await faultyDisk({ hasNoLinks: true })), DATABASE_URL: `sqlite://${databaseIn(folder.path)}` };
  const run = (...args: string[]) => runProgram(args, { cwd: folder.path, env, command: SOURCE });
  await Bun.write(join(folder.path, "pets.csv"), "name,category\nRex,Dogs\n");
  expect(await run("import", "pets.csv", "--create-categories")).toMatchObject({ exitCode: 0 });
  for (const args of [
    ["export", "copy.ndjson"],
    ["backup", "copy.db"],
  ]) {
    const { exitCode, stderr } = await run(...args);
    expect({ exitCode, stderr: stderr.replace(/^petstore: exported 1 pet\n$/, "") }).toEqual({
      exitCode: 0,
      stderr: "",
    });
    // Another file is never replaced.
    expect(await run(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("already exists") });
  }
  expect(await Bun.file(join(folder.path, "copy.ndjson")).text()).toContain('"name":"Rex"');
  expect(readdirSync(folder.path).filter((name) => name.includes(".part"))).toEqual([]);
});

test("restore keeps the previous database on a disk whose files have one name, with what is in its log", async () => {
  using folder = emptyFolder();
  const file = databaseIn(folder.path);
  const env = { ...(await faultyDisk({ hasNoLinks: true })), DATABASE_URL: `sqlite://${file}` };
  const run = (...args: string[]) => runProgram(args, { cwd: folder.path, env, command: SOURCE });
  await Bun.write(join(folder.path, "pets.csv"), "name,category\nRex,Dogs\n");
  await run("import", "pets.csv", "--create-categories");
  await run("backup", "copy.db");
  await Bun.write(join(folder.path, "more.csv"), "name,category\nMia,Dogs\n");
  {
    await using service = await startProgram({ cwd: folder.path, env });
    expect(await run("import", "more.csv")).toMatchObject({ exitCode: 0 });
    expect(await run("restore", "--force", "copy.db")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("stop the service first"),
    });
    await service.stop("SIGKILL");
  }
  expect(readdirSync(folder.path).filter((name) => name.includes("before-restore"))).toEqual([]);

  const restored = await run("restore", "--force", "copy.db");
  expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
  const [, kept = ""] = /kept as (\S+)/.exec(restored.stdout) ?? [];
  const namesIn = async (database: string) =>
    (await run("export", "-", "--format", "ndjson", "--database-url", `sqlite://${database}`)).stdout.match(/Rex|Mia/g);
  expect([await namesIn(file), await namesIn(kept)]).toEqual([["Rex"], ["Rex", "Mia"]]);

  // A database that cannot be opened is kept as it is, with its log.
  await Bun.write(file, "damaged ".repeat(1024));
  await Bun.write(`${file}-wal`, "its log");
  const again = await run("restore", "--force", "copy.db");
  expect(again).toMatchObject({ exitCode: 0, stderr: "" });
  const [, damaged = ""] = /kept as (\S+)/.exec(again.stdout) ?? [];
  expect(await Bun.file(damaged).text()).toStartWith("damaged");
  expect(await Bun.file(`${damaged}-wal`).text()).toBe("its log");
  expect(readdirSync(folder.path).filter((name) => name.includes(".part"))).toEqual([]);
});

/** The program, whose output goes to a disk that is always full. */
const fullOutput = (redirection: string) => ["sh", "-c", `exec "$@" ${redirection}`, "sh", ...SOURCE];

test("a command whose output fills the disk ends and says so in one line", async () => {
  using folder = emptyFolder();
  const env = { DATABASE_URL: `sqlite://${databaseIn(folder.path)}` };
  await Bun.write(join(folder.path, "pets.csv"), "name,category\nRex,Dogs\n");
  await runProgram(["import", "pets.csv", "--create-categories"], { cwd: folder.path, env, command: SOURCE });
  for (const args of [["export", "-", "--format", "csv"], ["doctor"], ["help"]]) {
    const run = await runProgram(args, { cwd: folder.path, env, command: fullOutput("> /dev/full") });
    expect(run).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringMatching(/^petstore: cannot write to stdout: the disk is full[^\n]*\n$/),
    });
  }
});

test("a service whose log fills the disk says so once, goes on, logs again when there is space, and can be stopped", async () => {
  using folder = emptyFolder();
  const log = join(folder.path, "log");
  const command = ["sh", "-c", "trap '' XFSZ; exec \"$@\" > log", "sh", ...SOURCE];
  await using program = await startProgram({ cwd: folder.path, command });
  const ask = async (path: string) => expect((await fetch(`${program.origin}${path}`)).status).toBe(401);
  const isLogged = async (path: string) => (await Bun.file(log).text()).includes(path);
  await until(() => isLogged("listening"), "the first line");
  const said = /cannot write the log: the disk is full/g;
  await limitFiles(program, "100");
  await ask("/v1/pets/1");
  await program.until(/cannot write the log/);
  await ask("/v1/pets/2");
  await limitFiles(program, "unlimited");
  await ask("/v1/pets/3");
  await until(() => isLogged("/v1/pets/3"), "the log");
  expect([await isLogged("/v1/pets/1"), await isLogged("/v1/pets/2")]).toEqual([true, true]);
  expect(program.stderr().match(said)).toHaveLength(1);

  await limitFiles(program, "100");
  await ask("/v1/pets/4");
  await until(() => program.stderr().match(said)?.length === 2, "the second message");
  expect(await program.stop("SIGTERM")).toBe(0);
});

test("a start and commands on a full disk say that it is full", async () => {
  using folder = emptyFolder();
  const env = { DATABASE_URL: `sqlite://${databaseIn(folder.path)}` };
  const run = (command: readonly string[], ...args: string[]) => runProgram(args, { cwd: folder.path, env, command });
  await Bun.write(join(folder.path, "pets.csv"), "name,category\nRex,Dogs\n");
  expect(await run(SOURCE, "import", "pets.csv", "--create-categories")).toMatchObject({ exitCode: 0 });
  const full = ["sh", "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", ...SOURCE];
  for (const args of [["serve"], ["keys", "list"], ["import", "pets.csv"]]) {
    expect(await run(full, ...args)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/ the disk is full/) });
  }
  expect(await run(full, "doctor")).toMatchObject({
    exitCode: 1,
    stdout: expect.stringMatching(/FAIL .* the disk is full/),
  });
});

/** Runs a command in a folder in which `disk` is a read-only disk, for this command alone. */
const onReadOnly = (...command: string[]) => [
  ...["unshare", "--map-root-user", "--mount", "sh", "-c"],
  ...['mount -t tmpfs -o ro tmpfs disk && exec "$@"', "sh", ...command],
];

function mayMount(): boolean {
  using folder = emptyFolder();
  mkdirSync(join(folder.path, "disk"));
  return Bun.spawnSync(onReadOnly("true"), { cwd: folder.path, stderr: "ignore" }).exitCode === 0;
}

testWhere(
  mayMount(),
  "this user may not mount a disk",
  "what is written to a read-only disk names the disk, and what to do",
  async () => {
    using folder = emptyFolder();
    mkdirSync(join(folder.path, "disk"));
    const env = { DATABASE_URL: `sqlite://${databaseIn(folder.path)}` };
    const run = (command: readonly string[], ...args: string[]) => runProgram(args, { cwd: folder.path, env, command });
    await Bun.write(join(folder.path, "pets.csv"), "name,category\nRex,Dogs\n");
    await run(SOURCE, "import", "pets.csv", "--create-categories");
    expect(await run(SOURCE, "backup", "good.db")).toMatchObject({ exitCode: 0 });
    for (const args of [
      ["backup", "disk/b.db"],
      ["backup", "--keep", "2", "disk"],
      ["export", "disk/pets.csv"],
      ["restore", "good.db", "--database-url", "sqlite://./disk/shop.db"],
      ["restore", "good.db", "--database-url", "sqlite://./disk/data/shop.db"],
    ]) {
      const { exitCode, stderr } = await run(onReadOnly(...SOURCE), ...args);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringMatching(/^petstore: \S+\/disk is on a read-only file system: choose another place/),
      });
    }
  },
);

/** Limits the size of a running process's files: each write beyond it fails. */
async function limitFiles({ pid }: Program, bytes: string): Promise<void> {
  const child = Bun.spawn(["prlimit", `--pid=${pid}`, `--fsize=${bytes}:unlimited`], { stderr: "pipe" });
  const [stderr, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
}
