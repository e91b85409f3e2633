import type { PhotoSize } from "../contract/photos.ts";
import type { Store } from "../core/ports.ts";

/** The memory for cached photos, in bytes. */
const SIZE_MAX = 32 * 1024 * 1024;

interface Entry<T> {
  readonly value: T;
  /** In bytes. */
  readonly size: number;
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
  readonly #entries = new Map<string, Entry<T>>();
  readonly #reading = new Map<string, Promise<T | undefined>>();
  #size = 0;
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
    if (entry?.version === undefined || entry.version !== this.#store.version()) return undefined;
    this.#touch(name, entry);
    return entry.value;
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
        this.#remove(name);
        return undefined;
      }
      entry.version = version;
    }
    this.#touch(name, entry);
    return entry.value;
  }

  /** Moves the entry to the end, where the last requested one is. */
  #touch(name: string, entry: Entry<T>): void {
    if (this.#entries.delete(name)) this.#entries.set(name, entry);
  }

  async #read(name: string, token: string, size: PhotoSize, version: number | undefined): Promise<T | undefined> {
    const bytes = await this.#store.photos.file(token, size);
    if (bytes === undefined) return undefined;
    const entry = { version, size: bytes.byteLength, value: this.#made(bytes) };
    this.#remove(name);
    this.#entries.set(name, entry);
    this.#size += entry.size;
    for (const [oldest] of this.#entries) {
      if (this.#size <= SIZE_MAX) break;
      this.#remove(oldest);
    }
    return entry.value;
  }

  /** One read for all that wait for a file: each would hold up to a megabyte. */
  async #readOnce(name: string, token: string, size: PhotoSize, version: number | undefined): Promise<T | undefined> {
    const begun = this.#reading.get(name);
    // It began before this request: the photo may have been removed since.
    if (begun !== undefined) return (await begun) !== undefined && (await this.#isKnown(token)) ? begun : undefined;
    const reading = this.#read(name, token, size, version).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  #remove(name: string): void {
    this.#size -= this.#entries.get(name)?.size ?? 0;
    this.#entries.delete(name);
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
