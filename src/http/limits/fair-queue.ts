/* Shares the event loop fairly between keys: expensive requests of one key do not delay those of others (decision 034). */
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import { type Release, Slots } from "../../core/concurrency/slots.ts";

/** Milliseconds per iteration of the event loop that the requests of one key may run before its next ones wait. */
const KEY_MS = 4;

/** Likewise while another key is active; also how long a request may take without a pause of its key. */
const SHARED_KEY_MS = 0.5;
const QUICK_MS = 1;

/** After a long request its key pauses for twice as long, which leaves two thirds of the event loop to others. */
const REST = 2;
const REST_MAX_MS = 100;

/** A key counts as active for this long after its last request, in milliseconds. */
const ACTIVE_MS = 100;

/** Milliseconds per iteration for all keys together; and the extra allowance for the first request of a key. */
const ITERATION_MS = 8;

/** Log operations that block the event loop for this long. */
const BLOCKED_MS = 1000;

/** Dependencies and limits of the queue. */
interface FairQueueOptions {
  /** A clock of milliseconds that only measures how long something takes. */
  readonly stopwatch: () => number;
  /** Receives the time for which a request of a key blocked the event loop, in milliseconds. */
  readonly charge: (keyId: string, ms: number) => void;
  /** Receives operations that blocked it for a second or longer, each once. */
  readonly held: (operation: string, ms: number) => void;
  /** How many requests may wait; half of them of one key. */
  readonly maxWaiting: number;
}

/**
 * Runs requests immediately until they have used up the iteration. Later ones wait for the next iterations, which serve the
 * waiting keys round-robin.
 */
export class FairQueue {
  readonly #parts: FairQueueOptions;
  readonly #waiting: Slots;
  /** The requests that wait, by key. The first key is the next one. */
  readonly #queues = new Map<string, (() => void)[]>();
  /** How long the requests of each key ran in this iteration. */
  readonly #spent = new Map<string, number>();
  /** When the pause of a key ends, by the stopwatch. */
  readonly #rests = new Map<string, number>();
  #alarm: NodeJS.Timeout | undefined;
  /** When the alarm goes off, by the stopwatch. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #lastKeyId = "";
  #lastAt = Number.NEGATIVE_INFINITY;
  /** Until when two keys count as active. */
  #sharedUntil = Number.NEGATIVE_INFINITY;
  readonly #known = new Set<string>();
  #spentByAll = 0;
  #spentByFirst = 0;
  #isTurnOpen = false;
  /** Whether queued requests are being run. */
  #isTaking = false;

  constructor(parts: FairQueueOptions) {
    const { maxWaiting } = parts;
    this.#parts = parts;
    this.#waiting = new Slots({ what: "waiting requests", max: maxWaiting, maxPerOwner: Math.ceil(maxWaiting / 2) });
  }

  /** Runs a request, immediately or when it reaches the head of the queue. Throws `service_unavailable` when too many wait. */
  run<Result>(keyId: string, operation: string, work: () => MaybePromise<Result>): MaybePromise<Result> {
    if (!this.#mustWait(keyId)) return this.#measured(keyId, operation, work);
    const release = this.#waiting.take(keyId);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#enqueue(keyId, release, () => {
      try {
        resolve(this.#measured(keyId, operation, work));
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }

  #mustWait(keyId: string): boolean {
    if (this.#queues.has(keyId) || this.#restOf(keyId) > 0) return true;
    if (!this.#isTurnOpen) return false;
    const spent = this.#spent.get(keyId);
    // A key that has not run in this iteration does not wait for those that have.
    return spent === undefined
      ? this.#spentByFirst >= ITERATION_MS
      : spent >= this.#keyMs || this.#spentByAll >= ITERATION_MS;
  }

  get #keyMs(): number {
    return this.#lastAt < this.#sharedUntil ? SHARED_KEY_MS : KEY_MS;
  }

  /** How long a key still pauses, in milliseconds. */
  #restOf(keyId: string): number {
    if (this.#rests.size === 0) return 0;
    const rest = (this.#rests.get(keyId) ?? 0) - this.#parts.stopwatch();
    if (rest <= 0) this.#rests.delete(keyId);
    return Math.max(rest, 0);
  }

  /** Records that a key is active. */
  #note(keyId: string, at: number): void {
    if (keyId !== this.#lastKeyId && at - this.#lastAt < ACTIVE_MS) this.#sharedUntil = at + ACTIVE_MS;
    this.#lastKeyId = keyId;
    this.#lastAt = at;
  }

  /** Measures the synchronous part of the work, which blocks the event loop. */
  #measured<Result>(keyId: string, operation: string, work: () => MaybePromise<Result>): MaybePromise<Result> {
    const startedAt = this.#parts.stopwatch();
    this.#note(keyId, startedAt);
    try {
      return work();
    } finally {
      const endedAt = this.#parts.stopwatch();
      const ms = endedAt - startedAt;
      if (ms > QUICK_MS && endedAt < this.#sharedUntil)
        this.#rests.set(keyId, endedAt + Math.min(REST * ms, REST_MAX_MS));
      this.#openTurn();
      const spent = this.#spent.get(keyId);
      this.#spentByAll += ms;
      if (spent === undefined && !this.#isTaking) this.#spentByFirst += ms;
      this.#spent.set(keyId, (spent ?? 0) + ms);
      this.#parts.charge(keyId, ms);
      if (ms >= BLOCKED_MS && !this.#known.has(operation)) {
        this.#known.add(operation);
        this.#parts.held(operation, ms);
      }
    }
  }

  #enqueue(keyId: string, release: Release, start: () => void): void {
    const queue = this.#queues.get(keyId) ?? [];
    queue.push(() => {
      release();
      start();
    });
    this.#queues.set(keyId, queue);
    this.#openTurn();
  }

  #openTurn(): void {
    if (this.#isTurnOpen) return;
    this.#isTurnOpen = true;
    setImmediate(() => this.#nextIteration());
  }

  #nextIteration(): void {
    this.#isTurnOpen = false;
    this.#spentByAll = 0;
    this.#spentByFirst = 0;
    this.#spent.clear();
    this.#isTaking = true;
    let soonest = Number.POSITIVE_INFINITY;
    // A key that is added again during the iteration moves to its end.
    for (const [keyId, queue] of this.#queues) {
      const rest = this.#restOf(keyId);
      if (rest > 0) {
        soonest = Math.min(soonest, rest);
        continue;
      }
      const start = queue.shift();
      this.#queues.delete(keyId);
      if (queue.length > 0) this.#queues.set(keyId, queue);
      start?.();
      if (this.#spentByAll < this.#keyMs) continue;
      if (this.#queues.size > 0) soonest = 0;
      break;
    }
    this.#isTaking = false;
    if (soonest === 0) this.#openTurn();
    else if (this.#queues.size > 0) this.#wakeIn(soonest);
  }

  #wakeIn(ms: number): void {
    const at = this.#parts.stopwatch() + ms;
    // The key with the longest pause must not delay the others.
    if (at >= this.#alarmAt) return;
    clearTimeout(this.#alarm);
    this.#alarmAt = at;
    this.#alarm = setTimeout(() => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.#openTurn();
    }, Math.ceil(ms));
  }
}
