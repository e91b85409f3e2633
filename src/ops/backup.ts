import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
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
  if (isFolder(file)) throw new UsageError(`${file} is a folder: name a new file in it, or use --keep`);
  if (existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  return summarize(backupSqlite(path, resolve(file)));
}

/** The names of backups in a folder. They sort by their time. */
const NAME = /^petstore-\d{8}T\d{6}Z\.db$/;

/** The names of files that a backup into a folder writes to until it is complete. */
const PART = /^petstore-\d{8}T\d{6}Z\.db\.\d+\.part(?:-journal|-wal|-shm)?$/;

/** No backup takes so long: a part that was not written to since then is of one that was killed. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Writes a verified backup into a folder, with the time in its name. Then deletes the oldest of the backups with such names, so that
 * `keep` are left, and what backups that were killed have left. A backup that fails deletes nothing.
 */
export function backupInto(
  url: string,
  folder: string,
  keep: number,
  now: number,
): { readonly file: string; readonly summary: Summary; readonly deleted: readonly string[] } {
  if (!isFolder(folder)) throw new UsageError(`--keep: expected an existing folder for the backups; got ${folder}`);
  const file = join(folder, `petstore-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}.db`);
  const summary = backup(url, file);
  // Whatever the clock says, the one just written stays.
  const others = readdirSync(folder).filter((name) => NAME.test(name) && name !== basename(file));
  const deleted = others.toSorted().slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of deleted) rmSync(join(folder, name));
  deleteAbandonedParts(folder, now);
  return { file, summary, deleted };
}

function deleteAbandonedParts(folder: string, now: number): void {
  for (const name of readdirSync(folder).filter((name) => PART.test(name))) {
    const part = join(folder, name);
    // Another backup may have finished and deleted it meanwhile.
    const writtenAt = statSync(part, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (writtenAt < now - ABANDONED_MS) rmSync(part, { force: true });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
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
