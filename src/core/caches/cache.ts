/* The cache of the service: least recently used entries are evicted at a size, and concurrent loads of a key share one. */

interface Entry<Value> {
  readonly value: Value;
  readonly size: number;
}

/**
 * Keeps the entries used last, in two generations: an entry that is set or used moves to the young one. When that holds half of the
 * size, it becomes the old one, and the old one is dropped. A hit is one lookup; a flood of new entries cannot evict those in use.
 */
export class Cache<Key, Value> {
  readonly #halfMax: number;
  readonly #loads = new Map<Key, Promise<Value>>();
  #young = new Map<Key, Entry<Value>>();
  #old = new Map<Key, Entry<Value>>();
  #youngSize = 0;

  /** `max` is in the unit of the sizes of values. */
  constructor(max: number) {
    this.#halfMax = max / 2;
  }

  /** Whether there is a value. Does not count as a use. */
  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young.value;
    const old = this.#old.get(key);
    if (old !== undefined) this.#put(key, old);
    return old?.value;
  }

  /** Stores a value. The one it replaces counts towards the size until its generation is dropped, so the size is never exceeded. */
  set(key: Key, value: Value, size: number): void {
    this.#put(key, { value, size });
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Whether a load is under way. */
  isLoading(key: Key): boolean {
    return this.#loads.has(key);
  }

  /** Loads a value once; concurrent callers share the load. `load` decides whether to store it. */
  load(key: Key, load: () => Promise<Value>): Promise<Value> {
    let loading = this.#loads.get(key);
    if (loading === undefined) {
      loading = load().finally(() => this.#loads.delete(key));
      this.#loads.set(key, loading);
    }
    return loading;
  }

  #put(key: Key, entry: Entry<Value>): void {
    if (this.#youngSize + entry.size > this.#halfMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngSize = 0;
    }
    this.#young.set(key, entry);
    this.#youngSize += entry.size;
  }
}
