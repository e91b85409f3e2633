import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { restore } from "../../src/commands/backup/backup-command.ts";
import { keepAdding, nothingTold, QUIET } from "../faults/writers.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { NOON } from "../support/harness.ts";
import { startProgram, until } from "../support/program.ts";
import { testWhere } from "../support/system-tool.ts";
import { damage, fill, openShop, refused, withStore } from "./folder.ts";

test("a backup taken under write load has every write that was acknowledged before it began", async () => {
  using shop = openShop();
  await using service = await startProgram({ cwd: shop.path, env: { ...QUIET, DATABASE_URL: shop.url } });
  const told = nothingTold();
  const writers = Array.from({ length: 8 }, (_, writer) => keepAdding(service, `${writer}`, told));
  await until(() => told.acknowledged.size >= 300, "300 pets");

  const before = [...told.acknowledged.keys()];
  const backup = await shop.run("backup", "backup.db");
  expect(told.acknowledged.size).toBeGreaterThan(before.length);
  await service.stop("SIGTERM");
  await Promise.all(writers);
  expect(backup).toMatchObject({ exitCode: 0, stderr: "" });
  expect(statSync(shop.file("backup.db")).mode & 0o777).toBe(0o600);

  const url = shop.urlOf("new/petstore.db");
  expect(await shop.petstore(url, "restore", "backup.db")).toMatchObject({ exitCode: 0 });
  const count = Number(/and verified ([\d,]+) pets/.exec(backup.stdout)?.[1]?.replaceAll(",", ""));
  const all = { after: 0n, limit: 1_000_000 };
  const [pets, stock] = await withStore(url, (store) =>
    Promise.all([store.pets.list({}, all), store.inventory.list(all)]),
  );
  expect([pets.items.length, stock.length]).toEqual([count, count]);
  const ids = new Set(pets.items.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  expect(await shop.petstore(url, "doctor")).toMatchObject({ exitCode: 0 });
});

test("a backup and its restore count what they contain, and ids continue", async () => {
  using shop = openShop();
  await fill(shop.url, 2);
  const large = crypto.getRandomValues(new Uint8Array(60_000));
  const sold = { name: "Gone", categoryId: 1n, status: "sold" } as const;
  const gone = await withStore(shop.url, (store) =>
    store.transaction(async ({ pets, photos, orders, categories }) => {
      await photos.insert(photoOf(1n), { ...FILES, large });
      await categories.insert({ name: "Dogs" });
      await categories.insert({ name: "Cats" });
      await orders.insert({ petId: 1n, quantity: 1 });
      const { id } = await pets.insert(sold, 0, NOON);
      await pets.delete(id);
      return id;
    }),
  );
  expect((await shop.run("backup", "backup.db")).stdout).toContain(
    "2 pets, 1 profile, 0 pairs, 1 order, 0 returns, 0 receipts, 0 care entries, 0 inquiries, 2 categories, 2 stock changes, 1 photo, 0 API keys, 0 invitations, 0 imports, 0 webhooks, 0 webhook messages (",
  );
  const url = shop.urlOf("new.db");
  expect((await shop.petstore(url, "restore", "backup.db")).stdout).toContain("2 categories");
  await withStore(url, async ({ transaction, photos }) => {
    expect((await transaction(({ pets }) => pets.insert(sold, 0, NOON))).id).toBe(gone + 1n);
    expect(await photos.file(photoOf(1n).token, "large")).toEqual(large);
  });
});

test("a backup never overwrites a file and leaves nothing behind when it fails", async () => {
  using shop = openShop();
  await fill(shop.url, 1);
  writeFileSync(shop.file("taken"), "mine");
  expect(await shop.run("backup", "taken")).toEqual(refused(2, "already exists"));
  expect(readFileSync(shop.file("taken"), "utf8")).toBe("mine");

  const missing = shop.urlOf("none.db");
  expect(await shop.petstore(missing, "backup", "b")).toEqual(refused(2, `no database at ${missing}`));
  expect(readdirSync(shop.path).filter((name) => !name.startsWith("shop.db"))).toEqual(["taken"]);
});

test("a file where a folder is expected, or the reverse, and a missing folder are named", async () => {
  using shop = openShop();
  await fill(shop.url, 1);
  await shop.run("backup", "good.db");
  writeFileSync(shop.file("file"), "");
  mkdirSync(shop.file("folder"));
  for (const [args, exitCode, message] of [
    [["backup", "none/b.db"], 2, `no such folder: ${shop.file("none")}: create it`],
    [["backup", "file/b.db"], 2, `no such folder: ${shop.file("file")}: create it`],
    [["backup", "shop.db-journal"], 2, "expected a name with another end"],
    [["export", "none/pets.csv"], 2, `no such folder: ${shop.file("none")}: create it`],
    [["export", "--for", "petfinder", "none/pets.csv"], 2, `no such folder: ${shop.file("none")}: create it`],
    [["export", "pets.csv", "--photos", "file"], 2, "expected a new or empty folder; file is a file"],
    [["import", "--photos", "file"], 1, "expected a folder with photos; file is a file"],
    [["restore", "folder", "--force"], 2, "folder is not a regular file"],
    [["restore", "/dev/null", "--force"], 2, "/dev/null is not a regular file"],
  ] as const) {
    expect(await shop.run(...args)).toEqual(refused(exitCode, message));
  }
  expect(existsSync(shop.file("pets.csv"))).toBeFalse();
});

test("restore refuses a file that is damaged, not ours, newer or in use, and changes nothing", async () => {
  using shop = openShop();
  await fill(shop.url, 2000);
  await shop.run("backup", "good.db");
  const change = (sql: string) => (path: string) => {
    using database = new Database(path);
    database.run(sql);
  };
  const damages: Record<string, (path: string) => void> = {
    "is damaged": damage,
    "is damaged or not a SQLite database": (path) => writeFileSync(path, "no database"),
    "damaged or": (path) => writeFileSync(path, readFileSync(path).subarray(0, 20_000)),
    "not a petstore database": change("drop table schema_steps"),
    "schema version 9999": change("update schema_steps set version = 9999, needs = 9999"),
    "from a milestone before release 1.3": change("alter table schema_steps rename to schema_migrations"),
    "the column note of care is missing": change("alter table care drop column note"),
    "an unfinished copy": change("create table unfinished_copy (source text)"),
    "not a backup": (path) => writeFileSync(`${path}-wal`, "log"),
  };
  for (const [index, spoil] of Object.values(damages).entries()) {
    copyFileSync(shop.file("good.db"), shop.file(`bad${index}`));
    spoil(shop.file(`bad${index}`));
  }
  const before = readFileSync(shop.file("shop.db"));
  const names = readdirSync(shop.path).sort();
  for (const [index, reason] of Object.keys(damages).entries()) {
    expect(await shop.run("restore", `bad${index}`, "--force")).toEqual(refused(1, reason));
  }
  expect(await shop.run("restore", "none")).toEqual(refused(2, "petstore: no such file: none\n"));
  expect(await shop.run("restore", "good.db")).toEqual(refused(1, "--force"));
  expect(readFileSync(shop.file("shop.db")).equals(before)).toBeTrue();
  expect(readdirSync(shop.path).sort()).toEqual(names);
});

test("restore refuses to replace a database that a service has open", async () => {
  using shop = openShop();
  await using service = await startProgram({ cwd: shop.path, env: { DATABASE_URL: shop.url } });
  await shop.run("backup", "good.db");
  expect(await shop.run("restore", "good.db", "--force")).toEqual(refused(1, "stop the service first"));
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);

  await service.stop("SIGKILL");
  expect(await shop.run("restore", "good.db", "--force")).toMatchObject({ exitCode: 0 });
});

