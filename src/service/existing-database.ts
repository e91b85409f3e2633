import { existsSync } from "node:fs";
import { UsageError } from "../files/problems/usage-error.ts";
import { sqlitePath } from "../store/url.ts";

/** Whether a database exists. For a server that is known only after connecting. */
export function databaseExists(url: string): boolean {
  const path = sqlitePath(url);
  return path === undefined || existsSync(path);
}

/** Throws `UsageError` if there is no database, for commands that must not create one. */
export function requireDatabase(url: string): void {
  if (databaseExists(url)) return;
  throw new UsageError(`no database at ${url}: set DATABASE_URL to the service's database, or start the service once`);
}
