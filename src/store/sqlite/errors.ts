import { SQLiteError } from "bun:sqlite";
import type { Failure } from "../../contract/errors.ts";
import { storeUnavailable } from "../engine.ts";

/** Conditions that pass or that an operator can end: the client may ask again. Other errors are our mistakes. */
const PASSING = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOMEM"];

/** The refusal for an error of SQLite that passes; undefined for any other error. */
export function unavailable(error: unknown): Failure | undefined {
  const passes = PASSING.some((code) => hasCode(error, code));
  return passes ? storeUnavailable("The store cannot do this now", error) : undefined;
}

/** Whether another process holds the database. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY");
}

/** Whether an error is one of SQLite's with this code, or one that begins with it. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof SQLiteError && error.code?.startsWith(code) === true;
}
