/* Empty databases for tests, on each engine that the service runs on: the same tests run on every one of them. */

import { Database } from "bun:sqlite";
import { test as bunTest } from "bun:test";
import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync, writeFileSync } from "node:fs";
import { SQL } from "bun";
import { openStore } from "../../src/store/index.ts";
import { emptyFolder } from "./folder.ts";
import { sharedPostgres } from "./postgres.ts";
import { startProxy } from "./proxy.ts";
import { isQuick } from "./tier.ts";

/** A database of a test's own. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** Changes the database behind the service's back. */
  sql(statements: string): Promise<void>;
  /** The rows of a table. */
  rows(table: string): Promise<unknown[]>;
  /** The rows of the tables that the interface shows, also when those have another name. */
  dump(): Promise<Record<string, unknown[]>>;
}

/** On a busy machine a database server takes its time. */
const PATIENCE_MS = 60_000;

/** A kind of database. */
export interface TestEngine {
  readonly name: string;
  /** Answers a database without rows: its schema may be there already. */
  open(): Promise<TestDatabase>;
}

/** The bytes of a database without rows: to write them takes a fraction of the time that migrations take. */
let empty: Promise<Uint8Array> | undefined;

async function emptyFile(): Promise<Uint8Array> {
  using folder = emptyFolder();
  const path = `${folder.path}/petstore.db`;
  await (await openStore(`sqlite://${path}`, 0)).close();
  return readFileSync(path);
}

const sqlite: TestEngine = {
  name: "SQLite",
  async open() {
    const folder = emptyFolder();
    const path = `${folder.path}/petstore.db`;
    writeFileSync(path, await (empty ??= emptyFile()));
    return {
      url: `sqlite://${path}`,
      async sql(statements) {
        using database = new Database(path);
        // The service may be writing.
        database.run("pragma busy_timeout = 10000");
        database.run(statements);
      },
      async rows(table) {
        using database = new Database(path, { readonly: true });
        return database.query(`select * from ${table}`).all();
      },
      async dump() {
        using database = new Database(path, { readonly: true });
        const tables = database
          .query<{ name: string }, []>("select name from sqlite_schema where type = 'table'")
          .all();
        const rows = tables
          .filter(({ name }) => isDumped(name))
          .map(({ name }) => [name, database.query(`select * from ${name} order by id`).all()]);
        return Object.fromEntries(rows);
      },
      async [Symbol.asyncDispose]() {
        folder[Symbol.dispose]();
      },
    };
  },
};

/** Such statements leave another schema than a new one. A table may be renamed, and get its name back. */
const CHANGES_SCHEMA = /\b(?:create|drop|alter (?!table \w+ rename)|schema_)/i;

/** Schemas that are clean again: to empty one takes a tenth of the time that it takes to make one. */
const clean: string[] = [];
let schemas = 0;
let emptying = "";
let administrator: SQL | undefined;

export const postgres: TestEngine = {
  name: "PostgreSQL",
  async open() {
    const server = await sharedPostgres();
    // What happens beside the service need not survive a crash.
    administrator ??= new SQL(`${server.url}?options=${encodeURIComponent("-c synchronous_commit=off")}`, { max: 1 });
    const admin = administrator;
    const schema = clean.pop() ?? (await newSchema(admin, server.url));
    const run = (statements: string) => admin.unsafe(`set search_path = ${schema}; ${statements}`).simple();
    let isAsItWas = true;
    return {
      url: inSchema(server.url, schema),
      async sql(statements) {
        isAsItWas &&= !CHANGES_SCHEMA.test(statements);
        await run(statements);
      },
      rows: (table) => admin.unsafe(`select * from ${schema}.${table}`),
      async dump() {
        const tables: { name: string }[] =
          await admin`select table_name as name from information_schema.tables where table_schema = ${schema} order by 1`;
        const names = tables.map(({ name }) => name).filter(isDumped);
        const dumped: Record<string, unknown[]> = {};
        for (const name of names) dumped[name] = await admin.unsafe(`select * from ${schema}.${name} order by id`);
        return dumped;
      },
      async [Symbol.asyncDispose]() {
        // A table that still has another name cannot be emptied.
        const isClean = isAsItWas && (await run(emptying).then(Boolean, () => false));
        if (isClean) clean.push(schema);
        else await admin.unsafe(`drop schema ${schema} cascade`);
      },
    };
  },
};

