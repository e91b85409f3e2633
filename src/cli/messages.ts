/* What the supervisor and its workers tell each other. Both are the same program, so nothing is checked. */
import type { Config } from "../config.ts";
import type { Figures } from "../server.ts";

export type ToWorker =
  /** Run the service with this configuration; a worker reads no environment of its own. */
  | { readonly kind: "start"; readonly number: number; readonly config: Config; readonly isTerminal: boolean }
  | { readonly kind: "stop" }
  /** Answer with what you have measured. */
  | { readonly kind: "measure"; readonly id: number }
  /** The answer to `gather`. */
  | { readonly kind: "gathered"; readonly id: number; readonly figures: readonly Figures[] };

export type ToSupervisor =
  | { readonly kind: "listening" }
  /** Ask every worker what it has measured. */
  | { readonly kind: "gather"; readonly id: number }
  /** The answer to `measure`. */
  | { readonly kind: "measured"; readonly id: number; readonly figures: Figures };

/** Questions that wait for an answer from another process, each for a bounded time. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  /** Asks with a new id; undefined when no answer comes in time. */
  async ask(send: (id: number) => void, waitMs: number): Promise<Answer | undefined> {
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    const timer = setTimeout(() => resolve(undefined), waitMs);
    this.#waiting.set(id, resolve);
    send(id);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer);
  }
}
