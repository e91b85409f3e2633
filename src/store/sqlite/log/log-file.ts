import { closeSync, constants, fdatasync, fstatSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { giveToOwner } from "../../permissions.ts";
import { sync } from "../disk.ts";

const fdatasyncAsync = promisify(fdatasync);

/** The write-ahead log of a database that this process has open. SQLite keeps the file and reuses it until then. */
export interface LogFile {
  /** Resolves when everything written before the call is on disk. Does not block. Throws the disk's error. */
  sync(): Promise<void>;
  /** Announces to other processes that this one is about to show commits that they may not have acknowledged yet. */
  announce(): void;
  /** A number that changes with each announcement of any process. */
  lastShown(): number;
  /** Whether this is still the file that SQLite opens by name: not replaced, not removed. */
  isThere(): boolean;
  /** Its size in bytes. */
  bytes(): number;
  /** May be called again. */
  close(): void;
}

/**
 * Opens the log for its whole life: an open file reports every failed write since it was opened. SQLite's locks are on other files, so
 * closing this one does not release them. Syncs the names of new files to disk.
 */
export function openLogFile(path: string): LogFile {
  const file = openSync(`${path}-wal`, "r");
  // A random number. The file stays: another process may have it open.
  const shown = openSync(`${path}-shown`, constants.O_RDWR | constants.O_CREAT, 0o600);
  giveToOwner(`${path}-shown`, path);
  const read = new Float64Array(1);
  let isOpen = true;
  sync(dirname(path));
  return {
    sync: () => fdatasyncAsync(file),
    isThere: () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.ino === fstatSync(file).ino,
    bytes: () => fstatSync(file).size,
    announce() {
      writeSync(shown, new Float64Array([Math.random()]), 0, 8, 0);
    },
    lastShown() {
      readSync(shown, read, 0, 8, 0);
      return read[0] as number;
    },
    close() {
      if (isOpen) for (const opened of [file, shown]) closeSync(opened);
      isOpen = false;
    },
  };
}
