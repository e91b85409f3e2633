/* Delivers typed input exactly once, even if responses are lost. A request without a response is repeated first,
   under its own Idempotency-Key; later input follows as a change (decision 080). */
import { PetstoreError } from "../../client/index.ts";
import { hasCode } from "../app/failure.ts";
import { randomName } from "../app/random.ts";
import { changedFields, type Draft, type Fields, merge, type Sent, type Version, withFields } from "./draft.ts";
import type { DraftStore } from "./use-draft.ts";

/** One request. */
export interface Sending<F extends Fields, Result = unknown> {
  readonly typed: F;
  /** The entity tag of the version that the person saw. */
  readonly tag: string | undefined;
  /** The fields of the previous request if there is a `result`; otherwise the version that the person saw. */
  readonly before: F;
  /** The fields that differ from `before`; change only these. */
  readonly changed: readonly (keyof F & string)[];
  readonly idempotencyKey: string;
  /** What an earlier request created, to be changed now. Undefined in the first request. */
  readonly result: Result | undefined;
  /** Reports that a part is stored as this version, even if the rest fails. */
  readonly reached: (version: Version<F>) => void;
}

/** How a form sends its input. */
export interface DeliveryOptions<F extends Fields, Result> {
  readonly send: (sending: Sending<F, Result>) => Promise<Result>;
  /** Converts a result to a version. Without it, the form creates things and is cleared after each. */
  readonly versionOf?: (result: Result) => Version<F>;
  /** The part of the input that the first request can create. The rest follows as a change. */
  readonly first?: (typed: F) => F;
  /** Called once everything submitted is stored. */
  readonly done?: (result: Result, typed: F) => void;
  /** Reads the current version after a conflict. */
  readonly read?: (typed: F) => Promise<Version<F>>;
}

/** How many concurrent changes to other fields are merged before the form gives up. */
const MERGES_MAX = 5;

const isSame = (one: Fields, other: Fields) => changedFields(one, other).length === 0;

/** One submit: as many requests as it takes to store what was typed. */
export class Delivery<F extends Fields, Result> {
  readonly #store: DraftStore<F>;
  readonly #options: DeliveryOptions<F, Result>;
  /** Whether a draft has anything to send. */
  readonly #hasContent: (draft: Draft<F>) => boolean;
  #wanted: F;
  /** The next step to send. */
  #index = 0;
  #result: Result | undefined;
  #merges = 0;

  constructor(
    store: DraftStore<F>,
    options: DeliveryOptions<F, Result>,
    hasContent: (draft: Draft<F>) => boolean,
    submitted: F,
  ) {
    this.#store = store;
    this.#options = options;
    this.#hasContent = hasContent;
    this.#wanted = submitted;
  }

  /** Sends until everything is stored. Rejects with the refusal, or with the error if there was no response. */
  async run(): Promise<void> {
    for (let isOver = false; !isOver; ) isOver = await this.#sendNext();
  }

  /** Sends the next step: the one whose response is missing, or what is typed now. Returns whether it was the last. */
  async #sendNext(): Promise<boolean> {
    const { base, sent = { key: randomName(), steps: [] } } = this.#store.current();
    const { key, steps }: Sent<F> = sent;
    const index = this.#index;
    const typed = steps[index] ?? this.#next();
    const before = steps[index - 1] ?? base.fields;
    this.#store.keepSent({ key, steps: [...steps.slice(0, index), typed, ...steps.slice(index + 1)] });
    try {
      this.#result = await this.#options.send({
        typed,
        tag: base.tag,
        before,
        changed: changedFields(typed, before),
        idempotencyKey: index === 0 ? key : `${key}-${index}`,
        result: this.#result,
        reached: (version) => {
          if (!this.#store.isDiscarded(key)) this.#store.keep({ ...this.#store.current(), base: version });
        },
      });
    } catch (error) {
      return this.#store.isDiscarded(key) || this.#isOverAfter(error, typed, key, base);
    }
    return this.#settle(this.#result, typed, key);
  }

  #next(): F {
    return this.#index === 0 ? (this.#options.first?.(this.#wanted) ?? this.#wanted) : this.#wanted;
  }

  /** Records that a step is stored. Returns whether it was the last. */
  #settle(result: Result, typed: F, key: string): boolean {
    const { versionOf, done } = this.#options;
    const isDiscarded = this.#store.isDiscarded(key);
    const version = versionOf?.(result);
    if (version !== undefined) {
      const since = changedFields(this.#wanted, typed);
      this.#store.settle(typed, key, version);
      this.#restart(withFields(version.fields, this.#wanted, since));
      if (since.length > 0 && !isDiscarded) return false;
    } else {
      const isLast = (this.#store.current().sent?.steps.length ?? 0) <= ++this.#index;
      if (!isDiscarded && !(isLast && isSame(typed, this.#wanted))) return false;
      this.#store.settle(typed, key, undefined);
    }
    done?.(result, typed);
    return true;
  }

  #restart(wanted: F): void {
    [this.#wanted, this.#index, this.#result] = [wanted, 0, undefined];
  }

  /** Handles a failure. Returns whether nothing is left to do; throws what the person must know. */
  async #isOverAfter(error: unknown, typed: F, key: string, base: Version<F>): Promise<boolean> {
    if (!isRefusal(error)) throw error;
    const { read } = this.#options;
    // Nothing was stored, so the key can be used again.
    const free = () => this.#store.keepSent(this.#index === 0 ? undefined : this.#stepsBefore(key));
    if (read === undefined || !hasCode(error, "precondition_failed", "conflict")) {
      free();
      // The person has corrected it since.
      if (!isSame(typed, this.#next())) return false;
      throw error;
    }
    const theirs = await read(typed);
    const merged = merge({ ...this.#store.current(), base }, theirs);
    // Not a conflict: the service refuses it for another reason.
    if (theirs.tag === base.tag || ++this.#merges > MERGES_MAX) {
      free();
      throw error;
    }
    this.#store.follow(theirs);
    if (merged.theirs === undefined && !this.#hasContent(merged)) this.#store.settle(typed, key, theirs);
    else this.#store.keep(merged);
    this.#restart(merged.typed);
    return merged.theirs !== undefined || !this.#hasContent(merged);
  }

  #stepsBefore(key: string): Sent<F> {
    return { key, steps: this.#store.current().sent?.steps.slice(0, this.#index) ?? [] };
  }
}

/** Codes that do not tell whether an earlier attempt of the same request was stored. */
const OPEN_CODES = ["unauthorized", "insufficient_scope", "request_in_progress", "idempotency_key_reused"] as const;

/** Whether the service read the request and refused it, so that nothing is stored under its Idempotency-Key. */
export function isRefusal(error: unknown): boolean {
  if (!PetstoreError.is(error) || hasCode(error, ...OPEN_CODES)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
}
