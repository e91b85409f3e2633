/* The clock, randomness and a hash function, passed to core and http: tests pass their own. And how this program is started. */
import { join } from "node:path";
import type { Secrets } from "../core/secrets.ts";

/** The current time, in epoch milliseconds. */
export const clock: () => number = Date.now;

export const secrets: Secrets = {
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  sha256: (data) => Bun.SHA256.hash(data, "hex"),
  crc32: (text) => Bun.hash.crc32(text),
};

/** The command that starts this program: the one-file executable, or the runtime with our main file. */
export function program(): readonly string[] {
  const isExecutable = Bun.main.startsWith("/$bunfs/");
  return isExecutable ? [process.execPath] : [process.execPath, join(import.meta.dir, "../main.ts")];
}
