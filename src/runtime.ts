/* The clock, randomness and hashes, which core and http receive instead of importing. Tests pass their own. */
import type { Secrets } from "./core/keys.ts";

/** The time, in epoch milliseconds. */
export const clock: () => number = Date.now;

export const secrets: Secrets = {
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  sha256: (text) => Bun.SHA256.hash(text, "hex"),
  crc32: (text) => Bun.hash.crc32(text),
};
