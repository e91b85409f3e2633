/* Which store answers a read: the primary, or a standby that has what the client must see (decision D78). */
import { Failure } from "../contract/errors.ts";
import { preview } from "../contract/json.ts";
import type { EventBatch, Operation } from "../contract/operation.ts";
import type { Repositories, Store } from "../core/ports.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** For so long after a change, reads with its key and without a position get the newest. */
const WRITER_MS = 5_000;

/** No standby is asked that is further behind (`READ_LAG_MAX`), so older marks mean nothing. */
const MARKED_MS = 3_600_000;

/** When a key last changed something, by the clock, and last made or was told of a change, by `performance.now()`. */
interface Mark {
  readonly changedAt: number;
  readonly toldAt: number;
}

/** Knows what the clients of this process must see. */
export class FreshReads {
  readonly #store: Store;
  /** By key, those told last at the end. */
  readonly #marks = new Map<string, Mark>();
  /** Whether there are standbys at all. */
  readonly hasStandbys: boolean;

  constructor(store: Store) {
    this.#store = store;
    this.hasStandbys = store.position !== undefined;
  }

  /** What the read of a request gets. Throws `invalid_parameter` when its position is none. */
  storeFor(exchange: Exchange): Repositories {
    const position = exchange.header("x-position");
    const mark = this.#marks.get(exchange.principal.keyId);
    if (position === undefined) {
      const changedAgo = exchange.now - (mark?.changedAt ?? Number.NEGATIVE_INFINITY);
      // A clock that went back proves nothing.
      return changedAgo < WRITER_MS ? this.#store : this.#store.reading({ since: mark?.toldAt });
    }
    if (!/^[0-9A-F]{16}$/.test(position)) {
      const message = `X-Position: expected the X-Position of a response; got ${preview(position)}`;
      throw new Failure("invalid_parameter", message);
    }
    return this.#store.reading({ position, since: mark?.toldAt });
  }

  /** The key of a request has tried to change something: it knows what is there now. */
  changed({ principal, now }: Exchange): void {
    if (this.hasStandbys) this.#mark(principal.keyId, now);
  }

  /** The response to a change, with its position. */
  async placed(reply: Reply): Promise<Reply> {
    // Without one, the client's next reads get the newest.
    const position = await this.#store.position?.().catch(() => undefined);
    return position === undefined ? reply : { ...reply, headers: { ...reply.headers, "X-Position": position } };
  }

  /** The key of a request is told of changes. */
  told({ principal: { keyId } }: Exchange): void {
    if (this.hasStandbys) this.#mark(keyId, this.#marks.get(keyId)?.changedAt ?? Number.NEGATIVE_INFINITY);
  }

  /** Batches of events, of each of which the key of a request is told. */
  telling(exchange: Exchange, batches: AsyncIterableIterator<EventBatch<unknown>>): typeof batches {
    if (!this.hasStandbys) return batches;
    return {
      next: async () => {
        const batch = await batches.next();
        this.told(exchange);
        return batch;
      },
      return: async () => (await batches.return?.()) ?? { done: true, value: undefined },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  #mark(keyId: string, changedAt: number): void {
    const toldAt = performance.now();
    this.#marks.delete(keyId);
    this.#marks.set(keyId, { changedAt, toldAt });
    for (const [old, mark] of this.#marks) {
      if (mark.toldAt > toldAt - MARKED_MS) break;
      this.#marks.delete(old);
    }
  }
}

/** Whether a request continues a feed: the id after which it does may be from a stream, and newer than any standby. */
export function continuesFeed({ success: { pageParameter } }: Operation): (exchange: Exchange) => boolean {
  return pageParameter === undefined ? () => false : ({ parameters }) => parameters[pageParameter] !== undefined;
}
