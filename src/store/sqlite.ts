import { Database, SQLiteError, type Statement } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  type Engine,
  type EngineOptions,
  type Sql,
  statementCompiler,
  storeUnavailable,
  type Transaction,
  type Value,
} from "./engine.ts";
import { requireOurs, SchemaError } from "./migrate.ts";
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
  const writes = statementsOn(writer);
  const reads = statementsOn(reader);

  const dataVersion = reader.prepare("pragma data_version");
  const [beginImmediate, commitGroup, savepoint, release] = [
    "begin immediate",
    "commit",
    "savepoint work",
    "release work",
  ].map((text) => writer.prepare(text)) as [Statement, Statement, Statement, Statement];

  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;
  let known: number | undefined;

  const transaction: Transaction = {
    sql: writes.sql,
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
      commitGroup.run();
      known = undefined;
    } catch (error) {
      if (writer.inTransaction) writer.run("rollback");
      for (const { settle } of group) settle(unavailable(error));
      return;
    }
    const kept = outcomes.filter(({ error }) => error === undefined).length;
    if (kept > 0) options.observer.committed(kept);
    for (const { settle, error } of outcomes) settle(error);
  }

  async function attempt(run: Waiting["run"]): Promise<void> {
    savepoint.run();
    try {
      await run(transaction);
    } catch (error) {
      if (writer.inTransaction) writer.run("rollback to work");
      throw isSqlite(error) ? unavailable(error) : error;
    } finally {
      if (writer.inTransaction) release.run();
    }
  }

  async function begin(): Promise<void> {
    const deadline = performance.now() + options.waitMs;
    for (;;) {
      try {
        beginImmediate.run();
        return;
      } catch (error) {
        if (!isSqlite(error) || !error.code?.startsWith("SQLITE_BUSY") || performance.now() > deadline) throw error;
        await Bun.sleep(BUSY_RETRY_MS);
      }
    }
  }

  function transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    if (waiting.length >= options.queueMax)
      return Promise.reject(storeUnavailable("Too many writes wait for the disk"));
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
  }

  /** SQLite counts what other connections commit, the writer's and those of other processes. */
  function version(): number {
    if (known === undefined) {
      known = Number((dataVersion.get() as { data_version: bigint }).data_version);
      // Good for the requests that came in with the same turn of the event loop: they were all sent before this was read.
      setImmediate(() => {
        known = undefined;
      });
    }
    return known;
  }

  return {
    migrations: sqliteMigrations,
    sql: reads.sql,

    transaction: transact,

    // BEGIN IMMEDIATE keeps every other writer out.
    exclusively: transact,

    tables: async () => tablesOf(writer),

    version,

    async close() {
      await draining;
      // A connection with a prepared statement would stay open behind its own back.
      for (const { finalize } of [reads, writes]) finalize();
      for (const statement of [dataVersion, beginImmediate, commitGroup, savepoint, release]) statement.finalize();
      reader.close();
      writer.close();
    },
  };
}

/** Opens a connection. A file that is not ours is refused before anything of it is changed, its journal mode too. */
function connect(path: string): Database {
  try {
    const database = new Database(path, { create: true, strict: true, safeIntegers: true });
    database.run("pragma busy_timeout = 5000");
    requireOurs(tablesOf(database));
    database.run("pragma journal_mode = wal");
    database.run("pragma synchronous = full");
    database.run("pragma foreign_keys = on");
    return database;
  } catch (error) {
    if (isSqlite(error) && error.code === "SQLITE_NOTADB") {
      throw new SchemaError(`${path} is not a SQLite database: give petstore a file of its own`, { cause: error });
    }
    if (isSqlite(error) && error.code?.startsWith("SQLITE_CANTOPEN")) {
      throw new SchemaError(`${path} cannot be opened as a database`, { cause: error });
    }
    throw error;
  }
}

function tablesOf(database: Database): string[] {
  const tables = "select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_'";
  using statement = database.prepare<{ name: string }, []>(tables);
  return statement.all().map(({ name }) => name);
}

/** A connection's statements: each text is prepared once. */
function statementsOn(database: Database): { readonly sql: Sql; finalize(): void } {
  const compile = statementCompiler("?");
  const prepared = new Map<string, Statement<unknown, Value[]>>();
  return {
    sql: async <Row>(...[parts, ...parameters]: Parameters<Sql>) => {
      const { text, values } = compile(parts, parameters);
      let statement = prepared.get(text);
      if (statement === undefined) prepared.set(text, (statement = database.prepare(text)));
      try {
        return statement.all(...values) as Row[];
      } catch (error) {
        throw unavailable(error);
      }
    },
    finalize() {
      for (const statement of prepared.values()) statement.finalize();
    },
  };
}

function isSqlite(error: unknown): error is SQLiteError {
  return error instanceof SQLiteError;
}

/** Conditions that pass or that an operator can end: the client may ask again. Other errors are our mistakes. */
const PASSING = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOMEM"];

function unavailable(error: unknown): unknown {
  if (!isSqlite(error) || !PASSING.some((code) => error.code?.startsWith(code))) return error;
  return storeUnavailable("The store cannot take writes now", error);
}
