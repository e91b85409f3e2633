import { Failure } from "../contract/errors.ts";
import type { IdempotentRequest, KnownRequest, StoredResponse } from "./ports.ts";

/** How long a response can be replayed. */
const REPLAY_MS = 24 * 3_600_000;

/** Responses from before this time are forgotten. */
export function replayableSince(now: number): number {
  return now - REPLAY_MS;
}

/** Returns the response to a request that was made before. Throws `idempotency_key_reused` when that was another one. */
export function requireSame({ fingerprint }: IdempotentRequest, known: KnownRequest): StoredResponse {
  if (known.fingerprint === fingerprint) return known.response;
  throw new Failure(
    "idempotency_key_reused",
    "Idempotency-Key: expected a new key for a new request; this one was used with another path or body",
  );
}
