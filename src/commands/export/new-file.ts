import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "../../files/problems/usage-error.ts";

/** Throws `UsageError` unless the name is free and its folder exists. */
export function requireNewFile(file: string): void {
  if (existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  const folder = dirname(resolve(file));
  if (!isFolder(folder)) throw new UsageError(`no such folder: ${folder}: create it, or name a file in another one`);
}

/** Whether the path is a folder. */
export function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
