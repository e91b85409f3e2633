import { freeBytes, lastBackupAt } from "../store/sqlite/disk.ts";
import { sqlitePath } from "../store/url.ts";

/** What surrounds a SQLite file. */
export interface Disk {
  freeBytes(): number;
  /** In epoch milliseconds; 0 if there was none. */
  lastBackupAt(): number;
}

/** The disk of a SQLite database; undefined for a database server, which has its own monitoring. */
export function diskOf(url: string): Disk | undefined {
  if (!url.startsWith("sqlite:")) return undefined;
  const path = sqlitePath(url);
  return { freeBytes: () => freeBytes(path), lastBackupAt: () => lastBackupAt(path) };
}
