import type { PhotoSize } from "../contract/pets/photos.ts";
import { Cache } from "../core/caches/cache.ts";
import type { Store } from "../core/ports.ts";

/** The cache size in bytes. */
const SIZE_MAX = 32 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  /** The version of the store at which the photo existed. */
  version: number | undefined;
}

/**
 * Caches recently requested photo files. A file never changes, but any process may delete its photo. While the store's
 * version is unchanged, nothing is read; otherwise one query checks the photos of all waiting requests.
 */
export class PhotoCache<T> {
  readonly #store: Pick<Store, "photos" | "version">;
  readonly #made: (bytes: Uint8Array) => T;
  readonly #entries = new Cache<string, Entry<T> | undefined>(SIZE_MAX);
  #next: Promise<ReadonlySet<string>> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  readonly #asked = new Set<string>();

  /** `made` converts each file to the cached value. */
  constructor(store: Pick<Store, "photos" | "version">, made: (bytes: Uint8Array) => T) {
    this.#store = store;
    this.#made = made;
  }

  /** The cached value, if the store has not changed since it was checked. */
  peek(token: string, size: PhotoSize): T | undefined {
    const name = `${token}-${size}`;
    const entry = this.#entries.get(name);
    return entry?.version !== undefined && entry.version === this.#store.version() ? entry.value : undefined;
  }

  /** The value for a photo file; undefined if there is no such photo. */
  async get(token: string, size: PhotoSize): Promise<T | undefined> {
    const name = `${token}-${size}`;
    const entry = this.#entries.get(name);
    // Read the version first: a later commit must not count as seen.
    const version = this.#store.version();
    if (entry === undefined) return this.#readOnce(name, token, size, version);
    if (version === undefined || entry.version !== version) {
      if (!(await this.#isKnown(token))) {
        this.#entries.delete(name);
        return undefined;
      }
      entry.version = version;
    }
    return entry.value;
  }

  async #read(
    name: string,
    token: string,
    size: PhotoSize,
    version: number | undefined,
  ): Promise<Entry<T> | undefined> {
    const bytes = await this.#store.photos.file(token, size, true);
    if (bytes === undefined) return undefined;
    const entry = { version, value: this.#made(bytes) };
    this.#entries.set(name, entry, bytes.byteLength);
    return entry;
  }

  /** Shares one read between all requests for a file, since each would hold up to a megabyte. */
  async #readOnce(name: string, token: string, size: PhotoSize, version: number | undefined): Promise<T | undefined> {
    const hasBegun = this.#entries.isLoading(name);
    const entry = await this.#entries.load(name, () => this.#read(name, token, size, version));
    // The read began earlier: the photo may have been deleted since.
    return hasBegun && entry !== undefined && !(await this.#isKnown(token)) ? undefined : entry?.value;
  }

  /** Checks a photo. Requests that wait for the running query share the next one. */
  async #isKnown(token: string): Promise<boolean> {
    this.#asked.add(token);
    this.#next ??= this.#running.then(() => {
      const tokens = [...this.#asked];
      this.#asked.clear();
      this.#next = undefined;
      const asking = this.#store.photos.known(tokens);
      this.#running = asking.catch(() => {});
      return asking;
    });
    return (await this.#next).has(token);
  }
}