/** An empty database on PostgreSQL, behind a proxy that hands on each answer so many milliseconds later. */
export async function openDistant(delayMs: () => number): Promise<TestDatabase> {
  const database = await postgres.open();
  const proxy = await startProxy(database.url);
  proxy.delayMs = delayMs;
  return {
    ...database,
    url: proxy.url,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** Every engine; in the quick tier only the one without a server. */
export const engines: readonly TestEngine[] = isQuick ? [sqlite] : [sqlite, postgres];

const current = new AsyncLocalStorage<TestEngine>();

/** An empty database on the engine that the test runs on; SQLite in a test that does not run on all. */
export function openDatabase(): Promise<TestDatabase> {
  return (current.getStore() ?? sqlite).open();
}

/** Does something on each engine, one after the other, and returns the results. */
export async function onEachEngine<Result>(work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const engine of engines) results.push(await current.run(engine, work));
  return results;
}

/** A test that runs once on each engine: the same rule holds on all of them. */
export function test(rule: string, body: () => unknown): void {
  for (const engine of engines) {
    const run = async () => void (await current.run(engine, body));
    bunTest(`${rule} [${engine.name}]`, run, PATIENCE_MS);
  }
}

/** The same for each row of a table. */
test.each =
  <const Row>(rows: readonly Row[]) =>
  (rule: string, body: (...row: Row extends readonly unknown[] ? [...Row] : [Row]) => unknown): void => {
    for (const engine of engines) {
      const run = async (...row: unknown[]) =>
        void (await current.run(engine, () => (body as (...row: unknown[]) => unknown)(...row)));
      bunTest.each(rows as readonly unknown[][])(`${rule} [${engine.name}]`, run, PATIENCE_MS);
    }
  };

function isDumped(table: string): boolean {
  return /^(?:pets|photos|photo_files|orders|receipts|categories|stock_changes|webhooks|webhook_deliveries|api_keys|invitations)$/.test(
    table,
  );
}

async function newSchema(admin: SQL, url: string): Promise<string> {
  schemas += 1;
  const schema = `test_${schemas}`;
  await admin.unsafe(`create schema ${schema}`);
  await (await openStore(inSchema(url, schema), 0, { connections: 1 })).close();
  emptying ||= await emptyingOf(admin, schema);
  return schema;
}

function inSchema(url: string, schema: string): string {
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** The statements that empty a schema: deletes are quicker than `truncate`, which makes new files. */
async function emptyingOf(admin: SQL, schema: string): Promise<string> {
  const columns: { table: string; name: string; isIdentity: boolean }[] = await admin`
    select table_name as table, column_name as name, is_identity = 'YES' as "isIdentity"
    from information_schema.columns where table_schema = ${schema}`;
  const kept = ["schema_steps", "schema_lock", "key_revision", "event_head", "purges", "stock_folding"];
  const tables = new Set(columns.map(({ table }) => table).filter((table) => !kept.includes(table)));
  return [
    "set session_replication_role = replica", // foreign keys ask for no order
    ...[...tables].map((table) => `delete from ${table}`),
    ...columns
      .filter(({ isIdentity }) => isIdentity)
      .map(({ table, name }) => `alter table ${table} alter ${name} restart`),
    "update key_revision set revision = 0",
    "update event_head set last_position = 0, deleted_to = 0",
    "update purges set at = null, refused_at = null",
    "update stock_folding set last_id = 0",
  ].join(";");
}
