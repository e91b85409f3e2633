/* A bounded set in which no owner can crowd out the others. */

interface Entry {
  readonly owner: string;
  readonly evict: () => void;
}

/** A bounded set. When it is full, the owner with the most entries loses its oldest one to the new entry. */
export class FairPool {
  readonly #max: number;
  /** In the order of arrival. */
  readonly #entries = new Set<Entry>();
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds an entry. Returns a function that removes it; `evict` is called if it has to go before that. */
  add(owner: string, evict: () => void): () => void {
    const entry = { owner, evict };
    this.#entries.add(entry);
    this.#counts.set(owner, this.#countOf(owner) + 1);
    if (this.#entries.size > this.#max) this.#evictOne();
    return () => this.#remove(entry);
  }

  #countOf(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  #evictOne(): void {
    let oldest: Entry | undefined;
    for (const entry of this.#entries) {
      if (oldest === undefined || this.#countOf(entry.owner) > this.#countOf(oldest.owner)) oldest = entry;
    }
    if (oldest === undefined) return;
    this.#remove(oldest);
    oldest.evict();
  }

  #remove(entry: Entry): void {
    if (!this.#entries.delete(entry)) return;
    const count = this.#countOf(entry.owner) - 1;
    if (count === 0) this.#counts.delete(entry.owner);
    else this.#counts.set(entry.owner, count);
  }
}
