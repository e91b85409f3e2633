/* Restores of a SQLite database: a copy of the backup is verified, and then replaces the database. */
import type { Database } from "bun:sqlite";
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { giveToOwner } from "../../permissions.ts";
import { fileTime, keepAs, sync } from "../disk.ts";
import { FileError, lockExclusively } from "../lock.ts";
import { type Contents, discard, discardLog, explained, partOf, verify } from "./backup.ts";

/** Throws `FileError` unless a file can be a backup and may replace the database. */
export function requireRestorable(file: string, path: string, force: boolean): void {
  if (existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0) {
    throw new FileError(
      `${file} is not a backup but a database in use, or one that was not closed cleanly (see ${file}-wal): make a backup with \`petstore backup\``,
    );
  }
  if (existsSync(path) && !force) {
    throw new FileError(
      `a database exists at ${path}: use --force to replace it; the old one is kept under another name`,
    );
  }
}

/** Writes a verified copy of a backup next to a database, for `replaceSqlite`. Throws `FileError` for a damaged backup. */
export function prepareRestore(path: string, file: string): Contents {
  const part = partOf(path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    discardAbandoned(path);
    // The copy failed to write.
    accessSync(file, constants.R_OK);
    copyFileSync(file, part);
    chmodSync(part, 0o600);
    giveToOwner(part, path);
    // Verifies the copy rather than the file, because the service will run on the copy.
    const contents = verify(part, file);
    sync(part);
    return contents;
  } catch (error) {
    discard(part);
    throw explained(error, file, path);
  }
}

/**
 * Atomically replaces a database by the copy of `prepareRestore`. Returns the new name of the old one. Throws `FileError` and changes
 * nothing while the database is in use.
 */
export function replaceSqlite(path: string, now: number): string | undefined {
  const part = partOf(path);
  try {
    return replace(path, part, now);
  } catch (error) {
    throw explained(error, path);
  } finally {
    discard(part);
  }
}

function replace(path: string, part: string, now: number): string | undefined {
  if (!existsSync(path)) {
    // The log of a deleted database would be replayed into this one.
    discardLog(path);
    renameSync(part, path);
    sync(dirname(path));
    return undefined;
  }
  const keptAs = freeName(`${path}.before-restore-${fileTime(now)}`);
  using kept = new DisposableStack();
  let held: Database | undefined;
  try {
    // Before anything else: the last connection to a damaged database deletes its log when it closes.
    if (existsSync(`${path}-wal`)) kept.use(keepAs(`${path}-wal`, `${keptAs}-wal`));
    held = lockExclusively(path);
    // Moves the content of the log into the file, so that no log is left.
    held?.run("pragma journal_mode = delete");
    kept.use(keepAs(path, keptAs));
    discardLog(path);
    renameSync(part, path);
    sync(dirname(path));
    return keptAs;
  } finally {
    // If the database could be opened, its file is complete.
    if (held !== undefined || !existsSync(keptAs)) rmSync(`${keptAs}-wal`, { force: true });
    held?.close();
  }
}

/** A name that no file has yet, not even that of another restore in this second. */
function freeName(name: string): string {
  const names = [name, ...Array.from({ length: 98 }, (_, index) => `${name}-${index + 2}`)];
  return names.find((one) => !existsSync(one) && !existsSync(`${one}-wal`)) ?? name;
}

/** Deletes what killed restores left. One that still runs in another container fails, and changes nothing. */
function discardAbandoned(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const [, pid] = /^(?:\.before-restore-[\dTZ-]+)?\.(\d+)\.part$/.exec(name.slice(basename(path).length)) ?? [];
    if (pid !== undefined && name.startsWith(basename(path)) && !isRunning(Number(pid)))
      discard(join(dirname(path), name));
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
