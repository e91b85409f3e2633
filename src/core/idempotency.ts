import { Failure } from "../contract/errors.ts";
import type { IdempotentRequest, Repositories, Store, StoredResponse } from "./ports.ts";
import { purgeInBatches } from "./purge.ts";

/** How long a response can be replayed. */
export const REPLAY_MS = 24 * 3_600_000;

/** A response, and whether it was sent before. */
export interface OnceResult {
  readonly response: StoredResponse;
  readonly isReplayed: boolean;
}

/**
 * Runs the effect of a request once, however often the request is sent: effect and response commit in one transaction. A request
 * that fails stores nothing and may be repeated with the same Idempotency-Key.
 */
export function once(
  store: Store,
  request: IdempotentRequest,
  now: number,
  effect: (repositories: Repositories) => Promise<StoredResponse>,
): Promise<OnceResult> {
  return store.transaction(async (repositories) => {
    const { idempotency } = repositories;
    if (await idempotency.claim(request, now, now - REPLAY_MS)) {
      const response = await effect(repositories);
      await idempotency.complete(request, response);
      return { response, isReplayed: false };
    }
    const known = await idempotency.find(request);
    if (known === undefined) throw new Failure("service_unavailable", "The Idempotency-Key has just expired; retry");
    if (known.fingerprint !== request.fingerprint) {
      throw new Failure(
        "idempotency_key_reused",
        "Idempotency-Key: expected a new key for a new request; this one was used with another path or body",
      );
    }
    return { response: known.response, isReplayed: true };
  });
}

/** Deletes the responses that can no longer be replayed, a batch at a time. */
export function purgeResponses(store: Store, now: number): Promise<void> {
  return purgeInBatches(store, ({ idempotency }, limit) => idempotency.purge(now - REPLAY_MS, limit));
}
