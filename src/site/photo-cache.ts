import type { PhotoSize } from "../contract/pets/photos.ts";
import { Cache } from "../core/caches/cache.ts";
import type { Store } from "../core/ports.ts";

/** The memory for cached photos, in bytes. */
const SIZE_MAX = 32 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  /** The version of the store at which the photo was there. */
  version: number | undefined;
}

/**
 * The files of the photos that were requested last. A file never changes, but any process may remove its photo. While the version of
 * the store is the same, nothing is read; otherwise one query finds out for all waiting requests which photos are still there.
 */
export class PhotoCache<T> {
  readonly #store: Pick<Store, "photos" | "version">;
  readonly #made: (bytes: Uint8Array) => T;
  readonly #entries = new Cache<string, Entry<T> | undefined>(SIZE_MAX);
  #next: Promise<ReadonlySet<string>> | undefined;
  #running: Promise<unknown> = Promise.resolve();
  readonly #asked = new Set<string>();

  /** Keeps what is made of each file. */
  constructor(store: Pick<Store, "photos" | "version">, made: (bytes: Uint8Array) => T) {
    this.#store = store;
    this.#made = made;
  }

  /** What is made of a file, if it is in memory and the store has not changed since. */
  peek(token: string, size: PhotoSize): T | undefined {
    const name = `${token}-${size}`;
    const entry = this.#entries.get(name);
    return entry?.version !== undefined && entry.version === this.#store.version() ? entry.value : undefined;
  }

  /** What is made of a file of the photo with a token; undefined if there is none. */
  async get(token: string, size: PhotoSize): Promise<T | undefined> {
    const name = `${token}-${size}`;
    const entry = this.#entries.get(name);
    // Read before the query: a commit in between must not count as seen.
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

  /** One read for all that wait for a file: each would hold up to a megabyte. */
  async #readOnce(name: string, token: string, size: PhotoSize, version: number | undefined): Promise<T | undefined> {
    const hasBegun = this.#entries.isLoading(name);
    const entry = await this.#entries.load(name, () => this.#read(name, token, size, version));
    // It began before this request: the photo may have been removed since.
    return hasBegun && entry !== undefined && !(await this.#isKnown(token)) ? undefined : entry?.value;
  }

  /** Joins all requests that wait for the previous query into the next one. */
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
