/** Counts latencies by the microsecond, so that a percentile costs no memory per request. */

const fineMicroseconds = 65_536;
const coarseMilliseconds = 60_000;

export class Latencies {
  /** One bucket a microsecond, up to 65 ms. */
  readonly #fine = new Uint32Array(fineMicroseconds);
  /** One bucket a millisecond above that, up to a minute. */
  readonly #coarse = new Uint32Array(coarseMilliseconds);
  #count = 0;

  add(microseconds: number): void {
    this.#count++;
    if (microseconds < fineMicroseconds) increment(this.#fine, Math.floor(microseconds));
    else increment(this.#coarse, Math.min(coarseMilliseconds - 1, Math.floor(microseconds / 1000)));
  }

  /** The latency in milliseconds that `share` of all requests stayed under; NaN when there was none. */
  percentile(share: number): number {
    const wanted = Math.ceil(this.#count * share);
    let seen = 0;
    for (const [microseconds, count] of this.#fine.entries()) {
      seen += count;
      if (count > 0 && seen >= wanted) return microseconds / 1000;
    }
    for (const [milliseconds, count] of this.#coarse.entries()) {
      seen += count;
      if (count > 0 && seen >= wanted) return milliseconds;
    }
    return Number.NaN;
  }
}

function increment(buckets: Uint32Array, index: number): void {
  buckets[index] = (buckets[index] ?? 0) + 1;
}
