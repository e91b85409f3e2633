/* Ctrl-C in commands that take long, as a person at a terminal sees it. */
import { expect, setDefaultTimeout, test } from "bun:test";
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
import { lockExclusively } from "../../src/store/sqlite/lock.ts";
import { fill, openShop, type Shop } from "../commands/folder.ts";
import { SOURCE, until } from "../support/program.ts";

setDefaultTimeout(60_000);

const PETS = 40_000;
const CLEAR = "\r\x1b[K";

const parts = (folder: string) => readdirSync(folder).filter((name) => name.includes(".part"));

/** Runs a command on a terminal. */
function onTerminal({ path, url }: Shop, ...args: readonly string[]) {
  const decoder = new TextDecoder();
  let text = "";
  const child = Bun.spawn([...SOURCE, ...args], {
    cwd: path,
    env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: url },
    terminal: {
      cols: 120,
      rows: 24,
      data(_terminal, data) {
        text += decoder.decode(data, { stream: true });
      },
    },
  });
  return {
    pid: child.pid,
    text: () => text,
    /** Presses Ctrl-C, which ends the command. Returns what it says after the last bar, which is cleared. */
    async interrupt(): Promise<string> {
      child.terminal?.write("\x03");
      await child.exited;
      expect(child.signalCode).toBe("SIGINT");
      return text.slice(text.lastIndexOf(CLEAR) + CLEAR.length).replace(/^\^C/, "");
    },
  };
}

test("Ctrl-C in an import clears the bar and says that the same command continues, which it does", async () => {
  using shop = openShop();
  await fill(shop.url, 0);
  const lines = Array.from({ length: PETS }, (_, index) => `Rex ${index},1\n`);
  writeFileSync(shop.file("in.csv"), `name,categoryId\n${lines.join("")}`);
  const { text, interrupt } = onTerminal(shop, "import", "in.csv");
  await until(() => text().includes("importing: "), "the bar of the import");
  const said = await interrupt();
  expect(said).toMatch(/^petstore: interrupted after \d+ pets; run the same command again to import the rest\r\n$/);
  const imported = Number(/\d+/.exec(said));
  expect(imported).toBeGreaterThan(0);
  expect(imported).toBeLessThan(PETS);

  const { stdout } = await shop.run("import", "in.csv");
  const [rest, before] = [PETS - imported, imported].map((count) => count.toLocaleString("en-US"));
  expect(stdout).toContain(`40,000 pets, ${rest} new, 0 existing; resumed: ${before} already imported`);
  expect(await shop.pets()).toHaveLength(PETS);
});

test("the bar of an export moves, and Ctrl-C leaves no part of a file", async () => {
  using shop = openShop();
  await fill(shop.url, PETS);
  const { text, interrupt } = onTerminal(shop, "export", "all.csv");
  await until(() => /\[#+\.+\] exporting: [\d,]+ of 40,000/.test(text()), "a bar that has moved");
  expect(await interrupt()).toStartWith("petstore: interrupted; the export is incomplete");
  expect(existsSync(shop.file("all.csv"))).toBe(false);
  expect(parts(shop.path)).toEqual([]);
});

test.each([
  ["a backup", ["backup", "copies/a.db"]],
  ["a backup into a folder", ["backup", "--keep", "3", "copies"]],
])("Ctrl-C in %s says that there is none, and leaves no part of it", async (_, args) => {
  using shop = openShop();
  await fill(shop.url, 10);
  const copies = shop.file("copies");
  mkdirSync(copies);
  // The backup waits for this lock.
  const lock = lockExclusively(shop.file("shop.db"));
  const { text, interrupt } = onTerminal(shop, ...args);
  await until(() => parts(copies).length > 0, "the part of the backup");
  await interrupt();
  lock?.close();
  expect(text()).toMatch(/^(?:\^C)?petstore: interrupted; no backup was written\r\n$/);
  expect(readdirSync(copies)).toEqual([]);
});

test("Ctrl-C in a restore leaves the database as it was, and no part of the backup", async () => {
  using shop = openShop();
  await fill(shop.url, 10);
  await shop.run("backup", "backup.db");
  const before = readFileSync(shop.file("shop.db"));
  const { pid, text, interrupt } = onTerminal(shop, "restore", "--force", "backup.db");
  // The restore overwrites this file with the backup, and then waits for the lock.
  const part = `${shop.file("shop.db")}.${pid}.part`;
  copyFileSync(shop.file("backup.db"), part);
  const lock = lockExclusively(part);
  utimesSync(part, 0, 0);
  await until(() => statSync(part).mtimeMs > 0, "the copy of the backup");
  await interrupt();
  lock?.close();
  expect(text()).toMatch(/^(?:\^C)?petstore: interrupted; nothing was restored\r\n$/);
  expect(parts(shop.path)).toEqual([]);
  expect(readFileSync(shop.file("shop.db"))).toEqual(before);
});

test("Ctrl-C in a copy clears the bar and says that the same command continues, which it does", async () => {
  using shop = openShop();
  await fill(shop.url, PETS / 2);
  const args = ["copy", "--from", shop.url, "--to", shop.urlOf("target.db")];
  const { text, interrupt } = onTerminal(shop, ...args);
  await until(() => text().includes("copying pets: "), "the bar of the copy");
  expect(await interrupt()).toBe(
    "petstore: interrupted; run the same command again to continue. Until the copy is complete, no service starts on it\r\n",
  );
  expect(parts(shop.path)).toEqual([]);
  expect(await shop.run(...args)).toMatchObject({
    stdout: expect.stringContaining("Copied and verified"),
    stderr: expect.stringContaining("continuing an interrupted copy"),
  });
});
