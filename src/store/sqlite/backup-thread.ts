/* A thread that writes a backup, so that a signal can end the process meanwhile. */
import { backupSqlite, type Contents } from "./backup.ts";

declare const self: Worker;

/** What to back up, and where to. */
export interface BackupRequest {
  readonly path: string;
  readonly file: string;
}

/** The end of a backup. An error keeps only its texts on the way to another thread. */
export type BackupResult =
  | { readonly contents: Contents }
  | { readonly contents?: never; readonly message: string; readonly cause: string | undefined };

self.onmessage = ({ data }: MessageEvent<BackupRequest>) => self.postMessage(result(data));

function result({ path, file }: BackupRequest): BackupResult {
  try {
    return { contents: backupSqlite(path, file) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { message, cause: cause instanceof Error ? cause.message : undefined };
  }
}
