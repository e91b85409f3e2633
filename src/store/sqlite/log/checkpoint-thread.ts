/* A thread that copies the write-ahead log into the database file: that reads, writes and syncs both. */
import { Database } from "bun:sqlite";
import { hasCode } from "../sqlite-errors.ts";

declare const self: Worker;

export interface CheckpointRequest {
  readonly path: string;
  /**
   * `passive` waits for nobody. The others wait a moment for other processes, which wait meanwhile: after `restart` the next write
   * starts the log over, and `truncate` leaves an empty one.
   */
  readonly mode: "passive" | "restart" | "truncate";
}

/** What a checkpoint did. */
export interface Checkpoint {
  /** Why it failed. */
  readonly failure?: string;
  /** Whether the disk may have lost what was written. */
  readonly isLost: boolean;
  /** Whether others kept it from copying and truncating the whole log. */
  readonly isBusy?: boolean;
}

/** How long a checkpoint that waits keeps writers waiting for those who read, in milliseconds. */
const BUSY_MS = 100;

self.onmessage = ({ data }: MessageEvent<CheckpointRequest>) => self.postMessage(checkpoint(data));

/** A connection for each checkpoint: one that stays open would keep the last one of the service from removing the log. */
function checkpoint({ path, mode }: CheckpointRequest): Checkpoint {
  try {
    using database = new Database(path, { readwrite: true, create: false });
    database.run(`pragma busy_timeout = ${BUSY_MS}`);
    using copy = database.prepare<{ busy: number }, []>(`pragma wal_checkpoint(${mode})`);
    return { isLost: false, isBusy: copy.get()?.busy !== 0 };
  } catch (error) {
    return { failure: String(error), isLost: hasCode(error, "SQLITE_IOERR_FSYNC") };
  }
}
