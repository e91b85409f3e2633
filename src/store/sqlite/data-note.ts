/* A note next to the database file that outlives it: whether there was data, so that an empty file does not count as a new shop. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { explainFullDisk, giveToOwner } from "../permissions.ts";
import { SchemaError } from "../schema/record.ts";
import { sync } from "./disk.ts";

const NOTE =
  "This folder has the data of a shop. petstore does not start where its database is empty. To begin with an empty shop, delete this file, too.\n";

const noteOf = (path: string) => `${path}-note`;

/** Records that a database has data. */
export function noteData(path: string): void {
  const note = noteOf(path);
  if (existsSync(note)) return;
  try {
    writeFileSync(note, NOTE, { mode: 0o600 });
  } catch (error) {
    // An empty file means the same, and a full disk must not prevent a start.
    if (explainFullDisk(error) === undefined) throw error;
    if (!existsSync(note)) return;
  }
  giveToOwner(note, path);
  sync(dirname(note));
}

/** Throws for a database without tables that had data: its file was cut, or its log was lost. */
export function requireNoData(path: string): void {
  const note = noteOf(path);
  if (!existsSync(note)) return;
  throw new SchemaError(
    `${path} is empty, but there was data: it was cut, or ${path}-wal was lost. Restore a backup with \`petstore restore\`. ` +
      `To begin with an empty shop, delete ${note}`,
  );
}

/** Throws for a file with several names: each name would have its own log, and lose the changes of the other. */
export function requireOneName(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile() || file.nlink <= 1) return;
  throw new SchemaError(
    `${path} has ${file.nlink} names (hard links), and SQLite keeps a log for each: expected one. Delete the others, or copy the file`,
  );
}
