import { SQLiteError } from "bun:sqlite";
import { dirname } from "node:path";
import type { Failure } from "../../contract/errors/errors.ts";
import { storeUnavailable } from "../engine.ts";
import { explainFullDisk, explainPermission } from "../permissions.ts";
import { SchemaError } from "../schema/record.ts";

/** Conditions that pass or that an operator can end: the client may retry. Any other error is a bug of ours. */
const TRANSIENT = ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_NOMEM"];

/** The failure for a transient error of SQLite; undefined for any other error. */
export function unavailable(error: unknown): Failure | undefined {
  const isTransient = TRANSIENT.some((code) => hasCode(error, code));
  return isTransient ? storeUnavailable("The store cannot do this now", error) : undefined;
}

/** Whether another process holds the database. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY");
}

/** Whether an error is SQLite's and its code starts with this one. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof SQLiteError && error.code?.startsWith(code) === true;
}

/** Whether an error means that a file is not a database, or a damaged one. */
export function isDamaged(error: unknown): boolean {
  return hasCode(error, "SQLITE_NOTADB") || hasCode(error, "SQLITE_CORRUPT");
}

/** An error of the file itself, with a remedy for the operator; any other error unchanged. */
export function explained(error: unknown, path: string): unknown {
  const schemaError = (message: string) => new SchemaError(message, { cause: error });
  if (hasCode(error, "SQLITE_NOTADB")) {
    return schemaError(
      `${path} is not a SQLite database, or its start is damaged: restore a backup, or name another file`,
    );
  }
  if (hasCode(error, "SQLITE_CORRUPT")) {
    return schemaError(`${path} is damaged: keep a copy of it and its -wal file, then \`petstore restore\` a backup`);
  }
  const permission = explainPermission(error);
  if (permission !== undefined)
    return schemaError(`cannot open ${path}: ${permission}, or name another place in DATABASE_URL`);
  const fullDisk = explainFullDisk(error);
  if (fullDisk !== undefined) return schemaError(`cannot open ${path}: ${fullDisk}`);
  if (error instanceof Error && "code" in error && /^(?:EEXIST|ENOTDIR)$/.test(String(error.code))) {
    return new SchemaError(`${dirname(path)} is a file: name a database in a folder in DATABASE_URL`);
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^E[A-Z]+$/.test(code) || code === "SQLITE_CANTOPEN"
    ? schemaError(`${path} cannot be opened as a database`)
    : error;
}
