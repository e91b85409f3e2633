import type { Socket } from "bun";
import type { Turn } from "./turn.ts";

/** Texts up to this size, in bytes, are sent together at the end of the turn of the event loop. */
const HELD_MAX = 16 * 1024;

/** Writes to a socket no faster than the other end reads: what it does not take now waits here. */
export class Outbox {
  readonly #socket: Socket<unknown>;
  readonly #turn: Turn;
  /** What is sent at the end of the turn. */
  #held = "";
  #heldSize = 0;
  #rest: Uint8Array | undefined;
  #emptied: PromiseWithResolvers<void> | undefined;
  #isClosed = false;
  #hasMoved = false;

  constructor(socket: Socket<unknown>, turn: Turn) {
    this.#socket = socket;
    this.#turn = turn;
  }

  /** The connection is gone: what is written goes nowhere. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Something waits for the other end. */
  get isBehind(): boolean {
    return this.#rest !== undefined;
  }

  /** Resolves when nothing waits for the other end any more; undefined when that is so now. */
  get emptied(): Promise<void> | undefined {
    if (this.#rest === undefined) return undefined;
    this.#emptied ??= Promise.withResolvers<void>();
    return this.#emptied.promise;
  }

  /** Whether the other end has taken anything since the last call, or has nothing to take. */
  isMoving(): boolean {
    const isMoving = this.#hasMoved || this.#rest === undefined;
    this.#hasMoved = false;
    return isMoving;
  }

  /** Writes text or bytes, of which there are so many: text that is short at the end of the turn, all else now. */
  write(data: string | Uint8Array, size: number): void {
    if (this.#isClosed) return;
    if (typeof data === "string" && this.#heldSize + size <= HELD_MAX && this.#rest === undefined) {
      if (this.#held === "") this.#turn.written(this);
      this.#held += data;
      this.#heldSize += size;
    } else {
      this.flush();
      this.#writeNow(data, size);
    }
  }

  /** Whether long answers have had their time in this turn of the event loop. */
  get isTurnOver(): boolean {
    return this.#turn.isOver;
  }

  /** Closes the connection now. */
  terminate(): void {
    this.#socket.terminate();
  }

  /** Sends what was held. */
  flush(): void {
    if (this.#held === "") return;
    const [held, size] = [this.#held, this.#heldSize];
    this.#held = "";
    this.#heldSize = 0;
    if (!this.#isClosed) this.#writeNow(held, size);
  }

  #writeNow(data: string | Uint8Array, size: number): void {
    const written = this.#rest === undefined ? this.#socket.write(data) : 0;
    if (written > 0) this.#hasMoved = true;
    if (written >= size) return;
    const unwritten = (typeof data === "string" ? Buffer.from(data) : data).subarray(Math.max(0, written));
    this.#rest = this.#rest === undefined ? unwritten : Buffer.concat([this.#rest, unwritten]);
  }

  /** The other end can take more. */
  drain(): void {
    if (this.#rest === undefined) return;
    const written = Math.max(0, this.#socket.write(this.#rest));
    if (written > 0) this.#hasMoved = true;
    this.#rest = written === this.#rest.byteLength ? undefined : this.#rest.subarray(written);
    if (this.#rest === undefined) this.#settle();
  }

  close(): void {
    this.#isClosed = true;
    this.#rest = undefined;
    this.#settle();
  }

  #settle(): void {
    this.#emptied?.resolve();
    this.#emptied = undefined;
  }
}
