import { Database, type Statement } from "bun:sqlite";
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { type Sql, storeUnavailable, type Value } from "../engine.ts";
import { giveToOwner } from "../permissions.ts";
import { requireOurs } from "../schema/record.ts";
import { statementCompiler } from "../statement-compiler.ts";
import { requireNoData, requireOneName } from "./data-note.ts";
import { inReserve } from "./reserve.ts";
import { explained, isBusy } from "./sqlite-errors.ts";

/** How long a connection waits for a lock of another, in milliseconds. */
const BUSY_MS = 5000;

/** Opens a connection. Throws for a file that is not ours before changing anything in it, even its journal mode. */
export function connect(path: string): Database {
  try {
    requireOneName(path);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const isNew = !existsSync(path);
    // SQLite opens files that it cannot write to. Then the start would succeed and every write fail.
    for (const needed of isNew ? [dirname(path)] : [dirname(path), path]) accessSync(needed, constants.W_OK);
    const database = new Database(path, { create: true, strict: true, safeIntegers: true });
    // It holds hashes of API keys. SQLite gives its companions the same mode.
    if (isNew) {
      chmodSync(path, 0o600);
      giveToOwner(path, dirname(path));
    }
    database.run(`pragma busy_timeout = ${BUSY_MS}`);
    const tables = inReserve(path, () => tablesOf(database));
    requireOurs(tables);
    if (tables.length === 0 && !isNew) requireNoData(path);
    whenFree(() => database.run("pragma journal_mode = wal"));
    database.run("pragma synchronous = full");
    database.run("pragma foreign_keys = on");
    // Overwrites deleted data with zeros, also in unused parts of the file.
    database.run("pragma secure_delete = on");
    // At most 16 MiB. With SQLite's default of 2 MiB, reading random rows of 100,000 takes twice as long.
    database.run("pragma cache_size = -16384");
    return database;
  } catch (error) {
    throw explained(error, path);
  }
}

/** Repeats work that SQLite refuses at once, whatever its `busy_timeout`, while another process creates the file or recovers its log. */
function whenFree<Result>(work: () => Result): Result {
  const deadline = performance.now() + BUSY_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Bun.sleepSync(10);
    }
  }
}

/** The names of the tables that are not SQLite's own. */
export function tablesOf(database: Database): string[] {
  const tables = "select name from sqlite_schema where type = 'table' and substr(name, 1, 7) <> 'sqlite_'";
  return whenFree(() => {
    using statement = database.prepare<{ name: string }, []>(tables);
    return statement.all().map(({ name }) => name);
  });
}

/** The most prepared statements: each takes about 40 kB, and clients choose the combinations of filters. */
const PREPARED_MAX = 500;

type Prepared = Map<string, Statement<unknown, Value[]>>;

/** The statements of one connection. The most recently used stay prepared. */
export interface Statements {
  /** Runs a statement at once and returns its rows. */
  run<Row>(...template: Parameters<Sql>): Row[];
  /** Afterwards every statement throws `service_unavailable`. A connection with a prepared statement stays open after `close`. */
  finalize(): void;
}

/** Prepares statements on a connection; `failureOf` translates SQLite's errors. */
export function statementsOn(database: Database, failureOf: (error: unknown) => unknown): Statements {
  const compile = statementCompiler("?");
  // Two generations: when the newer one is full, the older one is dropped. Used statements move to the newer one.
  let newer: Prepared = new Map();
  let older: Prepared = new Map();
  let isOpen = true;

  function prepare(text: string): Statement<unknown, Value[]> {
    const statement = older.get(text) ?? database.prepare<unknown, Value[]>(text);
    older.delete(text);
    if (newer.size >= PREPARED_MAX / 2) {
      for (const dropped of older.values()) dropped.finalize();
      [older, newer] = [newer, new Map()];
    }
    newer.set(text, statement);
    return statement;
  }

  return {
    run<Row>(...[parts, ...parameters]: Parameters<Sql>) {
      if (!isOpen) throw storeUnavailable("The store is closed");
      const { text, values } = compile(parts, parameters);
      try {
        const statement = newer.get(text) ?? prepare(text);
        return statement.all(...values) as Row[];
      } catch (error) {
        throw failureOf(error);
      }
    },
    finalize() {
      isOpen = false;
      for (const prepared of [newer, older]) for (const statement of prepared.values()) statement.finalize();
    },
  };
}

type VersionStatement = Statement<{ data_version: bigint }, []>;

/** Prepares reading a connection's `data_version`, which changes with each commit of another connection. */
export function prepareVersion(database: Database): VersionStatement {
  return database.prepare<{ data_version: bigint }, []>("pragma data_version");
}

/** Reads the version. The pragma always returns a row. */
export function versionIn(statement: VersionStatement): bigint {
  return (statement.get() as { data_version: bigint }).data_version;
}
