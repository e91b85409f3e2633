/* Of which servers the version of the store is told, and what would bring an old one back. The rest is in the conformance suite. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import type { Store, Version } from "../src/core/ports.ts";
import { openStore } from "../src/store/index.ts";
import { NOON } from "./harness.ts";
import { sharedPostgres, startPostgres } from "./postgres.ts";
import { until } from "./program.ts";

setDefaultTimeout(60_000);

const rex = { name: "Rex", categoryId: 7n, status: "available" } as const;
const add = (store: Store) => store.transaction(({ pets }) => pets.insert(rex, 1));

describe("a server", () => {
  const opened: { close(): Promise<unknown> }[] = [];
  afterAll(() => Promise.all(opened.map((each) => each.close())));
  let database: Promise<{ url: string; sql: SQL }> | undefined;
  let schemas = 0;

  async function createDatabase() {
    const url = await (await sharedPostgres()).createDatabase();
    const sql = new SQL(url, { max: 1 });
    opened.push(sql);
    return { url, sql };
  }

  /** The version of a store on a server that has these definitions (`create ...`) instead of PostgreSQL's own. */
  async function versionWith(...definitions: readonly string[]) {
    const { url, sql } = await (database ??= createDatabase());
    const schema = `other_${++schemas}`;
    await sql.unsafe(`create schema ${schema}`);
    for (const definition of definitions) await sql.unsafe(definition.replace("@", schema));
    const path = `-c search_path=public,${schema},pg_catalog`;
    const store = await openStore(`${url}?options=${encodeURIComponent(path)}`, NOON, { connections: 2 });
    opened.push(store);
    expect(await store.pets.list({}, { after: 0n, limit: 1 })).toEqual([]);
    return store.version();
  }

  const named = (name: string) => `create function @.version() returns text language sql as $$ select '${name}' $$`;
  const failing = (definition: string) =>
    `create function @.${definition} language plpgsql as $$ begin raise 'not supported'; end $$`;

  for (const name of [
    "PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit",
    "PostgreSQL 15.14 (Debian 15.14-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
    "PostgreSQL 17.2 (Homebrew) on aarch64-apple-darwin24.2.0, compiled by Apple clang version 16.0.0 (clang-1600.0.26.4), 64-bit",
    "PostgreSQL 19beta1 on x86_64-windows, compiled by msvc-19.44.35209, 64-bit",
  ]) {
    test(`is PostgreSQL, and its version is told: ${name}`, async () => {
      expect(await versionWith(named(name))).toMatch(/^[0-9a-f]{64}$/);
    });
  }

  for (const name of [
    "CockroachDB CCL v25.2.1 (x86_64-pc-linux-gnu, built 2025/06/04 16:01:58, go1.23.7)",
    "PostgreSQL 15.12-YB-2025.1.0.1-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit",
    "PostgreSQL 12.12 (Greenplum Database 7.1.0 build commit:e7c2b1f14b) on x86_64-pc-linux-gnu, compiled by gcc (GCC) 8.5.0, 64-bit compiled on Jan 19 2024",
    "PostgreSQL 17.5 (6bc9ef8) on aarch64-unknown-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit",
    "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017, Redshift 1.0.66954",
    "PostgreSQL 16",
    "PostgreSQL 14.19 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 11.5.0, 64-bit",
    "",
  ]) {
    test(`may be another one, and its version is not told: ${name}`, async () => {
      expect(await versionWith(named(name))).toBeUndefined();
    });
  }

  for (const [what, definition] of [
    ["has the extension of Citus", "create view @.pg_extension as select 'citus'::name as extname"],
    ["has the function of Aurora", "create view @.pg_proc as select 'aurora_version'::name as proname"],
    ["has the settings of AlloyDB", "create view @.pg_settings as select 'alloydb.enable_x' as name"],
    ["only reads", "create function @.pg_is_in_recovery() returns boolean language sql as $$ select true $$"],
    ["does not say what it is", failing("version() returns text")],
    ["has no snapshots", failing("pg_current_snapshot() returns text")],
    ["has no log", failing("pg_current_wal_lsn() returns pg_lsn")],
    ["has no statistics", "create view @.pg_stat_bgwriter as select null::timestamptz as stats_reset"],
  ] as const) {
    test(`that ${what} starts, and its version is not told`, async () => {
      expect(await versionWith(definition)).toBeUndefined();
    });
  }
});

/** The version; undefined, too, when a connection was lost: a look is not tried again. */
async function told(store: Store): Promise<Version | undefined> {
  try {
    return await store.version();
  } catch {
    return undefined;
  }
}

/** A store on a server of its own. */
async function openAlone(settings: readonly string[] = []) {
  const server = await startPostgres(settings);
  const url = await server.createDatabase();
  const store = await openStore(url, NOON, { connections: 3 });
  return {
    server,
    url,
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      await server.stop();
    },
  };
}

/** Ends one process of the server with SIGKILL: PostgreSQL ends all others, recovers, and goes on. */
async function crash(url: string): Promise<void> {
  const [victim, witness] = [new SQL(url, { max: 1 }), new SQL(url, { max: 1 })];
  const pidOf = async (sql: SQL) => {
    const [row]: { pid: number }[] = await sql`select pg_backend_pid() as pid`;
    return row?.pid ?? 0;
  };
  const before = await pidOf(witness);
  process.kill(await pidOf(victim), "SIGKILL");
  await until(
    async () => (await pidOf(witness).catch(() => before)) !== before,
    "a process of the server after the recovery",
  );
  for (const sql of [victim, witness]) await sql.close({ timeout: 0 });
}

/** The number that comes after those of all transactions that have ended. */
async function nextNumber(url: string): Promise<string> {
  await using sql = new SQL(url, { max: 1 });
  const [row]: { number: string }[] = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as number`;
  return row?.number ?? "";
}

test("no version comes back after a crash, though transactions get the numbers of those that were lost", async () => {
  // What is rolled back is not on disk until the log is written: not before the crash.
  await using alone = await openAlone(["wal_writer_delay=10s"]);
  const { store, url } = alone;
  await add(store);
  const beside = new SQL(url, { max: 1 });
  const rolledBack = beside.begin(async (lost) => {
    await lost`update pets set quantity = 9`;
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow("rolled back");
  await beside.close();
  const [number, version] = [await nextNumber(url), await told(store)];
  expect(version).toBeString();

  await crash(url);
  await add(store);
  expect(await nextNumber(url)).toBe(number);
  await until(async () => (await told(store)) !== undefined, "a version");
  expect(await told(store)).not.toBe(version);
});

test("a transaction that was begun before others and ends after them changes the version too", async () => {
  const url = await (await sharedPostgres()).createDatabase();
  const store = await openStore(url, NOON, { connections: 3 });
  const beside = new SQL(url, { max: 1 });
  const { id } = await add(store);
  let version: unknown;
  await beside.begin(async (early) => {
    await early`update pets set quantity = 9 where id = ${id}`;
    await add(store);
    version = await store.version();
    expect(await store.version()).toBe(version as string);
  });
  expect(await store.version()).not.toBe(version as string);
  await Promise.all([store, beside].map((opened) => opened.close()));
});

test("a server that stands still is not waited for: its version is not told, and is told again when it goes on", async () => {
  await using alone = await openAlone();
  const { store, server } = alone;
  const before = await store.version();
  expect(before).toBeString();
  server.signal("SIGSTOP");
  const askedAt = performance.now();
  expect(await store.version()).toBeUndefined();
  expect(performance.now() - askedAt).toBeLessThan(2000);
  server.signal("SIGCONT");
  await until(async () => (await told(store)) === before, "the version");
});
