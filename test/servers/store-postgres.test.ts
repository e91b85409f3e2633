import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { SQL } from "bun";
import type { Store } from "../../src/core/ports.ts";
import { openEngine, openStore } from "../../src/store/index.ts";
import { postgresMigrations } from "../../src/store/migrations.ts";
import { type Open, storeConformance } from "../store/conformance.ts";
import { searchRules } from "../store/search-rules.ts";
import { addPet, NOON, rex } from "../support/harness.ts";
import { sharedPostgres } from "../support/postgres.ts";

// A database server is slow on a busy machine.
setDefaultTimeout(60_000);

type Options = Parameters<typeof openStore>[2];

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

/** Opens stores on one new database, and a connection beside them. */
async function openServer(options: Options = {}) {
  const url = await createMigrated();
  const beside = new SQL(url, { max: 1, bigint: true });
  const stores: Store[] = [];
  const another = async (other: Options = {}) => {
    const store = await openStore(url, NOON, { connections: 5, ...other });
    stores.push(store);
    return store;
  };
  const store = await another(options);
  return {
    url,
    beside,
    store,
    another: () => another(options),
    async [Symbol.asyncDispose]() {
      for (const opened of stores) await opened.close();
      await beside.close();
    },
  };
}

const open: Open = (observer) => openServer(observer && { observer });

storeConformance("PostgreSQL", open);

describe("PostgreSQL", () => searchRules(open));

describe("PostgreSQL: the database", () => {
  test("accepts ids of another server, of 18 digits and in any order", async () => {
    await using server = await openServer();
    const ids = [987654321098765432n, 1n, 123456789012345678n];
    for (const id of ids) {
      await server.beside`
        insert into pets (id, name, category_id, status, quantity) values (${id}, 'Rex', 7, 'available', 1)`;
    }
    const sorted = [1n, 123456789012345678n, 987654321098765432n];
    expect((await server.store.pets.list({}, { after: 0n, limit: 9 })).items.map((pet) => pet.id)).toEqual(sorted);
    expect(await server.store.pets.find(123456789012345678n)).toEqual({ id: 123456789012345678n, ...rex });
  });

  test("is migrated once by many stores that open it at the same time", async () => {
    const url = await (await sharedPostgres()).createDatabase();
    const opening = Array.from({ length: 8 }, () => openStore(url, NOON, { connections: 1 }));
    const stores = await Promise.all(opening);
    const beside = new SQL(url, { max: 1 });
    const versions: { version: number }[] = await beside`select version from schema_migrations order by 1`;
    expect(versions.map(({ version }) => version)).toEqual(postgresMigrations.map(({ version }) => version));
    await Promise.all([beside, ...stores].map((opened) => opened.close()));
  });
});

describe("PostgreSQL: the version", () => {
  test("is undefined: there is no cheap one", async () => {
    await using server = await openServer();
    expect(server.store.version()).toBeUndefined();
  });
});

describe("PostgreSQL: the planner", () => {
  test("neither sorts, compiles nor plans again in the sessions of the service", async () => {
    await using server = await openServer();
    const engine = openEngine(server.url);
    const settings = await engine.sql`
      select name, setting from pg_settings where name in ('enable_sort', 'jit', 'plan_cache_mode') order by name`;
    expect(settings).toEqual([
      { name: "enable_sort", setting: "off" },
      { name: "jit", setting: "off" },
      { name: "plan_cache_mode", setting: "force_generic_plan" },
    ]);
    await engine.close();
  });
});

describe("PostgreSQL: writers", () => {
  test("a reader does not wait for a writer", async () => {
    await using server = await openServer();
    const { id } = await addPet(server.store);
    await server.beside.begin(async (held) => {
      await held`update pets set quantity = 9`;
      expect(await server.store.inventory.list({ after: 0n, limit: 1 })).toMatchObject([{ petId: id, quantity: 1 }]);
    });
    expect(await server.store.inventory.list({ after: 0n, limit: 1 })).toMatchObject([{ quantity: 9 }]);
  });
});

describe("PostgreSQL: a foreign database", () => {
  /** Checks that the database is refused with this message and that nothing in it changes. */
  async function expectRefused(url: string, message: RegExp): Promise<void> {
    const beside = new SQL(url, { max: 1 });
    const contents = () =>
      beside`select table_name from information_schema.tables where table_schema = current_schema() order by 1`;
    const before = await contents();
    await expect(openStore(url, NOON)).rejects.toThrow(message);
    expect(await contents()).toEqual(before);
    await beside.close();
  }

  test("is refused and unchanged when a newer program wrote it", async () => {
    await using server = await openServer();
    await server.beside`insert into schema_migrations (version, name, applied_at) values (999, 'later', 0)`;
    await expectRefused(server.url, /schema version 999, this program knows versions up to \d+: use the newer program/);
  });

  for (const [owner, table] of [
    ["has pets of another program", "pets"],
    ["has other tables of another program", "invoices"],
  ] as const) {
    test(`is refused and unchanged when it ${owner}`, async () => {
      const url = await (await sharedPostgres()).createDatabase();
      const other = new SQL(url, { max: 1 });
      await other.unsafe(`create table ${table} (id integer primary key)`);
      await other.close();
      await expectRefused(
        url,
        new RegExp(`tables of another program \\(${table}\\): use a separate database for petstore`),
      );
    });
  }
});
