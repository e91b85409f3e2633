/* A thread that copies the write-ahead log into the database file, which reads, writes and syncs both. */
import { Database } from "bun:sqlite";
import { hasCode } from "../sqlite-errors.ts";

declare const self: Worker;

export interface CheckpointRequest {
  readonly path: string;
  /**
   * `passive` does not wait. The others wait a moment for other processes, which wait meanwhile: after `restart` the next write starts the
   * log over, and `truncate` empties it.
   */
  readonly mode: "passive" | "restart" | "truncate";
}

/** The result of a checkpoint. */
export interface Checkpoint {
  /** Why it failed. */
  readonly failure?: string;
  /** Whether the disk may have lost writes. */
  readonly isLost: boolean;
  /** Whether other connections prevented copying and truncating the whole log. */
  readonly isBusy?: boolean;
}

/** How long a waiting checkpoint blocks writers because of readers, in milliseconds. */
const BUSY_MS = 100;

self.onmessage = ({ data }: MessageEvent<CheckpointRequest>) => self.postMessage(checkpoint(data));

/** One connection per checkpoint: an open one would keep the service's last connection from removing the log. */
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
