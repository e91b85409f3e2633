import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { clock } from "../../src/runtime.ts";
import { openSchema } from "../../src/store/index.ts";
import { fill, kinds, openFolder } from "./folder.ts";

const DAY_MS = 86_400_000;

const checks = ["schema", "orphans", "feed", "webhooks", "keys expiry", "keys unused"];
const expected: Record<string, readonly string[]> = {
  SQLite: ["integrity", "size", "log", "disk", ...checks],
  PostgreSQL: ["integrity", "size", ...checks],
};

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`a healthy database has one line for each check, all ok, and exit code 0 (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 10);
    const { exitCode, stdout, stderr } = await folder.petstore(url, "doctor");
    const [head, ...lines] = stdout.trimEnd().split("\n");
    expect(head).not.toContain("test-secret");
    expect(lines.map((line) => line.split(/ {2,}/)[1])).toEqual([...(expected[kind] ?? [])]);
    expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
    expect([exitCode, stderr]).toEqual([0, ""]);
  });

  test(`keys without an expiry or unused for 90 days are named and are no failure (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "live.db");
    await fill(url, 1);
    for (const [name, expires] of [
      ["kiosk", "never"],
      ["till", "300d"],
    ] as const) {
      await folder.petstore(url, "keys", "create", "--name", name, "--scopes", "all", "--expires", expires);
    }
    const engine = await openSchema(url, clock());
    const long = clock() - 91 * DAY_MS;
    await engine.transaction(({ sql }) => sql`update api_keys set created_at = ${long} where name = 'till'`);
    await engine.close();
    const { exitCode, stdout } = await folder.petstore(url, "doctor");
    expect(stdout).toMatch(/^warn {2}keys expiry +1 of 2 usable keys without an expiry: kiosk \(\w+\)$/m);
    expect(stdout).toMatch(/^warn {2}keys unused +1 of 2 usable keys unused for 90 days: till \(\w+\)$/m);
    expect(exitCode).toBe(0);
  });
}

test("an order without its pet fails", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 1);
  {
    using database = new Database(folder.file("live.db"));
    database.run("pragma foreign_keys = off");
    database.run("insert into orders (id, pet_id, quantity, ship_date, complete) values (7, 4711, 1, 0, 0)");
  }
  const { exitCode, stdout } = await folder.petstore(folder.url("live.db"), "doctor");
  expect(stdout).toMatch(/^FAIL {2}orphans +row 7 of orders, and maybe others, refers to a missing row of pets/m);
  expect(exitCode).toBe(1);
});

test("a damaged, newer, missing or unreadable database and one of another program fail, and nothing is created", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 2000);
  const text = readFileSync(folder.file("live.db"));
  writeFileSync(folder.file("damaged.db"), text);
  const file = openSync(folder.file("damaged.db"), "r+");
  writeSync(file, Buffer.alloc(600, 0xa5), 0, 600, 8192);
  closeSync(file);
  writeFileSync(folder.file("newer.db"), text);
  {
    using newer = new Database(folder.file("newer.db"));
    newer.run("update schema_migrations set version = 9999 where version = 1");
    using other = new Database(folder.file("other.db"));
    other.run("create table theirs (x)");
  }
  const cases = {
    [folder.url("damaged.db")]: /^FAIL {2}(?:integrity|database) /m,
    [folder.url("newer.db")]: /^FAIL {2}schema +version 9999/m,
    [folder.url("other.db")]: /^FAIL {2}database +cannot be read: .*another program/m,
    [folder.url("none.db")]: /^FAIL {2}database +no such file/m,
    "postgres://user:secret@127.0.0.1:1/x": /^FAIL {2}database +cannot be read/m,
  };
  for (const [url, finding] of Object.entries(cases)) {
    const { exitCode, stdout, stderr } = await folder.petstore(url, "doctor");
    expect(stdout).toMatch(finding);
    expect(`${stdout}${stderr}`).not.toContain("secret");
    expect(exitCode).toBe(1);
  }
  expect(await Bun.file(folder.file("none.db")).exists()).toBeFalse();
}, 20_000);
