import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { sqlitePath } from "../store/index.ts";
import { backupSqlite, type Contents, restoreSqlite } from "../store/sqlite/backup.ts";
import { TABLES } from "../store/tables.ts";
import { requireDatabase, UsageError } from "./command.ts";

/** What a backup contains. */
export interface Summary {
  readonly counts: readonly { readonly noun: string; readonly count: number }[];
  readonly bytes: number;
  /** The version of the schema. */
  readonly version: number;
}

/** Writes a verified backup of a SQLite database to a new file. */
export function backup(url: string, file: string): Summary {
  const path = requireSqlite(url, "pg_dump --format=custom --file=FILE");
  requireDatabase(url);
  if (existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  return summarize(backupSqlite(path, resolve(file)));
}

/** Replaces a SQLite database by a verified backup. An existing one needs `force` and is kept as `keptAs`. */
export function restore(
  url: string,
  file: string,
  force: boolean,
  now: number,
): { path: string; summary: Summary; keptAs: string | undefined } {
  const path = requireSqlite(url, "pg_restore");
  if (!existsSync(file)) throw new UsageError(`no such file: ${file}`);
  const { contents, keptAs } = restoreSqlite(resolve(file), path, force, now);
  return { path, summary: summarize(contents), keptAs };
}

function summarize({ rows, bytes, version }: Contents): Summary {
  const counts = TABLES.flatMap(({ name, noun }) => (noun === undefined ? [] : [{ noun, count: rows[name] ?? 0 }]));
  return { counts, bytes, version };
}

/** Returns the path of the database. PostgreSQL's own tools know everything that is in a PostgreSQL database. */
function requireSqlite(url: string, tool: string): string {
  if (url.startsWith("sqlite:")) return resolve(sqlitePath(url));
  throw new UsageError(
    `the data is in PostgreSQL: use its own tool, \`${tool}\`. ` +
      "To copy the data to a SQLite file: `petstore copy --from postgres://... --to sqlite://FILE`",
  );
}
