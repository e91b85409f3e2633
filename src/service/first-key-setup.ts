/* The first key of a new store, shown once: printed to stderr by the program, or written to a file here. */
import { rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createFirstKey } from "../core/keys/key-rules.ts";
import type { Store } from "../core/ports.ts";
import { UsageError } from "../files/problems/usage-error.ts";
import { explainPermission } from "../store/permissions.ts";
import { clock, secrets } from "./runtime.ts";
import type { Config } from "./settings/settings.ts";

/**
 * Creates the first key of a new store and returns it, unless the operator configured a key. If FIRST_KEY_FILE is set, the file is
 * written before the key is stored: throws `UsageError` and creates no key if that fails.
 */
export async function firstKeyOf(store: Store, config: Config): Promise<string | undefined> {
  const { apiKey, environment, firstKeyFile } = config;
  if (apiKey !== "") return undefined;
  const keep = (text: string) => {
    if (firstKeyFile !== "") writeKey(firstKeyFile, text);
  };
  return (await createFirstKey(store, environment, clock(), secrets, keep))?.text;
}

function writeKey(file: string, text: string): void {
  try {
    // A file of an earlier database, perhaps with wider permissions.
    rmSync(file, { force: true });
    writeFileSync(file, `${text}\n`, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new UsageError(`FIRST_KEY_FILE: cannot write ${file}, so no key was created: ${reasonOf(error, file)}`);
  }
}

function reasonOf(error: unknown, file: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return `the folder ${dirname(file)} does not exist: create it, or name another file`;
  return explainPermission(error) ?? message;
}
