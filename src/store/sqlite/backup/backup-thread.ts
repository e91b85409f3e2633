/* A thread that copies a whole database, so that a signal can end the process meanwhile. */
import { backupSqlite, type Contents } from "./backup.ts";
import { prepareRestore } from "./restore.ts";

declare const self: Worker;

/** The work that the thread does. */
const WORK = { backup: backupSqlite, restore: prepareRestore } as const;

/** A database and its backup, and which one to write. */
export interface BackupRequest {
  readonly work: keyof typeof WORK;
  readonly path: string;
  readonly file: string;
}

/** The result of the work. Errors lose all but their texts between threads. */
export type BackupResult =
  | { readonly contents: Contents }
  | { readonly contents?: never; readonly message: string; readonly cause: string | undefined };

self.onmessage = ({ data }: MessageEvent<BackupRequest>) => self.postMessage(result(data));

function result({ work, path, file }: BackupRequest): BackupResult {
  try {
    return { contents: WORK[work](path, file) };
  } catch (error) {
    const { message, cause } = error as Error;
    return { message, cause: cause instanceof Error ? cause.message : undefined };
  }
}
