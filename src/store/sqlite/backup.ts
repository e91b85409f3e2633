/* A SQLite database as a file: made from a running service, verified, put in place. */
import type { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { COPY_MARKER, MIGRATIONS_TABLE } from "../migrate.ts";
import { sqliteMigrations } from "../migrations.ts";
import { hasCode } from "./errors.ts";
import { FileError, isDamaged, lockExclusively, open } from "./lock.ts";

/** What is in a database file that was verified. */
export interface Contents {
  readonly version: number;
  readonly pets: number;
  readonly orders: number;
  readonly keys: number;
  readonly bytes: number;
}

/**
 * Writes a consistent copy of a database that may be in use: everything that was committed before is in it. The file
 * appears whole, verified and on disk, or not at all; one that is there is never overwritten.
 */
export function backupSqlite(path: string, file: string): Contents {
  if (existsSync(file)) throw new FileError(`${file} is there already: name a file that is not`);
  const part = partOf(file);
  try {
    closeSync(openSync(part, "wx", 0o600));
    const source = open(path);
    try {
      requireWhole(source, path);
      // In one read transaction on a connection of its own: the service goes on, reading and writing.
      source.run("vacuum into ?1", [part]);
    } finally {
      source.close();
    }
    const contents = verify(part, part);
    publish(part, file);
    return contents;
  } catch (error) {
    throw explained(error, path);
  } finally {
    discard(part);
  }
}

/**
 * Puts a verified copy of a backup in the place of a database, at once. The database that was there is kept under the
 * name that is answered. Throws `FileError` and changes nothing when the backup is not sound or the database is in use.
 */
export function restoreSqlite(
  file: string,
  path: string,
  force: boolean,
  now: number,
): { contents: Contents; keptAs: string | undefined } {
  if (!existsSync(file)) throw new FileError(`there is no file ${file}`);
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new FileError(
      `${file} is a database in use, or not closed cleanly (${file}-wal belongs to it), and no backup: make one with \`petstore backup\``,
    );
  }
  if (existsSync(path) && !force) {
    throw new FileError(`there is a database at ${path}: give --force to put the backup in its place; it will be kept`);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = partOf(path);
  try {
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    // The copy is verified, not the file: it is what the service will run on.
    const contents = verify(part, file);
    sync(part);
    return { contents, keptAs: replace(path, part, now) };
  } catch (error) {
    throw explained(error, file);
  } finally {
    discard(part);
  }
}

function replace(path: string, part: string, now: number): string | undefined {
  if (!existsSync(path)) {
    // The log of a database that is gone would be replayed into this one.
    discardLog(path);
    renameSync(part, path);
    sync(dirname(path));
    return undefined;
  }
  const keptAs = `${path}.before-restore-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`;
  // First of all: the last connection to a damaged database deletes its log when it is closed.
  if (existsSync(`${path}-wal`)) linkSync(`${path}-wal`, `${keptAs}-wal`);
  let held: Database | undefined;
  try {
    held = lockExclusively(path);
    // Brings what is only in the log into the file, so that no log is left that belongs to it.
    held?.run("pragma journal_mode = delete");
    linkSync(path, keptAs);
    discardLog(path);
    renameSync(part, path);
    sync(dirname(path));
    return keptAs;
  } finally {
    // Of a database that could be opened, all is in its file.
    if (held !== undefined || !existsSync(keptAs)) rmSync(`${keptAs}-wal`, { force: true });
    held?.close();
  }
}

/** Reads all of a database file. `name` is what messages call it. */
function verify(path: string, name: string): Contents {
  const database = open(path);
  try {
    requireWhole(database, name);
    const problem = first<{ integrity_check: string }>(database, "pragma integrity_check(1)")?.integrity_check;
    if (problem !== "ok") throw new FileError(`${name} is damaged: ${problem}`);
    const dangling = first<{ table: string }>(database, "pragma foreign_key_check")?.table;
    if (dangling) throw new FileError(`${name} is damaged: a row of ${dangling} refers to one that is not there`);
    // One file without companions, also when it was copied from a database in WAL mode.
    database.run("pragma journal_mode = delete");
    const count = (table: string) =>
      first<{ rows: number }>(database, `select count(*) as rows from ${table}`)?.rows ?? 0;
    return {
      version: versionOf(database),
      pets: count("pets"),
      orders: count("orders"),
      keys: count("api_keys"),
      bytes: statSync(path).size,
    };
  } finally {
    database.close();
  }
}

/** Refuses a database that is not a whole one of this program, or that a newer program wrote. */
function requireWhole(database: Database, name: string): void {
  const has = (table: string) =>
    first(database, `select 1 from sqlite_schema where type = 'table' and name = '${table}'`) !== undefined;
  if (!has(MIGRATIONS_TABLE)) throw new FileError(`${name} is not a petstore database`);
  if (has(COPY_MARKER)) throw new FileError(`${name} is an unfinished copy: finish it with \`petstore copy\` first`);
  const version = versionOf(database);
  const newest = sqliteMigrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new FileError(
      `${name} has schema version ${version}, this program knows versions up to ${newest}: use the newer program that wrote it`,
    );
  }
}

function versionOf(database: Database): number {
  return (
    first<{ version: number | null }>(database, `select max(version) as version from ${MIGRATIONS_TABLE}`)?.version ?? 0
  );
}

/** Runs a statement and lets go of it: with one that is kept, a connection stays open behind its own back. */
function first<Row>(database: Database, text: string): Row | undefined {
  using statement = database.prepare<Row, []>(text);
  return statement.get() ?? undefined;
}

/** In the same folder: a rename is atomic on one file system only. */
function partOf(file: string): string {
  return `${file}.${process.pid}.part`;
}

/** Gives a complete file its name, unless that is taken by now. */
function publish(part: string, file: string): void {
  sync(part);
  // A link fails when the name is taken; a rename would replace what is there.
  linkSync(part, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function discard(part: string): void {
  rmSync(part, { force: true });
  discardLog(part);
  rmSync(`${part}-journal`, { force: true });
}

function discardLog(path: string): void {
  rmSync(`${path}-wal`, { force: true });
  rmSync(`${path}-shm`, { force: true });
}

function explained(error: unknown, name: string): unknown {
  if (isDamaged(error)) return new FileError(`${name} is damaged or not a SQLite database`, { cause: error });
  if (hasCode(error, "SQLITE_CANTOPEN")) {
    return new FileError(`there is no database at ${name}, or this user may not open it`, { cause: error });
  }
  return error;
}
