/* Ctrl-C in commands that take long, as a person at a terminal sees it. */
import { expect, test } from "bun:test";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { openEngine, openSchema } from "../../src/store/index.ts";
import { lockExclusively } from "../../src/store/sqlite/lock.ts";
import { fill, openFolder } from "../cli/folder.ts";
import { NOON } from "../support/harness.ts";
import { SOURCE, until } from "../support/program.ts";

const PETS = 100_000;
const CLEAR = "\r\x1b[K";

const parts = (folder: string) => readdirSync(folder).filter((name) => name.includes(".part"));

/** Runs a command on a terminal. */
function onTerminal(cwd: string, databaseUrl: string, ...args: readonly string[]) {
  const decoder = new TextDecoder();
  let text = "";
  const child = Bun.spawn([...SOURCE, ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: databaseUrl },
    terminal: {
      cols: 120,
      rows: 24,
      data(_terminal, data) {
        text += decoder.decode(data, { stream: true });
      },
    },
  });
  return { child, text: () => text };
}

test("Ctrl-C in an import clears the bar and says that the same command continues, which it does", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await (await openSchema(url, NOON)).close();
  const lines = Array.from({ length: PETS }, (_, index) => `Rex ${index},1\n`);
  writeFileSync(folder.file("in.csv"), `name,categoryId\n${lines.join("")}`);
  const { child, text } = onTerminal(folder.path, url, "import", "in.csv");
  await until(() => text().includes("importing: "), "the bar of the import");
  child.terminal?.write("\x03");
  await child.exited;
  expect(child.signalCode).toBe("SIGINT");
  const after = text().slice(text().lastIndexOf(CLEAR) + CLEAR.length);
  const [, imported = ""] =
    /^(?:\^C)?petstore: interrupted after (\d+) pets; run the same command again to import the rest\r\n$/.exec(after) ??
    [];
  expect({ after, count: Number(imported) }).toMatchObject({ count: expect.any(Number) });
  expect(Number(imported)).toBeGreaterThan(0);
  expect(Number(imported)).toBeLessThan(PETS);

  const { stdout } = await folder.petstore(url, "import", "in.csv");
  const rest = PETS - Number(imported);
  const format = (count: number) => count.toLocaleString("en-US");
  expect(stdout).toContain(
    `100,000 pets, ${format(rest)} new, 0 existing; resumed: ${format(Number(imported))} already imported`,
  );
  const engine = await openEngine(url);
  expect(await engine.sql`select count(*) as count from pets`).toEqual([{ count: BigInt(PETS) }]);
  await engine.close();
}, 60_000);

test("the bar of an export moves, and Ctrl-C leaves no part of a file", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, PETS);
  const { child, text } = onTerminal(folder.path, url, "export", "all.csv");
  await until(() => /\[#+\.+\] exporting: [\d,]+ of 100,000/.test(text()), "a bar that has moved");
  child.terminal?.write("\x03");
  await child.exited;
  expect(child.signalCode).toBe("SIGINT");
  expect(text()).toContain(`${CLEAR}petstore: interrupted; the export is incomplete`);
  expect(existsSync(folder.file("all.csv"))).toBe(false);
  expect(parts(folder.path)).toEqual([]);
}, 60_000);

test.each([
  ["a backup", ["backup", "copies/a.db"]],
  ["a backup into a folder", ["backup", "--keep", "3", "copies"]],
])(
  "Ctrl-C in %s says that there is none, and leaves no part of it",
  async (_, args) => {
    using folder = openFolder();
    const url = folder.url("a.db");
    await fill(url, 10);
    mkdirSync(folder.file("copies"));
    // The backup waits for this lock.
    const lock = lockExclusively(folder.file("a.db"));
    const { child, text } = onTerminal(folder.path, url, ...args);
    await until(() => parts(folder.file("copies")).length > 0, "the part of the backup");
    child.terminal?.write("\x03");
    await child.exited;
    lock?.close();
    expect(child.signalCode).toBe("SIGINT");
    expect(text()).toMatch(/^(?:\^C)?petstore: interrupted; no backup was written\r\n$/);
    expect(readdirSync(folder.file("copies"))).toEqual([]);
  },
  60_000,
);

test("Ctrl-C in a restore leaves the database as it was, and no part of the backup", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await fill(url, 10);
  await folder.petstore(url, "backup", "backup.db");
  const before = readFileSync(folder.file("a.db"));
  const { child, text } = onTerminal(folder.path, url, "restore", "--force", "backup.db");
  // The restore overwrites this file with the backup, and then waits for the lock.
  const part = `${folder.file("a.db")}.${child.pid}.part`;
  copyFileSync(folder.file("backup.db"), part);
  const lock = lockExclusively(part);
  utimesSync(part, 0, 0);
  await until(() => statSync(part).mtimeMs > 0, "the copy of the backup");
  child.terminal?.write("\x03");
  await child.exited;
  lock?.close();
  expect(child.signalCode).toBe("SIGINT");
  expect(text()).toMatch(/^(?:\^C)?petstore: interrupted; nothing was restored\r\n$/);
  expect(parts(folder.path)).toEqual([]);
  expect(readFileSync(folder.file("a.db"))).toEqual(before);
}, 60_000);

test("Ctrl-C in a copy clears the bar and says that the same command continues, which it does", async () => {
  using folder = openFolder();
  const [from, to] = [folder.url("a.db"), folder.url("b.db")];
  await fill(from, PETS / 4);
  const args = ["copy", "--from", from, "--to", to] as const;
  const { child, text } = onTerminal(folder.path, from, ...args);
  await until(() => text().includes("copying pets: "), "the bar of the copy");
  child.terminal?.write("\x03");
  await child.exited;
  expect(child.signalCode).toBe("SIGINT");
  expect(text().slice(text().lastIndexOf(CLEAR) + CLEAR.length)).toMatch(
    /^(?:\^C)?petstore: interrupted; run the same command again to continue\. Until the copy is complete, no service starts on it\r\n$/,
  );
  expect(parts(folder.path)).toEqual([]);
  const { stdout, stderr } = await folder.petstore(from, ...args);
  expect(stderr).toContain("continuing an interrupted copy");
  expect(stdout).toContain("Copied and verified");
}, 60_000);
