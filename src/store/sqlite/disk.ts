/* A SQLite file and its disk: the free space, the time of the last backup, and what is known to be on the disk. */
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { giveToOwner } from "../permissions.ts";

/** How many bytes are free for the database. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

/** The size of a database with its log, which has the latest writes, in bytes. */
export function bytesOnDisk(path: string): number {
  return fileBytes(path) + logBytes(path);
}

/** How many bytes the log of a database takes. */
export function logBytes(path: string): number {
  return fileBytes(`${path}-wal`);
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Waits until a file or a folder is on disk. */
export function sync(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Whether the file system has no links, such as FAT and some network drives. */
function hasNoLinks(error: unknown): boolean {
  return /^(?:EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS)$/.test((error as NodeJS.ErrnoException).code ?? "");
}

/**
 * Gives a complete file its name, unless another file has it by now. A link fails then, where a rename would replace that file. Without
 * links, an empty file takes the name first, and the rename replaces that.
 */
export function giveName(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    closeSync(openSync(file, "wx", 0o600));
    try {
      renameSync(part, file);
    } catch (failure) {
      rmSync(file, { force: true });
      throw failure;
    }
  }
}

/**
 * Keeps the present content of a file under a second name as well, by a link, or where there are none by a copy that gets its name when it
 * is complete. The file then stays open until disposed of: closing it would release SQLite's locks on it.
 */
export function keepAs(path: string, second: string): Disposable {
  try {
    linkSync(path, second);
    return { [Symbol.dispose]() {} };
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
  }
  const source = openSync(path, "r");
  const part = `${second}.${process.pid}.part`;
  try {
    copyOpen(source, part);
    giveToOwner(part, path);
    giveName(part, second);
    return { [Symbol.dispose]: () => closeSync(source) };
  } catch (error) {
    rmSync(part, { force: true });
    closeSync(source);
    throw error;
  }
}

function copyOpen(source: number, file: string): void {
  const copy = openSync(file, "wx", 0o600);
  try {
    const bytes = Buffer.alloc(1 << 20);
    for (let size = readSync(source, bytes); size > 0; size = readSync(source, bytes)) {
      writeFileSync(copy, bytes.subarray(0, size));
    }
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
}

/** A time in the name of a file, such as 20261201T080000Z. */
export function fileTime(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The file next to the database that has the time of its last backup. */
const recordOf = (path: string) => `${path}.last-backup`;

/** Records the time of a complete backup. If that fails, the backup is still good, and the alert on old backups fires. */
export function recordBackup(path: string, at: number): void {
  try {
    writeFileSync(recordOf(path), `${new Date(at).toISOString()}\n`, { mode: 0o600 });
    giveToOwner(recordOf(path), path);
  } catch {
    // See above.
  }
}

/** The time of the last backup; 0 if there was none. */
export function lastBackupAt(path: string): number {
  try {
    return Date.parse(readFileSync(recordOf(path), "utf8").trim()) || 0;
  } catch {
    return 0;
  }
}
