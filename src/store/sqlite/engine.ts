import { Database, type Statement } from "bun:sqlite";
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Engine,
  type EngineOptions,
  fragment,
  type Sql,
  statementCompiler,
  storeUnavailable,
  type Transaction,
  type Value,
} from "../engine.ts";
import { requireOurs } from "../migrate.ts";
import { sqliteMigrations } from "../migrations.ts";
import { explained, isDamaged, unavailable } from "./errors.ts";
import { groupCommit } from "./group-commit.ts";
import { generatedIds } from "./sequences.ts";

/**
 * SQLite in this process. One connection writes, behind a queue, and another one reads: on a shared connection, a statement issued
 * while a transaction awaits would join that transaction and be lost when it rolls back.
 */
export function openSqlite(path: string, options: EngineOptions): Engine {
  const writer = connect(path);
  writer.run("pragma busy_timeout = 0");
  // What undoes one write of a group is kept in memory: where no more files may be opened, writes still succeed.
  writer.run("pragma temp_store = memory");
  const reader = connect(path);
  reader.run("pragma query_only = on");
  let damage: unknown;
  const failureOf = (error: unknown) => {
    const failure = unavailable(error) ?? explained(error, path);
    if (isDamaged(error)) damage = failure;
    return failure;
  };
  const writes = statementsOn(writer, failureOf);
  const reads = statementsOn(reader, failureOf);
  const dataVersion = reader.prepare<{ data_version: bigint }, []>("pragma data_version");

  const transaction: Transaction = {
    sql: writes.sql,
    async script(text) {
      writer.run(text);
    },
  };
  const { transact, close } = groupCommit(writer, transaction, options, failureOf);

  return {
    migrations: sqliteMigrations,
    sql: reads.sql,
    transaction: transact,
    // BEGIN IMMEDIATE keeps every other writer out. A new index is sorted in files: in memory it would take as much as its table.
    async exclusively(work) {
      writer.run("pragma temp_store = file");
      try {
        await transact(work);
      } finally {
        writer.run("pragma temp_store = memory");
      }
    },
    tables: async () => tablesOf(writer),
    // All instances run on one machine, and only one of them writes at a time.
    leases: { now: fragment`cast(unixepoch('subsec') * 1000 as integer)`, skipLocked: fragment`` },
    // SQLite counts the commits of all other connections: our writer's and those of other processes.
    version() {
      try {
        return Number(dataVersion.get()?.data_version);
      } catch (error) {
        throw failureOf(error);
      }
    },
    requireIntact() {
      if (damage !== undefined) throw damage;
    },
    size: async () => fileSize(path) + fileSize(`${path}-wal`),
    ...generatedIds,

    async close() {
      await close();
      // A connection with a prepared statement stays open after close().
      for (const statements of [reads, writes, dataVersion]) statements.finalize();
      reader.close();
      writer.close();
    },
  };
}

/** Opens a connection. Refuses a file that is not ours before changing anything in it, even its journal mode. */
function connect(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path);
    const database = new Database(path, { create: true, strict: true, safeIntegers: true });
    // It holds hashes of API keys. SQLite gives its companions the same mode.
    if (isNew) chmodSync(path, 0o600);
    // SQLite opens a file it cannot write to. Then every write would fail, but not the start.
    for (const needed of [dirname(path), path]) accessSync(needed, constants.W_OK);
    database.run("pragma busy_timeout = 5000");
    requireOurs(tablesOf(database));
    database.run("pragma journal_mode = wal");
    database.run("pragma synchronous = full");
    database.run("pragma foreign_keys = on");
    // At most 16 MiB. With SQLite's default of 2 MiB, reading random rows of 100,000 takes twice as long.
    database.run("pragma cache_size = -16384");
    return database;
  } catch (error) {
    throw explained(error, path);
  }
}

function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function tablesOf(database: Database): string[] {
  const tables = "select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_'";
  using statement = database.prepare<{ name: string }, []>(tables);
  return statement.all().map(({ name }) => name);
}

interface Statements {
  readonly sql: Sql;
  finalize(): void;
}

/** The statements of a connection: each text is prepared once. */
function statementsOn(database: Database, failureOf: (error: unknown) => unknown): Statements {
  const compile = statementCompiler("?");
  const prepared = new Map<string, Statement<unknown, Value[]>>();
  let isOpen = true;
  return {
    sql: async <Row>(...[parts, ...parameters]: Parameters<Sql>) => {
      if (!isOpen) throw storeUnavailable("The store is closed");
      const { text, values } = compile(parts, parameters);
      try {
        let statement = prepared.get(text);
        if (statement === undefined) prepared.set(text, (statement = database.prepare(text)));
        return statement.all(...values) as Row[];
      } catch (error) {
        throw failureOf(error);
      }
    },
    finalize() {
      isOpen = false;
      for (const statement of prepared.values()) statement.finalize();
    },
  };
}
