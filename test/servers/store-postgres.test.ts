import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import { openStore } from "../../src/store/index.ts";
import { postgresMigrations } from "../../src/store/schema/migrations.ts";
import { type Open, openAt, rulesOn, storeConformance } from "../store/conformance.ts";
import { foreignRules } from "../store/foreign-rules.ts";
import { searchRules } from "../store/search-rules.ts";
import { wordRules } from "../store/word-rules.ts";
import { addPet, NOON } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";

// A database server is slow on a busy machine.
setDefaultTimeout(60_000);

let migrated: Promise<string> | undefined;

/** A database without rows: to copy one takes a fifth of the time that migrations take. */
async function createMigrated(): Promise<string> {
  const server = await sharedPostgres();
  migrated ??= server.createDatabase().then(async (url) => {
    await (await openStore(url, NOON, { connections: 1 })).close();
    return url;
  });
  return server.createDatabase(await migrated);
}

/** Opens stores on one new database. */
const open: Open = async (observer) =>
  openAt(await createMigrated(), { connections: 5, ...(observer && { observer }) });

storeConformance("PostgreSQL", open);

describe("PostgreSQL", () => {
  const rule = rulesOn(open);
  searchRules(open);
  wordRules(open);

  test("is migrated once by many stores that open it at the same time", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const opening = Array.from({ length: 8 }, () => openStore(url, NOON, { connections: 1 }));
    const stores = await Promise.all(opening);
    await using beside = new SQL(url, { max: 1 });
    const versions: { version: number }[] = await beside`
      select version from schema_steps order by version`;
    expect(versions.map(({ version }) => version)).toEqual(postgresMigrations.map(({ version }) => version));
    for (const store of stores) await store.close();
  });

  rule("has no version: there is no cheap one", async ({ store }) => {
    expect(store.version()).toBeUndefined();
  });

  rule("neither sorts, compiles nor plans again in the sessions of the service", async ({ sql }) => {
    const settings = await sql`
      select name, setting from pg_settings where name in ('enable_sort', 'jit', 'plan_cache_mode') order by name`;
    expect(settings).toEqual([
      { name: "enable_sort", setting: "off" },
      { name: "jit", setting: "off" },
      { name: "plan_cache_mode", setting: "force_generic_plan" },
    ]);
  });

  rule("tells the server to give up a connection whose client it has not reached for a minute", async ({ sql }) => {
    const settings = await sql`
      select name, setting from pg_settings where name like 'tcp\_%' order by name`;
    expect(settings).toEqual([
      { name: "tcp_keepalives_count", setting: "3" },
      { name: "tcp_keepalives_idle", setting: "30" },
      { name: "tcp_keepalives_interval", setting: "10" },
      { name: "tcp_user_timeout", setting: "60000" },
    ]);
  });

  rule("lets no reader wait for a writer", async ({ url, store }) => {
    const { id } = await addPet(store);
    await using beside = new SQL(url, { max: 1 });
    await beside.begin(async (held) => {
      await held`update pets set quantity = 9`;
      expect(await store.inventory.find(id)).toMatchObject({ quantity: 1 });
    });
    expect(await store.inventory.find(id)).toMatchObject({ quantity: 9 });
  });
});

describe("PostgreSQL: a foreign database", () => {
  foreignRules(async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const beside = new SQL(url, { max: 1 });
    const contents = () =>
      beside`select table_name from information_schema.tables where table_schema = current_schema() order by 1`;
    return { url, contents, [Symbol.asyncDispose]: () => beside.close() };
  });
});
