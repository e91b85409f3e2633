import { Database, type Statement } from "bun:sqlite";
import { accessSync, constants, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ChangedPets } from "../changed-pets.ts";
import {
  type Engine,
  type EngineOptions,
  type Sql,
  statementCompiler,
  storeUnavailable,
  type Transaction,
  type Value,
} from "../engine.ts";
import { requireOurs, SchemaError } from "../migrate.ts";
import { sqliteMigrations } from "../migrations.ts";
import { hasCode, unavailable } from "./errors.ts";
import { groupCommit } from "./group-commit.ts";

/**
 * SQLite in this process. One connection writes, behind a queue, and another one reads: a statement that came in while
 * a transaction waited on the same connection would join that transaction, and vanish with it.
 */
export function openSqlite(path: string, options: EngineOptions): Engine {
  const writer = connect(path);
  writer.run("pragma busy_timeout = 0");
  const reader = connect(path);
  reader.run("pragma query_only = on");
  const snapshot = readsOfATurn(reader);
  const writes = statementsOn(writer, path, () => {});
  const reads = statementsOn(reader, path, snapshot.begin);
  const dataVersion = reader.prepare<{ data_version: bigint }, []>("pragma data_version");
  const othersVersion = writer.prepare<{ data_version: bigint }, []>("pragma data_version");
  const changed = new ChangedPets();

  const transaction: Transaction = {
    sql: writes.sql,
    async script(text) {
      writer.run(text);
    },
    changesPet: (id) => changed.add(id),
  };
  const { transact, close } = groupCommit(writer, transaction, {
    ...options,
    committed() {
      snapshot.end();
      changed.commit();
    },
    rolledBack: () => changed.rollback(),
  });

  return {
    migrations: sqliteMigrations,
    sql: reads.sql,
    transaction: transact,
    // BEGIN IMMEDIATE keeps every other writer out.
    exclusively: transact,
    tables: async () => tablesOf(writer),
    // SQLite's count of what other connections commit, the writer's and those of other processes.
    versionReader: async () => () => {
      snapshot.begin();
      return Number(dataVersion.get()?.data_version);
    },

    changesSince(mark) {
      // What is read from now on must not be older than the mark.
      snapshot.end();
      // On the connection that writes it counts the commits of all others.
      const now = { own: changed.count, others: Number(othersVersion.get()?.data_version) };
      return { mark: now, petIds: mark?.others === now.others ? changed.after(mark.own) : undefined };
    },

    // AUTOINCREMENT does it by itself.
    async continueIds() {},

    async close() {
      await close();
      // A connection with a prepared statement would stay open behind its own back.
      for (const statements of [reads, writes, dataVersion, othersVersion, snapshot]) statements.finalize();
      reader.close();
      writer.close();
    },
  };
}

/** Opens a connection. A file that is not ours is refused before anything of it is changed, its journal mode too. */
function connect(path: string): Database {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const database = new Database(path, { create: true, strict: true, safeIntegers: true });
    // SQLite would open what it cannot write to: then every write would be refused, and not the start.
    for (const needed of [dirname(path), path]) accessSync(needed, constants.W_OK);
    database.run("pragma busy_timeout = 5000");
    requireOurs(tablesOf(database));
    database.run("pragma journal_mode = wal");
    database.run("pragma synchronous = full");
    database.run("pragma foreign_keys = on");
    // 16 MiB at most: with SQLite's own 2 MiB a read of any of 100,000 animals takes twice as long.
    database.run("pragma cache_size = -16384");
    return database;
  } catch (error) {
    throw explained(error, path);
  }
}

/** An error of the file itself, with what the operator can do about it; any other error as it is. */
function explained(error: unknown, path: string): unknown {
  const refusal = (message: string) => new SchemaError(message, { cause: error });
  if (hasCode(error, "SQLITE_NOTADB")) {
    return refusal(`${path} is not a SQLite database, or its start is damaged: restore a backup, or name another file`);
  }
  if (hasCode(error, "SQLITE_CORRUPT")) {
    return refusal(`${path} is damaged: keep a copy of it and its -wal file, then \`petstore restore\` a backup`);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^(?:EACCES|EROFS|EPERM)$/.test(code)) return refusal(`${path} must be writable, and so must its folder`);
  return /^E[A-Z]+$/.test(code) || code === "SQLITE_CANTOPEN"
    ? refusal(`${path} cannot be opened as a database`)
    : error;
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

/**
 * The reads of one turn of the event loop share one read transaction: taking SQLite's locks takes four times as long as reading a
 * row. The server answers what came in before the turn (`http1/turn.ts`), so none of these requests can know of a later change of
 * another process; our own changes end it.
 */
function readsOfATurn(reader: Database) {
  const statements = {
    begin: reader.prepare("begin"),
    commit: reader.prepare("commit"),
    rollback: reader.prepare("rollback"),
  };
  let isBegun = false;
  function end(): void {
    if (!isBegun) return;
    isBegun = false;
    try {
      if (reader.inTransaction) statements.commit.run();
    } catch {
      // A read has failed, and was told of.
    }
  }
  return {
    begin() {
      if (isBegun) return;
      // One that could not be ended must not be read from again.
      if (reader.inTransaction) statements.rollback.run();
      statements.begin.run();
      isBegun = true;
      setImmediate(end);
    },
    end,
    finalize() {
      end();
      for (const statement of Object.values(statements)) statement.finalize();
    },
  };
}

/** A connection's statements: each text is prepared once. `before` is called before each of them runs. */
function statementsOn(database: Database, path: string, before: () => void): Statements {
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
        before();
        return statement.all(...values) as Row[];
      } catch (error) {
        throw unavailable(error) ?? explained(error, path);
      }
    },
    finalize() {
      isOpen = false;
      for (const statement of prepared.values()) statement.finalize();
    },
  };
}
