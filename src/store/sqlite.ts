import { Database, SQLiteError, type Statement } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Failure } from "../contract/errors.ts";
import {
  type Engine,
  type EngineOptions,
  type Sql,
  statementCompiler,
  type Transaction,
  type Value,
} from "./engine.ts";
import { sqliteMigrations } from "./migrations.ts";

/** How many transactions one commit holds at most: bounds how long the first of them waits. */
const GROUP_MAX = 256;

/** How often a write asks again for a database that another process holds, in milliseconds. */
const BUSY_RETRY_MS = 5;

interface Waiting {
  readonly run: (transaction: Transaction) => Promise<void>;
  /** Called once, after the commit that holds the work, or with what went wrong. */
  readonly settle: (error?: unknown) => void;
}

/**
 * SQLite in this process. One connection writes, behind a queue, and another one reads: a statement that came in while
 * a transaction waited on the same connection would join that transaction, and vanish with it.
 *
 * Group commit: the transactions that wait together run in one `BEGIN IMMEDIATE ... COMMIT`, each in a SAVEPOINT of its
 * own, and each is answered after that commit is on disk.
 */
export function openSqlite(path: string, options: EngineOptions): Engine {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = connect(path);
  // Waiting inside SQLite would stop the whole process: `begin` below waits outside of it.
  writer.run("pragma busy_timeout = 0");
  const reader = connect(path);
  reader.run("pragma query_only = on");

  const statements: Statement<unknown, Value[]>[] = [];
  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;

  const transaction: Transaction = {
    sql: sqlOn(writer, statements),
    async script(text) {
      writer.run(text);
    },
  };

  async function drain(): Promise<void> {
    // What came in with the same turn of the event loop shares the first commit.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.splice(0, GROUP_MAX);
      options.observer.queued(waiting.length);
      await commit(group);
    }
    draining = undefined;
  }

  async function commit(group: readonly Waiting[]): Promise<void> {
    const outcomes: { settle: Waiting["settle"]; error?: unknown }[] = [];
    try {
      await begin();
      for (const { run, settle } of group) {
        outcomes.push(
          await attempt(run).then(
            () => ({ settle }),
            (error: unknown) => ({ settle, error }),
          ),
        );
        // A full disk makes SQLite roll back the whole transaction by itself: then nothing of this group is kept.
        if (!writer.inTransaction) throw outcomes.at(-1)?.error;
      }
      writer.run("commit");
    } catch (error) {
      if (writer.inTransaction) writer.run("rollback");
      for (const { settle } of group) settle(unavailable(error));
      return;
    }
    options.observer.committed(group.length);
    for (const { settle, error } of outcomes) settle(error);
  }

  async function attempt(run: Waiting["run"]): Promise<void> {
    writer.run("savepoint work");
    try {
      await run(transaction);
    } catch (error) {
      if (writer.inTransaction) writer.run("rollback to work");
      throw isSqlite(error) ? unavailable(error) : error;
    } finally {
      if (writer.inTransaction) writer.run("release work");
    }
  }

  async function begin(): Promise<void> {
    const deadline = performance.now() + options.busyMs;
    for (;;) {
      try {
        writer.run("begin immediate");
        return;
      } catch (error) {
        if (!isSqlite(error) || !error.code?.startsWith("SQLITE_BUSY") || performance.now() > deadline) throw error;
        await Bun.sleep(BUSY_RETRY_MS);
      }
    }
  }

  return {
    migrations: sqliteMigrations,
    sql: sqlOn(reader, statements),

    transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
      if (waiting.length >= options.queueMax) {
        return Promise.reject(
          new Failure("service_unavailable", "Too many writes wait for the disk", { headers: RETRY }),
        );
      }
      return new Promise((resolve, reject) => {
        let result: Result;
        waiting.push({
          run: async (transaction) => {
            result = await work(transaction);
          },
          settle: (error) => (error === undefined ? resolve(result) : reject(error)),
        });
        options.observer.queued(waiting.length);
        draining ??= drain();
      });
    },

    async hasTable(name, sql) {
      return (await sql`select 1 from sqlite_schema where type = 'table' and name = ${name}`).length > 0;
    },

    async close() {
      await draining;
      // SQLite keeps a closed connection, and with it the files, for as long as one of its statements is there.
      for (const statement of statements) statement.finalize();
      reader.close();
      writer.close();
    },
  };
}

const RETRY = { "Retry-After": "1" };

function connect(path: string): Database {
  const database = new Database(path, { create: true, strict: true, safeIntegers: true });
  database.run("pragma busy_timeout = 5000");
  database.run("pragma journal_mode = wal");
  database.run("pragma synchronous = full");
  database.run("pragma foreign_keys = on");
  return database;
}

function sqlOn(database: Database, statements: Statement<unknown, Value[]>[]): Sql {
  const compile = statementCompiler("?");
  const prepared = new Map<string, Statement<unknown, Value[]>>();
  return async <Row>(...[parts, ...parameters]: Parameters<Sql>) => {
    const { text, values } = compile(parts, parameters);
    let statement = prepared.get(text);
    if (statement === undefined) {
      prepared.set(text, (statement = database.prepare(text)));
      statements.push(statement);
    }
    return statement.all(...values) as Row[];
  };
}

function isSqlite(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError;
}

/** Conditions that pass or that an operator can end: the client may ask again. Other errors are our mistakes. */
const PASSING = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOMEM"];

function unavailable(error: unknown): unknown {
  if (!isSqlite(error) || !PASSING.some((code) => error.code?.startsWith(code))) return error;
  return new Failure("service_unavailable", "The store cannot take writes now", { headers: RETRY, cause: error });
}
