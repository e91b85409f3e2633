/* Whole pages for visitors, made once for all of them. */
import type { Store } from "../../../core/ports.ts";
import type { StaticFile } from "../static-files.ts";

/** A page as it is sent. */
export interface MadePage {
  readonly status: number;
  readonly file: StaticFile;
  /** Where the page is instead. */
  readonly location?: string;
}

interface Entry<T> {
  readonly page: Promise<T>;
  readonly madeAt: number;
  /** The version of the store at which it was made. */
  readonly version: number | undefined;
}

/** How many pages are kept: with 20 kB each, 10 MB. */
const PAGES_MAX = 500;

/** Where the store has no cheap version, a page may be this old. */
const FRESH_MS = 10_000;

/** The ages of pets change, too. */
const OLD_MS = 600_000;

/** Pages for as long as nothing in the store changes or, where the store cannot tell, for ten seconds. */
export class PageCache<T = MadePage> {
  readonly #store: Pick<Store, "version">;
  readonly #clock: () => number;
  readonly #entries = new Map<string, Entry<T>>();

  constructor(store: Pick<Store, "version">, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns a page. Those who ask while it is made wait for the same one. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const [now, version] = [this.#clock(), this.#store.version()];
    const known = this.#entries.get(key);
    if (known !== undefined && isFresh(known, now, version)) return known.page;
    const page = make();
    this.#entries.delete(key);
    this.#entries.set(key, { page, madeAt: now, version });
    // What failed is made again.
    page.catch(() => this.#entries.delete(key));
    for (const [oldest] of this.#entries) {
      if (this.#entries.size <= PAGES_MAX) break;
      this.#entries.delete(oldest);
    }
    return page;
  }
}

function isFresh({ madeAt, version: made }: Entry<unknown>, now: number, version: number | undefined): boolean {
  return version !== undefined && made === version
    ? now - madeAt < OLD_MS
    : version === undefined && now - madeAt < FRESH_MS;
}