test("restore --force keeps the previous database, even a damaged one", async () => {
  using shop = openShop();
  await fill(shop.url, 3);
  await shop.run("backup", "good.db");
  chmodSync(shop.file("good.db"), 0o400);
  writeFileSync(shop.file("shop.db"), "damaged ".repeat(1024));
  writeFileSync(shop.file("shop.db-wal"), "its log");
  // Left by a restore that was killed.
  writeFileSync(shop.file(`shop.db.${2 ** 31 - 1}.part`), "half");
  const restored = await shop.run("restore", "good.db", "--force");
  expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
  const kept = /kept as (\S+)/.exec(restored.stdout)?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toStartWith("damaged");
  expect(readFileSync(`${kept}-wal`, "utf8")).toBe("its log");
  expect(existsSync(shop.file("shop.db-wal"))).toBeFalse();
  expect(readdirSync(shop.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(await shop.pets()).toHaveLength(3);
});

test("restores within one second each keep the database that they replace", async () => {
  using shop = openShop();
  await fill(shop.url, 3);
  await shop.run("backup", "good.db");
  const { signal } = new AbortController();
  const restored = async () => (await restore(shop.url, shop.file("good.db"), true, { now: NOON, signal })).keptAs;
  const kept = [await restored(), await restored()];
  expect(kept).toEqual([kept[0], `${kept[0]}-2`]);
  for (const file of kept) expect(existsSync(file ?? "")).toBeTrue();
});

testWhere(
  process.getuid?.() === 0,
  "only root can restore for others",
  "root restores for the owner of the database or its folder",
  async () => {
    using shop = openShop();
    await fill(shop.url, 3);
    await shop.run("backup", "good.db");
    mkdirSync(shop.file("new"));
    for (const [owned, name, gid] of [
      ["shop.db", "shop.db", 23456],
      ["new", "new/petstore.db", 34567],
    ] as const) {
      chownSync(shop.file(owned), 12345, gid);
      expect(await shop.petstore(shop.urlOf(name), "restore", "good.db", "--force")).toMatchObject({ exitCode: 0 });
      const { uid, gid: group, mode } = statSync(shop.file(name));
      expect([uid, group, mode & 0o777]).toEqual([12345, gid, 0o600]);
    }
  },
);

testWhere(
  process.getuid?.() === 0,
  "only root can make files for others",
  "what root's commands put beside a database belongs to its owner",
  async () => {
    using shop = openShop();
    await fill(shop.url, 3);
    for (const name of readdirSync(shop.path)) if (name !== "shop.db") rmSync(shop.file(name), { recursive: true });
    chownSync(shop.file("shop.db"), 12345, 23456);
    expect(await shop.run("backup", "good.db")).toMatchObject({ exitCode: 0 });
    expect(await shop.run("doctor")).toMatchObject({ exitCode: 0 });
    const beside = readdirSync(shop.path).filter((name) => name.startsWith("shop.db"));
    expect(beside).toContain("shop.db-shown");
    expect(beside).toContain("shop.db.last-backup");
    for (const name of beside) expect([name, statSync(shop.file(name)).uid]).toEqual([name, 12345]);
  },
);

test.each([
  ["backup", "pg_dump"],
  ["restore", "pg_restore"],
])("on PostgreSQL %s names PostgreSQL's own tool, %s, and shows no password", async (command, tool) => {
  using shop = openShop();
  const run = await shop.petstore("postgres://user:secret@127.0.0.1:1/petstore", command, "file");
  expect(run).toEqual(refused(2, tool));
  expect(run.stderr).not.toContain("secret");
});
