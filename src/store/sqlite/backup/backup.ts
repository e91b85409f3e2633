/* Backups of a SQLite database: written while the service runs, and verified. */
import type { Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Column } from "../../engine.ts";
import { explainFullDisk, explainPermission } from "../../permissions.ts";
import { INCOMPLETE, missingFrom, SQLITE_TABLES } from "../../schema/completeness.ts";
import { COPY_MARKER } from "../../schema/migrate.ts";
import { sqliteMigrations } from "../../schema/migrations.ts";
import {
  isMilestone,
  isOurs,
  MILESTONE,
  newerProblem,
  newestOf,
  RECORD,
  type Recorded,
  recorded,
} from "../../schema/record.ts";
import { TABLES } from "../../schema/tables.ts";
import { giveName, sync } from "../disk.ts";
import { FileError, open } from "../lock.ts";
import { COLUMNS } from "../sqlite-catalog.ts";
import { tablesOf } from "../sqlite-connection.ts";
import { hasCode, isDamaged } from "../sqlite-errors.ts";

/** The contents of a verified database file. */
export interface Contents {
  readonly version: number;
  /** How many rows each table has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** When the newest change was made, in epoch milliseconds, if there is one. */
  readonly newestAt: number | undefined;
}

/**
 * Writes a consistent copy of a database that may be in use, with everything that was committed before the call. The file
 * appears complete, verified and on disk, or not at all; an existing file is never overwritten.
 */
export function backupSqlite(path: string, file: string): Contents {
  if (existsSync(file)) throw new FileError(`${file} already exists: name a new file`);
  const part = partOf(file);
  try {
    closeSync(openSync(part, "wx", 0o600));
    const source = open(path);
    try {
      requireWhole(source, path);
      // One read transaction on a separate connection: the service keeps reading and writing.
      source.run("vacuum into ?1", [part]);
      // Other processes see the commits of a service before they are on disk.
      if (existsSync(`${path}-wal`)) sync(`${path}-wal`);
    } finally {
      source.close();
    }
    const contents = verify(part, part);
    publish(part, file);
    return contents;
  } catch (error) {
    throw explained(error, path, file);
  } finally {
    discard(part);
  }
}

/** Reads a whole database file. `name` is its name in messages. */
export function verify(path: string, name: string): Contents {
  const database = open(path);
  try {
    requireWhole(database, name);
    const problem = first<{ integrity_check: string }>(database, "pragma integrity_check(1)")?.integrity_check;
    if (problem !== "ok") throw new FileError(`${name} is damaged: ${problem}`);
    const dangling = first<{ table: string }>(database, "pragma foreign_key_check")?.table;
    if (dangling) throw new FileError(`${name} is damaged: a row of ${dangling} refers to a missing row`);
    // A single file without a log, even when it was copied from a WAL database.
    database.run("pragma journal_mode = delete");
    // A backup of an older version has fewer tables.
    const tables = TABLES.map(({ name }) => name).filter((table) => hasTable(database, table));
    const count = (table: string) =>
      first<{ rows: number }>(database, `select count(*) as rows from ${table}`)?.rows ?? 0;
    const rows = Object.fromEntries(tables.map((table) => [table, count(table)]));
    const newestAt = first<{ at: number }>(database, "select at from events order by position desc limit 1")?.at;
    return { version: recordIn(database).version, rows, bytes: statSync(path).size, newestAt };
  } finally {
    database.close();
  }
}

/** Throws for a database that is not a complete petstore database, or that a newer program wrote. */
function requireWhole(database: Database, name: string): void {
  const tables = tablesOf(database);
  if (isMilestone(tables)) throw new FileError(`${name} ${MILESTONE}`);
  if (!isOurs(tables)) throw new FileError(`${name} is not a petstore database`);
  if (hasTable(database, COPY_MARKER)) {
    throw new FileError(`${name} is an unfinished copy: finish it with \`petstore copy\` first`);
  }
  const record = recordIn(database);
  const problem = newerProblem(record, sqliteMigrations);
  if (problem !== undefined) throw new FileError(`${name} has schema ${problem.text}: ${problem.remedy}`);
  if (record.version < newestOf(sqliteMigrations)) return;
  using columns = database.prepare<Column, []>(COLUMNS);
  const [missing] = missingFrom(columns.all(), SQLITE_TABLES);
  if (missing !== undefined) throw new FileError(`${name}: ${missing}: ${INCOMPLETE}`);
}

function recordIn(database: Database): Recorded {
  return recorded(first<Recorded>(database, RECORD) ?? { version: 0, needs: 0 });
}

function hasTable(database: Database, name: string): boolean {
  return first(database, `select 1 from sqlite_schema where type = 'table' and name = '${name}'`) !== undefined;
}

/** Runs a statement and finalizes it: SQLite keeps a connection open as long as it has a statement. */
function first<Row>(database: Database, text: string): Row | undefined {
  using statement = database.prepare<Row, []>(text);
  return statement.get() ?? undefined;
}

/** A name in the same folder: a rename is atomic only within a file system. */
export function partOf(file: string): string {
  return `${file}.${process.pid}.part`;
}

/** Renames a complete file, unless another file has its name by now. */
function publish(part: string, file: string): void {
  sync(part);
  giveName(part, file);
  sync(dirname(file));
}

/** Deletes what this process left of an unfinished backup to a file, or of a restore to it. */
export function discardPart(file: string): void {
  discard(partOf(file));
}

/** Deletes an incomplete database file and SQLite's files next to it. */
export function discard(part: string): void {
  remove(part);
  discardLog(part);
  remove(`${part}-journal`);
}

/** Deletes the log of a database. */
export function discardLog(path: string): void {
  remove(`${path}-wal`);
  remove(`${path}-shm`);
}

/** A read-only disk refuses even to delete missing files, and that error would hide the real one. */
function remove(path: string): void {
  if (existsSync(path)) rmSync(path, { force: true });
}

/** Turns errors of SQLite and the file system into ones that operators can act on. `name` was read, `written` was written. */
export function explained(error: unknown, name: string, written = name): unknown {
  const permission = explainPermission(error);
  if (permission !== undefined) return new FileError(permission, { cause: error });
  const fullDisk = explainFullDisk(error);
  if (fullDisk !== undefined) return new FileError(`cannot write ${written}: ${fullDisk}`, { cause: error });
  if (isDamaged(error)) return new FileError(`${name} is damaged or not a SQLite database`, { cause: error });
  if (hasCode(error, "SQLITE_CANTOPEN")) {
    return new FileError(`no database at ${name}, or this user may not open it`, { cause: error });
  }
  return error;
}
