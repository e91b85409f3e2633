/* Ctrl-C in an import and an export, as a person at a terminal sees it. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { openEngine, openSchema } from "../../src/store/index.ts";
import { fill, openFolder } from "../cli/folder.ts";
import { NOON } from "../harness.ts";
import { SOURCE, until } from "../program.ts";

const PETS = 100_000;
const CLEAR = "\r\x1b[K";

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
  expect(readdirSync(folder.path).filter((name) => name.includes(".part"))).toEqual([]);
}, 60_000);
