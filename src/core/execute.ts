/* The one door for a change: its check, its idempotency, its transaction and its events. */
import { Failure } from "../contract/errors/errors.ts";
import { batchesOf, yieldToEventLoop } from "./concurrency/event-loop.ts";
import type { MaybePromise } from "./concurrency/maybe-promise.ts";
import type { NewEvent } from "./feed/event-ports.ts";
import type { IdempotentRequest, KnownRequest, Repositories, Store, StoredResponse } from "./ports.ts";

/** What the work of a change may use. */
export interface Unit {
  /** The repositories of its transaction. */
  readonly store: Repositories;
  /** The events of the change in the order of the feed: `record` adds to them, and they commit with the change. */
  readonly events: NewEvent[];
}

/** Makes a change. It may run more than once; only the last run counts. */
export type Work<Result> = (unit: Unit) => Promise<Result>;

/** Makes a change in a transaction of its own. */
export type Transact = <Result>(work: Work<Result>) => Promise<Result>;

/** Rolls back what a check has stored. */
export type Rollback = () => Promise<void>;

/** A change, and what has to be done before its transaction. */
export interface Change<Result> {
  readonly store: Store;
  readonly work: Work<Result>;
  /**
   * Throws when the change is not allowed. It runs before the transaction because it takes a while, such as a lookup of a host. One that
   * stores something returns what takes it back, in case the transaction fails.
   */
  readonly check?: (() => Promise<Rollback | undefined>) | undefined;
}

/** A response, and whether it was sent before. */
export interface OnceResult {
  readonly response: StoredResponse;
  readonly isReplayed: boolean;
}

/** The response to a change, and to its repetition: a secret is shown once and stored nowhere; personal data is kept only in its own table. */
export interface Responses {
  readonly first: StoredResponse;
  /** Made only where it is stored: most requests have no Idempotency-Key. */
  readonly repeated: () => MaybePromise<StoredResponse>;
}

/** Makes a change in one transaction with its events. Throws the `Failure` of its check or its work, and then nothing is stored. */
export async function execute<Result>({ store, work, check }: Change<Result>): Promise<Result> {
  const rollback = await check?.();
  return orRollBack(rollback, () => store.transaction((repositories) => carryOut(repositories, work), true));
}

/** Makes changes of which the first was admitted, or that are the service's own: they are not refused for the number of others. */
export function transactOn(store: Store): Transact {
  return (work) => store.transaction((repositories) => carryOut(repositories, work));
}

/** Does work after a check. If it fails, rolls back what the check has stored. */
async function orRollBack<Result>(rollback: Rollback | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await rollback?.();
    throw error;
  }
}

/** Events of an import that are appended per iteration of the event loop: an import may change thousands of pets. */
const EVENTS_IN_TURN = 200;

/** Does the work of a change in a transaction that is open, and appends its events. */
export async function carryOut<Result>(store: Repositories, work: Work<Result>): Promise<Result> {
  const events: NewEvent[] = [];
  const result = await work({ store, events });
  for (const part of batchesOf(events, EVENTS_IN_TURN)) {
    if (part !== events) await yieldToEventLoop();
    await store.events.append(...part);
  }
  return result;
}

/** How long a response can be replayed. */
const REPLAY_MS = 24 * 3_600_000;

/** Responses from before this time are forgotten. */
export function replayableSince(now: number): number {
  return now - REPLAY_MS;
}

/**
 * Makes a change once, however often its request is sent: the change and its response commit in one transaction. A request that
 * fails stores nothing and may be repeated with the same Idempotency-Key. A repeated request gets the stored response, whatever
 * the check would find now. Responses from before `keptSince` are forgotten. Throws `idempotency_key_reused` when the request differs.
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
