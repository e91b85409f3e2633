import type { EventData } from "../../contract/events/events.ts";
import { type IdRange, RANGES_MAX } from "../../contract/imports/import-summary.ts";
import { free } from "../caches/memory.ts";

/** Ids in ascending order, in as few ranges as possible. */
export function rangesOf(ids: readonly bigint[]): readonly IdRange[] {
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  return mergedRanges(sorted.map((id) => ({ firstId: id, lastId: id })));
}

/** Merges adjacent ranges, which are sorted by their first id. */
export function mergedRanges(ranges: readonly IdRange[]): readonly IdRange[] {
  const merged: IdRange[] = [];
  for (const { firstId, lastId } of ranges) {
    const before = merged.at(-1);
    if (before === undefined || firstId > before.lastId + 1n) merged.push({ firstId, lastId });
    else if (lastId > before.lastId) merged[merged.length - 1] = { firstId: before.firstId, lastId };
  }
  return merged;
}

/** The ids of ranges, in batches of a length. */
export function* idsIn(ranges: readonly IdRange[], length: number): Generator<readonly bigint[]> {
  let ids: bigint[] = [];
  for (const { firstId, lastId } of ranges) {
    for (let id = firstId; id <= lastId; id++) {
      ids.push(id);
      if (ids.length < length) continue;
      yield ids;
      ids = [];
    }
  }
  if (ids.length > 0) yield ids;
}

/** The summary of pets in an event; undefined for none. */
export function summaryOf(ranges: readonly IdRange[]): EventData<"import.completed"> | undefined {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const count = ranges.reduce((sum, { firstId, lastId }) => sum + Number(lastId - firstId) + 1, 0);
  return { count, firstId: first.firstId, lastId: last.lastId, ranges: atMost(ranges, last.lastId) };
}

function atMost(ranges: readonly IdRange[], lastId: bigint): IdRange[] {
  const beyond = ranges[RANGES_MAX];
  if (beyond === undefined) return [...ranges];
  const rest = ranges.slice(RANGES_MAX - 1, RANGES_MAX).map(({ firstId }) => ({ firstId, lastId }));
  return [...ranges.slice(0, RANGES_MAX - 1), ...rest];
}

/** A positive 62-bit hash of a text (cyrb53): one in ten million files of a million texts has a collision. */
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
  /** The low and the high half of each id: a bigint would be allocated for each lookup. */
  #halves = new Uint32Array(2 ** (this.#bits + 1));
  #lines = new Uint32Array(2 ** this.#bits);

  /** Adds a positive id. Returns the earlier line that has it, if there is one. */
  add(id: bigint, line: number): number | undefined {
    if (2 * this.#count >= this.#lines.length) this.#grow();
    const [low, high] = [Number(BigInt.asUintN(32, id)), Number(id >> 32n)];
    const slot = this.#slotOf(low, high);
    if (!this.#isFree(slot)) return this.#lines[slot];
    this.#put(slot, low, high, line);
    this.#count += 1;
    return undefined;
  }

  /** Frees its memory. No id may be added afterwards. */
  end(): void {
    for (const table of [this.#halves, this.#lines]) free(table);
  }

  /** The slot that has an id, or the free one where it belongs. */
  #slotOf(low: number, high: number): number {
    // Multiplicative hashing, twice: ids that are multiples of a power of two spread as well.
    const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
    let slot = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> (32 - this.#bits);
    while (!this.#isFree(slot) && (this.#halves[2 * slot] !== low || this.#halves[2 * slot + 1] !== high))
      slot = (slot + 1) % this.#lines.length;
    return slot;
  }

  #isFree(slot: number): boolean {
    return this.#halves[2 * slot] === 0 && this.#halves[2 * slot + 1] === 0;
  }

  #put(slot: number, low: number, high: number, line: number): void {
    this.#halves[2 * slot] = low;
    this.#halves[2 * slot + 1] = high;
    this.#lines[slot] = line;
  }

  #grow(): void {
    const [halves, lines] = [this.#halves, this.#lines];
    this.#bits += 1;
    this.#halves = new Uint32Array(2 ** (this.#bits + 1));
    this.#lines = new Uint32Array(2 ** this.#bits);
    // Without iterators: they would make an array for each id, of a million of them more than the table has.
    for (let index = 0; index < lines.length; index++) {
      const low = halves[2 * index] ?? 0;
      const high = halves[2 * index + 1] ?? 0;
      if (low !== 0 || high !== 0) this.#put(this.#slotOf(low, high), low, high, lines[index] ?? 0);
    }
    for (const table of [halves, lines]) free(table);
  }
}
