import { closeSync, existsSync, openSync, readSync } from "node:fs";

/**
 * The bytes in which SQLite counts the commits of all processes: the header of the index of the write-ahead log, which a connection
 * compares at the start of each transaction to learn whether its state is the newest (https://sqlite.org/walformat.html).
 */
const HEADER_BYTES = 48;

/** Tells whether any process has committed, at a quarter of the cost of asking SQLite, which takes and releases a lock. */
export interface LogIndex {
  /** Remembers this moment. */
  mark(): void;
  /** Whether no process has committed since the mark. True only when none has. */
  isUnchanged(): boolean;
  /** Call when the connections are closed. May be called again. */
  close(): void;
}

/** Opens the index of a database that this process has open. */
export function openLogIndex(path: string): LogIndex {
  const name = `${path}-shm`;
  const file = openSync(name, "r");
  const [marked, current] = [Buffer.alloc(HEADER_BYTES), Buffer.alloc(HEADER_BYTES)];
  let isOpen = true;
  return {
    mark: () => void readSync(file, marked, 0, HEADER_BYTES, 0),
    isUnchanged() {
      readSync(file, current, 0, HEADER_BYTES, 0);
      return current.equals(marked);
    },
    close() {
      // Closing it would release the locks of every connection in this process. The last connection removes the file.
      if (isOpen && !existsSync(name)) closeSync(file);
      isOpen = false;
    },
  };
}
