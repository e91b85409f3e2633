import type { Socket } from "bun";

/** How much may wait here, in bytes; then the other end has to wait. */
const WAITING_MAX = 128 * 1024;

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
    if (this.#bytes !== undefined) this.#bytes = count === this.#bytes.length ? undefined : this.#bytes.subarray(count);
  }

  /** Nobody will read it. */
  clear(): void {
    this.#bytes = undefined;
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
