import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { restore } from "../../src/ops/backup.ts";
import { openStore } from "../../src/store/index.ts";
import { FILES, photoOf } from "../support/examples.ts";
import { NOON } from "../support/harness.ts";
import { startProgram, until } from "../support/program.ts";
import { testWhere } from "../support/system-tool.ts";
import { fill, openFolder } from "./folder.ts";

test("a backup taken under write load has every write that was acknowledged before it began", async () => {
  using folder = openFolder();
  const key = "a-key-for-tests-with-32-characters-or-more";
  const env = { DATABASE_URL: folder.url("live.db"), PETSTORE_API_KEY: key, RATE_LIMIT: "0", LOG_LEVEL: "silent" };
  await using service = await startProgram({ cwd: folder.path, env });
  const client = service.as(key);
  const acknowledged: bigint[] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const response = await client.createPet({ body: { name: "Rex", categoryId: 7n } });
      if (response.ok) acknowledged.push(response.body.id);
    }
  });
  await until(() => acknowledged.length >= 300, "300 pets");

  const before = [...acknowledged];
  const backup = await folder.petstore(folder.url("live.db"), "backup", "backup.db");
  const during = acknowledged.length;
  isOver = true;
  await Promise.all(writers);
  await service.stop("SIGTERM");
  expect(backup).toMatchObject({ exitCode: 0, stderr: "" });
  expect(during).toBeGreaterThan(before.length);
  expect(statSync(folder.file("backup.db")).mode & 0o777).toBe(0o600);

  expect(await folder.petstore(folder.url("new/petstore.db"), "restore", "backup.db")).toMatchObject({ exitCode: 0 });
  const count = Number(/and verified ([\d,]+) pets/.exec(backup.stdout)?.[1]?.replaceAll(",", ""));
  const store = await openStore(folder.url("new/petstore.db"), NOON);
  const restored = (await store.pets.list({}, { after: 0n, limit: 1_000_000 })).items;
  const stock = await store.inventory.list({ after: 0n, limit: 1_000_000 });
  await store.close();
  expect([restored.length, stock.length]).toEqual([count, count]);
  const ids = new Set(restored.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  expect(await folder.petstore(folder.url("new/petstore.db"), "doctor")).toMatchObject({ exitCode: 0 });
});

test("a backup and its restore count what they contain, and ids continue", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 2);
  const live = await openStore(folder.url("live.db"), NOON);
  const large = crypto.getRandomValues(new Uint8Array(60_000));
  const gone = await live.transaction(async ({ pets, photos, orders, categories }) => {
    await photos.insert(photoOf(1n), { ...FILES, large });
    await categories.insert({ name: "Dogs" });
    await categories.insert({ name: "Cats" });
    await orders.insert({ petId: 1n, quantity: 1 });
    const { id } = await pets.insert({ name: "Gone", categoryId: 1n, status: "sold" }, 0, NOON);
    await pets.delete(id);
    return id;
  });
  await live.close();
  const { stdout } = await folder.petstore(folder.url("live.db"), "backup", "backup.db");
  expect(stdout).toContain(
    "2 pets, 1 profile, 1 order, 2 categories, 2 stock changes, 1 photo, 0 API keys, 0 invitations, 0 webhooks, 0 webhook messages (",
  );
  expect((await folder.petstore(folder.url("new.db"), "restore", "backup.db")).stdout).toContain("2 categories");
  const restored = await openStore(folder.url("new.db"), NOON);
  const pet = { name: "New", categoryId: 1n, status: "sold" } as const;
  expect((await restored.transaction(({ pets }) => pets.insert(pet, 0, NOON))).id).toBe(gone + 1n);
  expect(await restored.photos.file(photoOf(1n).token, "large")).toEqual(large);
  await restored.close();
});

test("a backup never overwrites a file and leaves nothing behind when it fails", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 1);
  writeFileSync(folder.file("taken"), "mine");
  const taken = await folder.petstore(folder.url("live.db"), "backup", "taken");
  expect(taken.stderr).toContain("already exists");
  expect(taken.exitCode).toBe(2);
  expect(readFileSync(folder.file("taken"), "utf8")).toBe("mine");

  const missing = await folder.petstore(folder.url("none.db"), "backup", "b");
  expect(missing.stderr).toContain(`no database at ${folder.url("none.db")}`);
  expect(missing.exitCode).toBe(2);
  expect(readdirSync(folder.path).filter((name) => !name.startsWith("live.db"))).toEqual(["taken"]);
});

