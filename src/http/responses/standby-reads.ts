/* Chooses the store of a read: the primary, or a standby that is fresh enough for the client (decision D78). */
import { Failure } from "../../contract/errors/errors.ts";
import { preview } from "../../contract/json/json.ts";
import type { EventBatch, Operation } from "../../contract/operation.ts";
import type { Repositories, Store } from "../../core/ports.ts";
import type { Exchange, Reply } from "../pipeline/exchange.ts";

/** For this long after a change, reads with its key and without a position get the newest state. */
const WRITER_MS = 5_000;

/** No standby further behind (`READ_LAG_MAX`) is used, so older entries can be dropped. */
const REMEMBERED_MS = 3_600_000;

/** When a key last changed something, by the clock, and last made or received a change, by `performance.now()`. */
interface ReadPosition {
  readonly changedAt: number;
  readonly informedAt: number;
}

/** Tracks which changes the clients of this process must see. */
export class FreshReads {
  readonly #store: Store;
  /** By key, the most recent last. */
  readonly #positions = new Map<string, ReadPosition>();
  /** Whether there are standbys at all. */
  readonly hasStandbys: boolean;

  constructor(store: Store) {
    this.#store = store;
    this.hasStandbys = store.position !== undefined;
  }

  /** The store for the read of a request. Throws `invalid_parameter` for a malformed position. */
  storeFor(exchange: Exchange): Repositories {
    const position = exchange.header("x-position");
    const known = this.#positions.get(exchange.principal.keyId);
    if (position === undefined) {
      const changedAgo = exchange.now - (known?.changedAt ?? Number.NEGATIVE_INFINITY);
      // After the clock went back, times do not compare.
      return changedAgo < WRITER_MS ? this.#store : this.#store.reading({ since: known?.informedAt });
    }
    if (!/^[0-9A-F]{16}$/.test(position)) {
      const message = `X-Position: expected the X-Position of a response; got ${preview(position)}`;
      throw new Failure("invalid_parameter", message);
    }
    return this.#store.reading({ position, since: known?.informedAt });
  }

  /** Records an attempted change. A refused one counts: its message shows the current state. */
  changed({ principal, now }: Exchange): void {
    if (this.hasStandbys) this.#remember(principal.keyId, now);
  }

  /** Adds the position to the response to a change. */
  async placed(reply: Reply): Promise<Reply> {
    // Without a position, the client's next reads get the newest state.
    const position = await this.#store.position?.().catch(() => undefined);
    return position === undefined ? reply : { ...reply, headers: { ...reply.headers, "X-Position": position } };
  }

  /** Records that a key has received changes. */
  informed({ principal: { keyId } }: Exchange): void {
    if (this.hasStandbys) this.#remember(keyId, this.#positions.get(keyId)?.changedAt ?? Number.NEGATIVE_INFINITY);
  }

  /** Passes batches of events on, and records each as received by the key. */
  informing(exchange: Exchange, batches: AsyncIterableIterator<EventBatch<unknown>>): typeof batches {
    if (!this.hasStandbys) return batches;
    return {
      next: async () => {
        const batch = await batches.next();
        this.informed(exchange);
        return batch;
      },
      return: async () => (await batches.return?.()) ?? { done: true, value: undefined },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #remember(keyId: string, changedAt: number): void {
    const informedAt = performance.now();
    this.#positions.delete(keyId);
    this.#positions.set(keyId, { changedAt, informedAt });
    for (const [old, known] of this.#positions) {
      if (known.informedAt > informedAt - REMEMBERED_MS) break;
      this.#positions.delete(old);
    }
  }
}

/** Whether a request continues a feed. Its start may come from a stream, and be newer than any standby. */
export function continuesFeed({ success: { pageParameter } }: Operation): (exchange: Exchange) => boolean {
  return pageParameter === undefined ? () => false : ({ parameters }) => parameters[pageParameter] !== undefined;
}
