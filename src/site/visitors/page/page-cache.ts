/* Whole pages for visitors, made once for all of them. */
import { Cache } from "../../../core/caches/cache.ts";
import type { Store } from "../../../core/ports.ts";

interface Entry<T> {
  readonly page: T;
  readonly madeAt: number;
  /** The version of the store at which it was made. */
  readonly version: number | undefined;
  /** When it was last known to match the store. */
  checkedAt: number;
}

/** How many pages are kept: with 20 kB each, 10 MB. */
const PAGES_MAX = 500;

/** A page may be this old, whatever is stored meanwhile: however often the shop changes, a crowd makes it once a second. */
const CHECK_MS = 1000;

/** The ages of pets change, too. */
const OLD_MS = 600_000;

/**
 * Pages for as long as nothing in the store changes or, where the store cannot tell, for a second. Those that were asked for last are
 * kept: whoever invents addresses drives out only what nobody asks for.
 */
export class PageCache<T> {
  readonly #store: Pick<Store, "version">;
  readonly #clock: () => number;
  readonly #isKept: (page: T) => boolean;
  readonly #entries = new Cache<string, Entry<T>>(PAGES_MAX);

  /** A page that is not kept is made for those who wait for it, and forgotten. */
  constructor(store: Pick<Store, "version">, clock: () => number, isKept: (page: T) => boolean = () => true) {
    this.#store = store;
    this.#clock = clock;
    this.#isKept = isKept;
  }

  /** The page with a key, if it is there and may be shown. */
  peek(key: string): T | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry) ? entry.page : undefined;
  }

  /** Whether the page with a key is being made. A request for it now waits for the same one. */
  isMaking(key: string): boolean {
    return this.#entries.isLoading(key);
  }

  /** Returns the page with a key. Requests for it while it is being made wait for the same one. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    return this.peek(key) ?? (await this.#entries.load(key, () => this.#make(key, make))).page;
  }

  async #make(key: string, make: () => Promise<T>): Promise<Entry<T>> {
    // Read before: what is stored meanwhile must not count as seen.
    const [now, version] = [this.#clock(), this.#store.version()];
    this.#entries.delete(key);
    const page = await make();
    const entry = { page, madeAt: now, version, checkedAt: now };
    if (this.#isKept(page)) this.#entries.set(key, entry, 1);
    return entry;
  }

  #isFresh(entry: Entry<T>): boolean {
    const now = this.#clock();
    // A clock that jumped back proves nothing.
    if (now < entry.checkedAt || now - entry.madeAt >= OLD_MS) return false;
    if (now - entry.checkedAt < CHECK_MS) return true;
    const version = this.#store.version();
    if (version === undefined || version !== entry.version) return false;
    entry.checkedAt = now;
    return true;
  }
}
