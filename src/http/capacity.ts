import { Failure } from "../contract/errors.ts";

/** A limited number of slots. A caller that finds none gets a 503. */
export interface Capacity {
  readonly used: number;
  acquire(): void;
  release(): void;
}

/** Makes this many slots; the message calls them `what`. */
export function capacity(max: number, what: string): Capacity {
  let used = 0;
  return {
    get used() {
      return used;
    },
    acquire() {
      if (used >= max) throw new Failure("service_unavailable", `${max} ${what} are open already; retry later`);
      used += 1;
    },
    release() {
      used -= 1;
    },
  };
}

/** Places in total and per key. */
export interface StreamCapacity {
  readonly used: number;
  /** Refuses a stream that would be one too many. */
  require(keyId: string): void;
  /** Counts a stream from its first to its last part, for those that the client starts to read. */
  count<Part>(keyId: string, parts: AsyncGenerator<Part>): AsyncGenerator<Part>;
}

/** Streams stay open as long as the client reads, so they are counted apart from requests. */
export function streamCapacity(max: number, maxPerKey: number): StreamCapacity {
  const byKey = new Map<string, number>();
  let used = 0;
  const change = (keyId: string, by: 1 | -1) => {
    used += by;
    const ofKey = (byKey.get(keyId) ?? 0) + by;
    if (ofKey === 0) byKey.delete(keyId);
    else byKey.set(keyId, ofKey);
  };
  const tooMany = (limit: number, whose: string) =>
    new Failure("service_unavailable", `${limit} streams${whose} are open already; close one or retry later`);
  return {
    get used() {
      return used;
    },
    require(keyId) {
      if (used >= max) throw tooMany(max, "");
      if ((byKey.get(keyId) ?? 0) >= maxPerKey) throw tooMany(maxPerKey, " of this API key");
    },
    // A generator: a response to HEAD, or to a client that has gone, never starts it and is never counted.
    async *count(keyId, parts) {
      change(keyId, 1);
      try {
        yield* parts;
      } finally {
        change(keyId, -1);
      }
    },
  };
}
