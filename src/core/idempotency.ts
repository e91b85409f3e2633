/* Changes that take effect once, however often their request is sent: Idempotency-Key. */
import { Failure } from "../contract/errors/errors.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import { type Change, carryOut, orRollBack, type Rollback } from "./execute.ts";
import type { IdempotentRequest, KnownRequest, StoredResponse } from "./ports.ts";
import { HOUR_MS } from "./times.ts";

/** A response, and whether it was sent before. */
export interface OnceResult {
  readonly response: StoredResponse;
  readonly isReplayed: boolean;
}

/**
 * The first response to a change, and the one to its repetitions. They differ in secrets, which are shown once and never stored, and in
 * personal data, which is stored only in its own table.
 */
export interface Responses {
  readonly first: StoredResponse;
  /** Called only if it is stored: most requests have no Idempotency-Key. */
  readonly repeated: () => MaybePromise<StoredResponse>;
}

const EMPTY = { status: 204, headers: {} };

/** The responses of a change without a client. */
export const NO_CONTENT: Responses = { first: EMPTY, repeated: () => EMPTY };

/** How long a response can be replayed. */
const REPLAY_MS = 24 * HOUR_MS;

/** Stored responses from before this time have expired. */
export function replayableSince(now: number): number {
  return now - REPLAY_MS;
}

/**
 * Makes a change once, however often its request is sent: the change and its response commit in one transaction. A request that fails
 * stores nothing and may be repeated with the same Idempotency-Key. A repeated request gets the stored response, and its check does not
 * run. Responses from before `keptSince` have expired. Throws `idempotency_key_reused` when the request differs.
 */
export async function executeOnce(
  { store, work, check }: Change<Responses>,
  request: IdempotentRequest,
  now: number,
  keptSince = replayableSince(now),
): Promise<OnceResult> {
  let rollback: Rollback | undefined;
  if (check !== undefined) {
    const known = await store.idempotency.find(request, keptSince);
    if (known !== undefined) return { response: requireSame(request, known), isReplayed: true };
    rollback = await check();
  }
  const once = () => claimOnce({ store, work }, request, now, keptSince);
  const result = await orRollBack(rollback, once);
  if (result.isReplayed) await rollback?.();
  return result;
}

function claimOnce(
  { store, work }: Change<Responses>,
  request: IdempotentRequest,
  now: number,
  keptSince: number,
): Promise<OnceResult> {
  return store.transaction(async (repositories) => {
    const { idempotency } = repositories;
    if (await idempotency.claim(request, now, keptSince)) {
      const { first, repeated } = await carryOut(repositories, work);
      await idempotency.complete(request, await repeated());
      return { response: first, isReplayed: false };
    }
    const known = await idempotency.find(request, keptSince);
    if (known === undefined)
      throw new Failure("service_unavailable", "The Idempotency-Key expired during the request; retry");
    return { response: requireSame(request, known), isReplayed: true };
  }, true);
}

/** Returns the response to a request that was made before. Throws `idempotency_key_reused` when that was another one. */
function requireSame({ fingerprint }: IdempotentRequest, known: KnownRequest): StoredResponse {
  if (known.fingerprint === fingerprint) return known.response;
  throw new Failure(
    "idempotency_key_reused",
    "Idempotency-Key: expected a new key for a new request; this one was used with another path or body",
  );
}
