import { closeSync, fdatasync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

const fdatasyncAsync = promisify(fdatasync);

/** The write-ahead log of a database that this process has open: as long as it has, SQLite keeps the file and reuses it. */
export interface LogFile {
  /** Resolves when all that was written before the call is on disk. Other work goes on meanwhile. Throws the disk's error. */
  sync(): Promise<void>;
  /** May be called again. */
  close(): void;
}

/**
 * Opens the log for its whole life: an open file learns of every failed write since it was opened. SQLite's locks
 * are on other files, so that closing this one does not release them. Puts the names of new files on disk.
 */
export function openLogFile(path: string): LogFile {
  const file = openSync(`${path}-wal`, "r");
  let isOpen = true;
  syncFolder(dirname(path));
  return {
    sync: () => fdatasyncAsync(file),
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}