test("restore refuses a file that is damaged, not ours, newer or in use, and changes nothing", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 2000);
  await folder.petstore(url, "backup", "good.db");
  const change = (sql: string) => (path: string) => {
    using database = new Database(path);
    database.run(sql);
  };
  const overwrite = (path: string) => {
    const file = openSync(path, "r+");
    writeSync(file, Buffer.alloc(600, 0xa5), 0, 600, 8192);
    closeSync(file);
  };
  const damages: Record<string, (path: string) => void> = {
    "is damaged": overwrite,
    "is damaged or not a SQLite database": (path) => writeFileSync(path, "no database"),
    "damaged or": (path) => writeFileSync(path, readFileSync(path).subarray(0, 20_000)),
    "not a petstore database": change("drop table schema_migrations"),
    "schema version 9999": change("update schema_migrations set version = 9999 where version = 1"),
    "an unfinished copy": change("create table unfinished_copy (source text)"),
    "not a backup": (path) => writeFileSync(`${path}-wal`, "log"),
  };
  for (const [index, damage] of Object.values(damages).entries()) {
    copyFileSync(folder.file("good.db"), folder.file(`bad${index}`));
    damage(folder.file(`bad${index}`));
  }
  const before = readFileSync(folder.file("live.db"));
  const names = readdirSync(folder.path).sort();
  for (const [index, reason] of Object.keys(damages).entries()) {
    const refused = await folder.petstore(url, "restore", `bad${index}`, "--force");
    expect(refused.stderr).toContain(reason);
    expect([reason, refused.exitCode, refused.stdout]).toEqual([reason, 1, ""]);
  }
  const absent = await folder.petstore(url, "restore", "none");
  expect(absent).toEqual({ exitCode: 2, stdout: "", stderr: "petstore: no such file: none\n" });
  const unforced = await folder.petstore(url, "restore", "good.db");
  expect(unforced.stderr).toContain("--force");
  expect(unforced.exitCode).toBe(1);
  expect(readFileSync(folder.file("live.db")).equals(before)).toBeTrue();
  expect(readdirSync(folder.path).sort()).toEqual(names);
});

test("restore refuses to replace a database that a service has open", async () => {
  using folder = openFolder();
  await using service = await startProgram({ cwd: folder.path, env: { DATABASE_URL: folder.url("live.db") } });
  await folder.petstore(folder.url("live.db"), "backup", "good.db");
  const inUse = await folder.petstore(folder.url("live.db"), "restore", "good.db", "--force");
  expect(inUse.stderr).toContain("stop the service first");
  expect(inUse.exitCode).toBe(1);
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);

  await service.stop("SIGKILL");
  expect(await folder.petstore(folder.url("live.db"), "restore", "good.db", "--force")).toMatchObject({ exitCode: 0 });
});

test("restore --force keeps the previous database, even a damaged one", async () => {
  using folder = openFolder();
  await fill(folder.url("live.db"), 3);
  await folder.petstore(folder.url("live.db"), "backup", "good.db");
  chmodSync(folder.file("good.db"), 0o400);
  writeFileSync(folder.file("live.db"), "damaged ".repeat(1024));
  writeFileSync(folder.file("live.db-wal"), "its log");
  // Left by a restore that was killed.
  writeFileSync(folder.file(`live.db.${2 ** 31 - 1}.part`), "half");
  const restored = await folder.petstore(folder.url("live.db"), "restore", "good.db", "--force");
  expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
  const kept = /kept as (\S+)/.exec(restored.stdout)?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toStartWith("damaged");
  expect(readFileSync(`${kept}-wal`, "utf8")).toBe("its log");
  expect(existsSync(folder.file("live.db-wal"))).toBeFalse();
  expect(readdirSync(folder.path).filter((name) => name.endsWith(".part"))).toEqual([]);
  const store = await openStore(folder.url("live.db"), NOON);
  expect((await store.pets.list({}, { after: 0n, limit: 10 })).items).toHaveLength(3);
  await store.close();
});

test("restores within one second each keep the database that they replace", async () => {
  using folder = openFolder();
  const url = folder.url("live.db");
  await fill(url, 3);
  await folder.petstore(url, "backup", "good.db");
  const { signal } = new AbortController();
  const restored = async () => (await restore(url, folder.file("good.db"), true, { now: NOON, signal })).keptAs;
  const kept = [await restored(), await restored()];
  expect(kept).toEqual([kept[0], `${kept[0]}-2`]);
  for (const file of kept) expect(existsSync(file ?? "")).toBeTrue();
});

const isRoot = process.getuid?.() === 0;

testWhere(
  isRoot,
  "only root can restore for others",
  "root restores for the owner of the database or its folder",
  async () => {
    using folder = openFolder();
    await fill(folder.url("live.db"), 3);
    await folder.petstore(folder.url("live.db"), "backup", "good.db");
    chownSync(folder.file("live.db"), 12345, 23456);
    mkdirSync(folder.file("new"));
    chownSync(folder.file("new"), 12345, 34567);
    for (const [name, gid] of [
      ["live.db", 23456],
      ["new/petstore.db", 34567],
    ] as const) {
      expect(await folder.petstore(folder.url(name), "restore", "good.db", "--force")).toMatchObject({ exitCode: 0 });
      const { uid, gid: group, mode } = statSync(folder.file(name));
      expect({ name, uid, group, mode: mode & 0o777 }).toEqual({ name, uid: 12345, group: gid, mode: 0o600 });
    }
  },
);

test("on PostgreSQL backup and restore name PostgreSQL's own tools and show no password", async () => {
  using folder = openFolder();
  const url = "postgres://user:secret@127.0.0.1:1/petstore";
  for (const [command, tool] of Object.entries({ backup: "pg_dump", restore: "pg_restore" })) {
    const refused = await folder.petstore(url, command, "file");
    expect([refused.exitCode, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(tool);
    expect(refused.stderr).not.toContain("secret");
  }
});
