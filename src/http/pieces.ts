import type { Pieces } from "../contract/operation.ts";
import type { ChangeMark, Store, Version } from "../core/ports.ts";
import { Chunk } from "../http1/chunk.ts";
import type { Eventual } from "./later.ts";

/** The memory that kept pieces may take, in bytes: about 350,000 entries of the inventory. */
const SIZE_MAX = 16 * 1024 * 1024;

/** More changes than these are not looked for one by one. */
const CHANGES_MAX = 100;

/** A piece of a JSON array as it is sent, its bracket or comma included. */
export interface Piece {
  readonly chunk: Chunk;
  /** Where the next one starts; undefined after the last. */
  readonly next: bigint | undefined;
}

/**
 * The pieces of a long list, for as long as nothing in them changes: who reads the inventory again after one animal was changed
 * costs the reading of one piece.
 */
export class PieceCache {
  readonly #changesSince: Store["changesSince"];
  readonly #pieces = new Map<bigint, Piece>();
  #version: Version | undefined;
  #mark: ChangeMark | undefined;
  #size = 0;

  constructor(changesSince: Store["changesSince"]) {
    this.#changesSince = changesSince;
  }

  /** Forgets the pieces in which something has changed. `version` is that of the store, when it can be told. */
  refresh(version?: Version): void {
    if (version !== undefined && version === this.#version) return;
    this.#version = version;
    const { mark, petIds } = this.#changesSince(this.#mark);
    this.#mark = mark;
    if (petIds === undefined || petIds.length > CHANGES_MAX) {
      this.#pieces.clear();
      this.#size = 0;
      return;
    }
    for (const id of petIds) {
      for (const [after, { chunk, next }] of this.#pieces) {
        if (id <= after || (next !== undefined && id > next)) continue;
        this.#pieces.delete(after);
        this.#size -= chunk.framed.byteLength;
      }
    }
  }

  /** The piece after a position: the one that is kept, or one that is read now. */
  read<Item>(after: bigint, pieces: Pieces<Item>, write: (items: readonly Item[]) => string): Eventual<Piece> {
    return this.#pieces.get(after) ?? this.#read(after, pieces, write);
  }

  async #read<Item>(after: bigint, pieces: Pieces<Item>, write: (items: readonly Item[]) => string): Promise<Piece> {
    const mark = this.#mark;
    const { items, next } = await pieces.read(after);
    const isFirst = after === pieces.start;
    const text = isFirst ? `[${write(items)}` : items.length === 0 ? "" : `,${write(items)}`;
    const piece = { chunk: new Chunk(text), next };
    // What has changed meanwhile was looked for before this piece was here.
    if (mark === this.#mark) this.#keep(after, piece);
    return piece;
  }

  #keep(after: bigint, piece: Piece): void {
    if (this.#size + piece.chunk.framed.byteLength > SIZE_MAX || this.#pieces.has(after)) return;
    this.#pieces.set(after, piece);
    this.#size += piece.chunk.framed.byteLength;
  }
}
