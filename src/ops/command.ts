/* Shared by the work behind every command. */
import { existsSync } from "node:fs";
import type { ImportOption } from "../core/import-ports.ts";
import { sqlitePath } from "../store/url.ts";

/** The person at the command line made a mistake; the message says what to do instead. */
export class UsageError extends Error {}

/** A signal ended the work early, without damage; the message says how to go on. */
export class InterruptedError extends Error {}

/** The formats of files of pets. */
export const formats = ["ndjson", "csv"] as const;
export type Format = (typeof formats)[number];

/** Receives the progress of a step. `of` is 0 when the total is unknown. */
export type Report = (step: string, done: number, of: number) => void;

/** Whether there is a database to open. One on a server shows only when it is opened. */
export function databaseExists(url: string): boolean {
  const path = sqlitePath(url);
  return path === undefined || existsSync(path);
}

/** Throws `UsageError` when there is no database, for commands that must not create one. */
export function requireDatabase(url: string): void {
  if (databaseExists(url)) return;
  throw new UsageError(`no database at ${url}: set DATABASE_URL to the service's database, or start the service once`);
}

/** How messages name an option of the command, such as `--map-status`. */
export function flagOf(option: ImportOption): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
