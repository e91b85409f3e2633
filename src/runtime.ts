/* What core and http are given instead of taking it: the clock, randomness, a hash. Tests give their own. */
import type { Secrets } from "./core/keys.ts";

/** The time, in epoch milliseconds. */
export const clock: () => number = Date.now;

export const secrets: Secrets = {
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  sha256: (text) => Bun.SHA256.hash(text, "hex"),
};
