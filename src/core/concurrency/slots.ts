/* The limiter of the service: how much may be in use at one time, in total and per owner, with a queue. */
import { Failure } from "../../contract/errors/errors.ts";
import type { MaybePromise } from "./maybe-promise.ts";

/** The limits of a resource. */
export interface SlotLimits {
  /** What the slots are for, as messages name it, such as `requests in flight`. */
  readonly what: string;
  /** The total size in use. A single request may be larger; 0 refuses everything. */
  readonly max: number;
  /** The same for one owner. */
  readonly maxPerOwner?: number;
  /** How many may wait; others are refused. By default none waits. */
  readonly maxWaiting?: number;
  /** The same for one owner. */
  readonly maxWaitingPerOwner?: number;
  /** The message for a request that waited too long. */
  readonly late?: string;
  /** `Retry-After` of refused requests, in seconds. */
  readonly retryAfter?: number;
}

/** A request for slots. */
export interface Wanted {
  /** Without one, the limits of owners do not apply. */
  readonly owner?: string | undefined;
  /** By default 1. */
  readonly size?: number;
  /** How long it may wait. */
  readonly waitMs?: number;
  /** Goes ahead of others that wait. */
  readonly isUrgent?: boolean;
}

/** Releases the slots. A second call does nothing. */
export type Release = () => void;

interface Waiting extends Wanted {
  start(release: Release): void;
}

/** A semaphore. First in, first out, except that a smaller request may overtake one that does not fit yet. */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #byOwner = new Map<string, number>();
  readonly #urgent = new Set<Waiting>();
  readonly #others = new Set<Waiting>();
  #used = 0;
  #emptied: PromiseWithResolvers<void> | undefined;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** The size of all that is in use. */
  get used(): number {
    return this.#used;
  }

  /**
   * Takes a slot at once, or throws `service_unavailable`. Call it before the first `await`: two requests that check the limit before
   * either is counted would both pass.
   */
  take(owner?: string): Release {
    const wanted = { owner };
    if (!this.#hasRoom(wanted)) throw this.#full(owner);
    return this.#hold(wanted);
  }

  /** Takes a slot, and waits for one if none is free. Throws `service_unavailable` if too many wait, or after waiting too long. */
  wait(wanted: Wanted = {}): MaybePromise<Release> {
    return this.#hasRoom(wanted) ? this.#hold(wanted) : this.#enqueue(wanted);
  }

  /** Runs work with a slot from `take`, and releases the slot when the work ends. */
  run<Result>(owner: string | undefined, work: () => MaybePromise<Result>): MaybePromise<Result> {
    const wanted = { owner };
    if (!this.#hasRoom(wanted)) throw this.#full(owner);
    this.#add(wanted, 1);
    let result: MaybePromise<Result>;
    try {
      result = work();
    } catch (error) {
      this.#giveBack(wanted);
      throw error;
    }
    if (result instanceof Promise) return this.#untilEnd(wanted, result);
    this.#giveBack(wanted);
    return result;
  }

  /** Without `finally`, which makes three promises instead of one. */
  #untilEnd<Result>(wanted: Wanted, work: Promise<Result>): Promise<Result> {
    return work.then(
      (result) => {
        this.#giveBack(wanted);
        return result;
      },
      (error: unknown) => {
        this.#giveBack(wanted);
        throw error;
      },
    );
  }

  /** Resolves when nothing is in use. */
  async empty(): Promise<void> {
    while (this.#used > 0) {
      this.#emptied ??= Promise.withResolvers();
      await this.#emptied.promise;
    }
  }

  #hasRoom({ owner, size = 1 }: Wanted): boolean {
    const { max, maxPerOwner } = this.#limits;
    if (this.#used + size > max && (this.#used > 0 || max === 0)) return false;
    if (owner === undefined || maxPerOwner === undefined) return true;
    const owned = this.#byOwner.get(owner) ?? 0;
    return owned === 0 || owned + size <= maxPerOwner;
  }

  #hold(wanted: Wanted): Release {
    this.#add(wanted, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#giveBack(wanted);
    };
  }

  #giveBack(wanted: Wanted): void {
    this.#add(wanted, -1);
    this.#startNext();
  }

  #add({ owner, size = 1 }: Wanted, sign: 1 | -1): void {
    this.#used += sign * size;
    if (owner === undefined) return;
    const owned = (this.#byOwner.get(owner) ?? 0) + sign * size;
    if (owned === 0) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, owned);
  }

  #startNext(): void {
    if (this.#urgent.size + this.#others.size > 0) this.#startWaiting();
    if (this.#used > 0) return;
    this.#emptied?.resolve();
    this.#emptied = undefined;
  }

  #startWaiting(): void {
    for (const line of [this.#urgent, this.#others]) {
      for (const waiting of line) {
        if (this.#used >= this.#limits.max) return;
        if (!this.#hasRoom(waiting)) continue;
        line.delete(waiting);
        waiting.start(this.#hold(waiting));
      }
    }
  }

  #enqueue(wanted: Wanted): Promise<Release> {
    const { maxWaiting = 0, maxWaitingPerOwner, late = "Others take too long" } = this.#limits;
    const { owner, waitMs, isUrgent = false } = wanted;
    if (maxWaiting === 0 || this.#urgent.size + this.#others.size >= maxWaiting) throw this.#full(owner);
    if (maxWaitingPerOwner !== undefined && this.#waitingOf(owner) >= maxWaitingPerOwner) throw this.#full(owner);
    const line = isUrgent ? this.#urgent : this.#others;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const waiting: Waiting = {
        ...wanted,
        start(release) {
          clearTimeout(timer);
          resolve(release);
        },
      };
      line.add(waiting);
      if (waitMs === undefined) return;
      timer = setTimeout(() => {
        line.delete(waiting);
        reject(this.#refusal(late));
      }, waitMs);
    });
  }

  #waitingOf(owner: string | undefined): number {
    return [...this.#urgent, ...this.#others].filter((waiting) => waiting.owner === owner).length;
  }

  #full(owner: string | undefined): Failure {
    const { what, max, maxPerOwner, maxWaiting = 0 } = this.#limits;
    if (maxWaiting > 0) return this.#refusal(`Too many ${what} wait`);
    const isOfOwner = this.#used < max && owner !== undefined;
    const limit = isOfOwner ? `${maxPerOwner} ${what} of this API key` : `${max} ${what}`;
    return this.#refusal(`Limit of ${limit} reached`);
  }

  #refusal(reason: string): Failure {
    const { retryAfter } = this.#limits;
    const headers = retryAfter === undefined ? {} : { headers: { "Retry-After": String(retryAfter) } };
    return new Failure("service_unavailable", `${reason}; retry later`, headers);
  }
}
