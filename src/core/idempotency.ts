import { Failure } from "../contract/errors.ts";
import type { IdempotentRequest, Repositories, Store, StoredResponse } from "./ports.ts";

/** How long an answer can be had again. */
export const KEPT_MS = 24 * 3_600_000;

/** How many answers one purge forgets: it shares the writer with everybody. */
const PURGE_MAX = 1000;

/** An answer, and whether it was given before. */
export interface Once {
  readonly answer: StoredResponse;
  readonly isReplayed: boolean;
}

/**
 * Does what a request asks exactly once, however often it is sent: the effect and its answer are stored in one transaction.
 * A request that fails stores nothing, and may be sent again with the same Idempotency-Key.
 */
export function once(
  store: Store,
  request: IdempotentRequest,
  now: number,
  effect: (facts: Repositories) => Promise<StoredResponse>,
): Promise<Once> {
  return store.transaction(async (facts) => {
    if (await facts.idempotency.claim(request, now, now - KEPT_MS)) {
      const answer = await effect(facts);
      await facts.idempotency.complete(request, answer);
      return { answer, isReplayed: false };
    }
    const known = await facts.idempotency.find(request);
    if (known?.fingerprint !== request.fingerprint) {
      throw new Failure(
        "idempotency_key_reused",
        "Idempotency-Key: expected a new one for a new request; this one came with another path or body before",
      );
    }
    return { answer: known.answer, isReplayed: true };
  });
}

/** Forgets the answers that are too old, some at a time. */
export async function purgeAnswers(store: Store, now: number): Promise<void> {
  let purged = PURGE_MAX;
  while (purged === PURGE_MAX) {
    purged = await store.transaction(({ idempotency }) => idempotency.purge(now - KEPT_MS, PURGE_MAX));
  }
}
