/* A cache of rendered pages, shared by all visitors. */
import { Cache } from "../../../core/caches/cache.ts";
import type { Store } from "../../../core/ports.ts";

interface Entry<T> {
  readonly page: T;
  readonly madeAt: number;
  /** The version of the store that it shows. */
  readonly version: number | undefined;
  /** When it was last known to match the store. */
  checkedAt: number;
}

/** How many pages are cached: 10 MB at 20 kB each. */
const PAGES_MAX = 500;

/** How stale a page may be. However often the store changes, each page is rendered at most once a second. */
const CHECK_MS = 1000;

/** Pages expire even if nothing changes, because ages do. */
const OLD_MS = 600_000;

/**
 * Caches pages while the store is unchanged or, if it cannot tell, for a second. Evicts the least recently used, so
 * made-up URLs do not evict popular pages.
 */
export class PageCache<T> {
  readonly #store: Pick<Store, "version">;
  readonly #clock: () => number;
  readonly #isKept: (page: T) => boolean;
  readonly #entries = new Cache<string, Entry<T>>(PAGES_MAX);

  /** `isKept` decides whether a page is cached; others are rendered only for the requests that wait. */
  constructor(store: Pick<Store, "version">, clock: () => number, isKept: (page: T) => boolean = () => true) {
    this.#store = store;
    this.#clock = clock;
    this.#isKept = isKept;
  }

  /** The cached page, if it is fresh. */
  peek(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry) ? entry.page : undefined;
  }

  /** Whether the page is being rendered; a request would join it. */
  isMaking(key: string): boolean {
    return this.#entries.isLoading(key);
  }

  /** Returns a page, rendering it if necessary. Concurrent requests share one rendering. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    return this.peek(key) ?? (await this.#entries.load(key, () => this.#make(key, make))).page;
  }

  async #make(key: string, make: () => Promise<T>): Promise<Entry<T>> {
    // Read the version before rendering: a later commit must not count as seen.
    const [now, version] = [this.#clock(), this.#store.version()];
    this.#entries.delete(key);
    const page = await make();
    const entry = { page, madeAt: now, version, checkedAt: now };
    if (this.#isKept(page)) this.#entries.set(key, entry, 1);
    return entry;
  }

  #isFresh(entry: Entry<T>): boolean {
    const now = this.#clock();
    // After a clock jumped back, the age is unknown.
    if (now < entry.checkedAt || now - entry.madeAt >= OLD_MS) return false;
    if (now - entry.checkedAt < CHECK_MS) return true;
    const version = this.#store.version();
    if (version === undefined || version !== entry.version) return false;
    entry.checkedAt = now;
    return true;
  }
}
