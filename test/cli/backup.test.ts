import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { openStore } from "../../src/store/index.ts";
import { NOON } from "../harness.ts";
import { startProgram, until } from "../program.ts";
import { fill, openFolder } from "./folder.ts";

test("a backup taken under write load has everything that was acknowledged before it began", async () => {
  using shop = openFolder();
  const key = "a-key-for-tests-with-32-characters-or-more";
  const env = { DATABASE_URL: shop.url("live.db"), PETSTORE_API_KEY: key, RATE_LIMIT: "0", LOG_LEVEL: "silent" };
  await using service = await startProgram({ cwd: shop.path, env });
  const client = service.as(key);
  const acknowledged: bigint[] = [];
  let isOver = false;
  const writers = Array.from({ length: 8 }, async () => {
    while (!isOver) {
      const answer = await client.createPet({ body: { name: "Rex", categoryId: 7n } });
      if (answer.ok) acknowledged.push(answer.body.id);
    }
  });
  await until(() => acknowledged.length >= 300, "300 animals");

  const before = [...acknowledged];
  const backup = await shop.petstore(shop.url("live.db"), "backup", "backup.db");
  const during = acknowledged.length;
  isOver = true;
  await Promise.all(writers);
  await service.stop("SIGTERM");
  expect(backup).toMatchObject({ exitCode: 0, stderr: "" });
  expect(during).toBeGreaterThan(before.length);
  expect(statSync(shop.file("backup.db")).mode & 0o777).toBe(0o600);

  expect(await shop.petstore(shop.url("new/petstore.db"), "restore", "backup.db")).toMatchObject({ exitCode: 0 });
  const count = Number(/and verified ([\d,]+) animals/.exec(backup.stdout)?.[1]?.replaceAll(",", ""));
  const store = await openStore(shop.url("new/petstore.db"), NOON);
  const restored = await store.pets.list({}, { after: 0n, limit: 1_000_000 });
  const stock = await store.inventory.list({ after: 0n, limit: 1_000_000 });
  await store.close();
  expect([restored.length, stock.length]).toEqual([count, count]);
  const ids = new Set(restored.map(({ id }) => id));
  expect(before.filter((id) => !ids.has(id))).toEqual([]);
  expect(await shop.petstore(shop.url("new/petstore.db"), "doctor")).toMatchObject({ exitCode: 0 });
});

test("a backup never overwrites a file, and leaves nothing behind when it fails", async () => {
  using shop = openFolder();
  await fill(shop.url("live.db"), 1);
  writeFileSync(shop.file("taken"), "mine");
  const taken = await shop.petstore(shop.url("live.db"), "backup", "taken");
  expect(taken.stderr).toContain("is there already");
  expect(taken.exitCode).toBe(1);
  expect(readFileSync(shop.file("taken"), "utf8")).toBe("mine");

  const missing = await shop.petstore(shop.url("none.db"), "backup", "b");
  expect(missing.stderr).toContain(`there is no database at ${shop.file("none.db")}`);
  expect(missing.exitCode).toBe(1);
  expect(readdirSync(shop.path).filter((name) => !name.startsWith("live.db"))).toEqual(["taken"]);
});

test("restore refuses what is damaged, not ours, newer or in use, and changes nothing", async () => {
  using shop = openFolder();
  const url = shop.url("live.db");
  await fill(url, 2000);
  await shop.petstore(url, "backup", "good.db");
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
    "no backup": (path) => writeFileSync(`${path}-wal`, "log"),
  };
  for (const [index, damage] of Object.values(damages).entries()) {
    copyFileSync(shop.file("good.db"), shop.file(`bad${index}`));
    damage(shop.file(`bad${index}`));
  }
  const before = readFileSync(shop.file("live.db"));
  const names = readdirSync(shop.path).sort();
  for (const [index, reason] of Object.keys(damages).entries()) {
    const refused = await shop.petstore(url, "restore", `bad${index}`, "--force");
    expect(refused.stderr).toContain(reason);
    expect([reason, refused.exitCode, refused.stdout]).toEqual([reason, 1, ""]);
  }
  const unforced = await shop.petstore(url, "restore", "good.db");
  expect(unforced.stderr).toContain("--force");
  expect(unforced.exitCode).toBe(1);
  expect(readFileSync(shop.file("live.db")).equals(before)).toBeTrue();
  expect(readdirSync(shop.path).sort()).toEqual(names);
});

test("restore refuses to replace a database that a service has open", async () => {
  using shop = openFolder();
  await using service = await startProgram({ cwd: shop.path, env: { DATABASE_URL: shop.url("live.db") } });
  await shop.petstore(shop.url("live.db"), "backup", "good.db");
  const inUse = await shop.petstore(shop.url("live.db"), "restore", "good.db", "--force");
  expect(inUse.stderr).toContain("stop the service first");
  expect(inUse.exitCode).toBe(1);
  expect((await fetch(`${service.origin}/readyz`)).status).toBe(200);

  await service.stop("SIGKILL");
  expect(await shop.petstore(shop.url("live.db"), "restore", "good.db", "--force")).toMatchObject({ exitCode: 0 });
});

test("restore --force keeps the database that was there, also a damaged one", async () => {
  using shop = openFolder();
  await fill(shop.url("live.db"), 3);
  await shop.petstore(shop.url("live.db"), "backup", "good.db");
  chmodSync(shop.file("good.db"), 0o400);
  writeFileSync(shop.file("live.db"), "damaged ".repeat(1024));
  writeFileSync(shop.file("live.db-wal"), "its log");
  const restored = await shop.petstore(shop.url("live.db"), "restore", "good.db", "--force");
  expect(restored).toMatchObject({ exitCode: 0, stderr: "" });
  const kept = /kept as (\S+)/.exec(restored.stdout)?.[1] ?? "";
  expect(readFileSync(kept, "utf8")).toStartWith("damaged");
  expect(readFileSync(`${kept}-wal`, "utf8")).toBe("its log");
  expect(existsSync(shop.file("live.db-wal"))).toBeFalse();
  const store = await openStore(shop.url("live.db"), NOON);
  expect(await store.pets.list({}, { after: 0n, limit: 10 })).toHaveLength(3);
  await store.close();
});

test("on PostgreSQL backup and restore name the server's own tools, and show no password", async () => {
  using shop = openFolder();
  const url = "postgres://user:secret@127.0.0.1:1/petstore";
  for (const [command, tool] of Object.entries({ backup: "pg_dump", restore: "pg_restore" })) {
    const refused = await shop.petstore(url, command, "file");
    expect([refused.exitCode, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(tool);
    expect(refused.stderr).not.toContain("secret");
  }
});
