import { Cache } from "../../core/caches/cache.ts";
import type { Store } from "../../core/ports.ts";

/** The memory for cached responses, in characters and bytes. */
const SIZE_MAX = 32 * 1024 * 1024;

/** The approximate size of an entry besides its texts, so that many small ones count. */
const ENTRY_SIZE = 512;

/** The responses cached at one version of the store. */
export interface Snapshot {
  readonly version: number;
  /** Whether there is a value. It does not count as a request. */
  has(key: string): boolean;
  get<Value>(key: string): Value | undefined;
  /** Stores a value of this size in characters or bytes. A key must always name values of one type. */
  set<Value>(key: string, value: Value, size: number): void;
}

/**
 * Responses to lists, and the chunks of long ones, while nothing in the store changes. Any commit, by any process, changes the store's
 * version and drops all of them: no writer has to invalidate anything. Responses do not depend on the client, because a key sees all of a
 * list or nothing.
 */
export class ResponseCache {
  readonly #store: Pick<Store, "version">;
  readonly #count: (outcome: "hit" | "miss") => void;
  #snapshot: Snapshot | undefined;

  constructor(store: Pick<Store, "version">, count: (outcome: "hit" | "miss") => void) {
    this.#store = store;
    this.#count = count;
  }

  /** The cache of the store's current version; undefined when the store has no cheap version. */
  current(): Snapshot | undefined {
    const version = this.#store.version();
    if (version === undefined) return undefined;
    if (this.#snapshot?.version !== version) this.#snapshot = emptySnapshot(version, this.#count);
    return this.#snapshot;
  }
}

function emptySnapshot(version: number, count: (outcome: "hit" | "miss") => void): Snapshot {
  const values = new Cache<string, unknown>(SIZE_MAX);
  return {
    version,
    has: (key) => values.has(key),
    get<Value>(key: string) {
      const value = values.get(key);
      count(value === undefined ? "miss" : "hit");
      return value as Value | undefined;
    },
    set(key, value, size) {
      // The key counts too: clients choose its length, and may choose another one each time.
      values.set(key, value, ENTRY_SIZE + key.length + size);
    },
  };
}
