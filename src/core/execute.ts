/* Every change of the store: its check, its transaction and its events. */
import { batchesOf, yieldToEventLoop } from "./concurrency/event-loop.ts";
import type { NewEvent } from "./feed/event-ports.ts";
import type { Repositories, Store } from "./ports.ts";

/** What the work of a change may use. */
export interface Unit {
  /** The repositories of its transaction. */
  readonly store: Repositories;
  /** The events of the change in the order of the feed: `record` adds to them, and they commit with the change. */
  readonly events: NewEvent[];
}

/** Makes a change. It may run more than once; only the last run counts. */
export type Work<Result> = (unit: Unit) => Promise<Result>;

/** Makes a change in its own transaction. */
export type Transact = <Result>(work: Work<Result>) => Promise<Result>;

/** Rolls back what a check has stored. */
export type Rollback = () => Promise<void>;

/** A change, and the check before its transaction. */
export interface Change<Result> {
  readonly store: Store;
  readonly work: Work<Result>;
  /**
   * Throws when the change is not allowed. Runs before the transaction because it may be slow, such as a DNS lookup. Returns a rollback if
   * it stored something, in case the transaction fails.
   */
  readonly check?: (() => Promise<Rollback | undefined>) | undefined;
}

/** Makes a change in one transaction with its events. Throws the `Failure` of its check or its work, and then nothing is stored. */
export async function execute<Result>({ store, work, check }: Change<Result>): Promise<Result> {
  const rollback = await check?.();
  return orRollBack(rollback, () => store.transaction((repositories) => carryOut(repositories, work), true));
}

/** Makes changes that the limit of queued writes does not refuse: the service's own, and the later parts of an admitted request. */
export function transactOn(store: Store): Transact {
  return (work) => store.transaction((repositories) => carryOut(repositories, work));
}

/** Runs work after a check. If it fails, rolls back what the check stored. */
export async function orRollBack<Result>(rollback: Rollback | undefined, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await rollback?.();
    throw error;
  }
}

/** Events of an import that are appended per iteration of the event loop: an import may change thousands of pets. */
const EVENTS_PER_ITERATION = 200;

/** Runs the work of a change in an open transaction, and appends its events. */
export async function carryOut<Result>(store: Repositories, work: Work<Result>): Promise<Result> {
  const events: NewEvent[] = [];
  const result = await work({ store, events });
  for (const part of batchesOf(events, EVENTS_PER_ITERATION)) {
    if (part !== events) await yieldToEventLoop();
    await store.events.append(...part);
  }
  return result;
}
