/* The clock, randomness and hash function for core and http. Tests replace them. */
import type { Secrets } from "../core/keys/secrets.ts";

/** The current time, in epoch milliseconds. */
export const clock: () => number = Date.now;

export const secrets: Secrets = {
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  sha256: (data) => Bun.SHA256.hash(data, "hex"),
  crc32: (text) => Bun.hash.crc32(text),
};
