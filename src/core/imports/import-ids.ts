/** The least and the greatest of some ids; undefined if there are none. */
export function rangeOf(ids: readonly bigint[]): { readonly firstId: bigint; readonly lastId: bigint } | undefined {
  const [first] = ids;
  if (first === undefined) return undefined;
  const [firstId, lastId] = ids.reduce(([a, b], id) => [id < a ? id : a, id > b ? id : b], [first, first]);
  return { firstId, lastId };
}

/** A positive number for a text: two texts out of a million have the same one in one of ten million files (cyrb53 with 62 bits). */
export function hashOf(text: string): bigint {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (BigInt(high & 0x3fffffff) << 32n) + BigInt(low >>> 0) + 1n;
}

/** The ids of a file and their lines, in 24 to 48 bytes for each, whatever their order. */
export class LineIds {
  #bits = 10;
  #count = 0;
  #ids = new BigInt64Array(2 ** this.#bits);
  #lines = new Uint32Array(2 ** this.#bits);

  /** Adds a positive id. Returns the earlier line that has it, if there is one. */
  add(id: bigint, line: number): number | undefined {
    if (2 * this.#count >= this.#ids.length) this.#grow();
    const slot = this.#slotOf(id);
    if (this.#ids[slot] === id) return this.#lines[slot];
    this.#ids[slot] = id;
    this.#lines[slot] = line;
    this.#count += 1;
    return undefined;
  }

  /** The slot that has an id, or the free one where it belongs. */
  #slotOf(id: bigint): number {
    // Multiplicative hashing: ids that are multiples of a power of two spread as well.
    let slot = Math.imul(Number(id % 4_294_967_291n), 0x9e3779b1) >>> (32 - this.#bits);
    while (this.#ids[slot] !== 0n && this.#ids[slot] !== id) slot = (slot + 1) % this.#ids.length;
    return slot;
  }

  #grow(): void {
    const [ids, lines] = [this.#ids, this.#lines];
    this.#bits += 1;
    this.#ids = new BigInt64Array(2 ** this.#bits);
    this.#lines = new Uint32Array(2 ** this.#bits);
    for (const [index, id] of ids.entries()) {
      if (id === 0n) continue;
      const slot = this.#slotOf(id);
      this.#ids[slot] = id;
      this.#lines[slot] = lines[index] ?? 0;
    }
  }
}
