/* Who has a SQLite database open. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { hasCode, isBusy } from "./errors.ts";

/** The file cannot be used for what was asked. The message is for the operator. */
export class FileError extends Error {}

/** Opens a database file that exists. */
export function open(path: string): Database {
  const database = new Database(path, { readwrite: true, create: false });
  database.run("pragma busy_timeout = 5000");
  return database;
}

/** Whether a process has the database open. Answers false for a file that is no database: no service runs on that. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    lockExclusively(path)?.close();
    return false;
  } catch (error) {
    if (error instanceof FileError) return true;
    throw error;
  }
}

/**
 * Opens a database so that no other process can until it is closed. Throws `FileError` when one has it open already;
 * answers undefined for a file that is no database.
 */
export function lockExclusively(path: string): Database | undefined {
  const database = open(path);
  try {
    database.run("pragma busy_timeout = 0");
    // Every process that has a database in WAL mode open holds a shared lock on it: who gets all locks is alone.
    database.run("pragma locking_mode = exclusive");
    database.run("begin exclusive");
    database.run("rollback");
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new FileError(`${path} is open in another process: stop the service first`);
    if (isDamaged(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that a file is no database, or a broken one. */
export function isDamaged(error: unknown): boolean {
  return hasCode(error, "SQLITE_NOTADB") || hasCode(error, "SQLITE_CORRUPT");
}
