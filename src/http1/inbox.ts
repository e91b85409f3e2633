import type { Socket } from "bun";

/** When so much waits here, in bytes, the other end has to wait. The system hands over up to 512 KiB at once, so it may be more. */
const WAITING_MAX = 128 * 1024;

/** A rest that is smaller than what it came with is copied when that had more bytes than this: it must not hold so many. */
const HOLDING_MAX = 4 * 1024;

/** What has come in on a socket and was not read yet. */
export class Inbox {
  readonly #socket: Socket<unknown>;
  #bytes: Buffer | undefined;
  #isPaused = false;

  constructor(socket: Socket<unknown>) {
    this.#socket = socket;
  }

  /** All of it; undefined when there is nothing. */
  get bytes(): Buffer | undefined {
    return this.#bytes;
  }

  add(bytes: Buffer): void {
    this.#bytes = this.#bytes === undefined ? bytes : Buffer.concat([this.#bytes, bytes]);
  }

  /** So many bytes from the start were read. */
  drop(count: number): void {
    const bytes = this.#bytes;
    if (bytes === undefined || count === 0) return;
    if (count === bytes.length) this.#bytes = undefined;
    else {
      const rest = bytes.subarray(count);
      this.#bytes = bytes.buffer.byteLength > HOLDING_MAX && rest.length < bytes.length / 2 ? Buffer.from(rest) : rest;
    }
  }

  /** Nobody will read it, nor what still comes. */
  clear(): void {
    this.#bytes = undefined;
    this.throttle();
  }

  /** Makes the other end wait, or lets it send again. */
  throttle(): void {
    const isFull = (this.#bytes?.length ?? 0) > WAITING_MAX;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#socket.pause();
    else this.#socket.resume();
  }
}
