/* Keeps a service of one process and several workers from serving one file at the same time (decision 004). */
import { Database } from "bun:sqlite";
import { chmodSync, existsSync } from "node:fs";
import type { EngineOptions } from "../engine.ts";
import { giveToOwner } from "../permissions.ts";
import { explained, isBusy } from "./errors.ts";
import { FileError } from "./lock.ts";

/** How often it is tried again while others serve the file. */
const RETRY_MS = 50;

/** The roles that serve. */
type Role = Exclude<EngineOptions["role"], "command">;

/** What the file beside the database says of those who hold it. A new one says `service`. */
const MARKS: Readonly<Record<Role, number>> = { service: 0, worker: 1 };

const IN_USE: Readonly<Record<Role, string>> = {
  service:
    "workers serve it, and a service of one process cannot run beside them: stop them first, or set WORKERS here, too",
  worker:
    "a service of one process serves it, and workers cannot run beside it: stop it first, or start without WORKERS",
};

/**
 * Waits until nobody serves the database in the other role, and keeps that role out until it is disposed of. Throws `FileError` after
 * a while. The lock is SQLite's on a file of its own, so the system releases it when the process ends, however that ends.
 */
export async function serveAs(role: Role, path: string, waitMs: number): Promise<Disposable> {
  const deadline = performance.now() + waitMs;
  const file = `${path}-served`;
  let database: Database | undefined;
  try {
    const isNew = !existsSync(file);
    database = new Database(file, { create: true });
    if (isNew) {
      chmodSync(file, 0o600);
      giveToOwner(file, path);
    }
    while (!isHeld(database, MARKS[role])) {
      if (performance.now() > deadline) throw new FileError(IN_USE[role]);
      await Bun.sleep(RETRY_MS);
    }
  } catch (error) {
    database?.close();
    throw explained(error, file);
  }
  const held = database;
  return { [Symbol.dispose]: () => held.close() };
}

/** Joins those who hold the file if it has their mark, and otherwise marks it if nobody holds it. */
function isHeld(database: Database, mark: number): boolean {
  try {
    if (hasMark(database, mark)) return true;
    database.run("begin exclusive");
    database.run(`pragma user_version = ${mark}`);
    database.run("commit");
    // Others may have marked it since.
    return hasMark(database, mark);
  } catch (error) {
    if (database.inTransaction) database.run("rollback");
    if (isBusy(error)) return false;
    throw error;
  }
}

/** Begins a transaction, whose shared lock keeps the mark as it is, and ends it if the mark is another one. */
function hasMark(database: Database, mark: number): boolean {
  database.run("begin");
  using look = database.prepare<{ user_version: number }, []>("pragma user_version");
  if (look.get()?.user_version === mark) return true;
  look.finalize();
  database.run("rollback");
  return false;
}
