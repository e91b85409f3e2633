/* Detects whether another process has a SQLite database open. */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { isBusy, isDamaged } from "./sqlite-errors.ts";

/** The file cannot be used. The message is for the operator. */
export class FileError extends Error {}

/** Opens an existing database file. */
export function open(path: string): Database {
  const database = new Database(path, { readwrite: true, create: false });
  database.run("pragma busy_timeout = 5000");
  return database;
}

/** Whether a process has the database open. False for a file that is not a database, on which no service can run. */
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
 * Opens a database and locks out every other process until it is closed. Throws `FileError` when another process has it
 * open; returns undefined for a file that is not a database.
 */
export function lockExclusively(path: string): Database | undefined {
  const database = open(path);
  try {
    database.run("pragma busy_timeout = 0");
    // Every process with an open WAL database holds a shared lock on it: an exclusive lock means that there is no other.
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
