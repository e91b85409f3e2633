/* A thread that copies the write-ahead log into the database file: that reads, writes and syncs both. */
import { Database } from "bun:sqlite";
import { hasCode } from "./errors.ts";

declare const self: Worker;

/** What a checkpoint did. */
export interface Checkpoint {
  /** Why it failed. */
  readonly failure?: string;
  /** Whether the disk may have lost what was written. */
  readonly isLost: boolean;
}

self.onmessage = ({ data: path }: MessageEvent<string>) => self.postMessage(checkpoint(path));

/** A connection for each checkpoint: one that stays open would keep the last one of the service from removing the log. */
function checkpoint(path: string): Checkpoint {
  try {
    using database = new Database(path, { readwrite: true, create: false });
    // Waits for nobody, and copies everything that no reader keeps.
    database.run("pragma wal_checkpoint(passive)");
    return { isLost: false };
  } catch (error) {
    return { failure: String(error), isLost: hasCode(error, "SQLITE_IOERR_FSYNC") };
  }
}
