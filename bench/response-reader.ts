/** Finds where each HTTP/1.1 response on a connection ends, at as little cost as possible. */

const lineFeed = 10;
const endOfHead = Buffer.from("\r\n\r\n");

/** Reads one response after another from the pieces that arrive on one connection. */
export class ResponseReader {
  /** The status of the current or last response. */
  status = 0;
  /** An incomplete head, or an incomplete line with a chunk's size. */
  #rest: Buffer | undefined;
  #isInBody = false;
  #isChunked = false;
  #isLastChunk = false;
  /** Bytes left of the body, or of the chunk and the line end after it. */
  #remaining = 0;

  /** Takes a piece; true when it completes the response. */
  push(piece: Buffer): boolean {
    const bytes = this.#rest ? Buffer.concat([this.#rest, piece]) : piece;
    this.#rest = undefined;
    let start = 0;
    if (!this.#isInBody) {
      const end = bytes.indexOf(endOfHead);
      if (end < 0) {
        this.#rest = Buffer.from(bytes);
        return false;
      }
      start = end + endOfHead.length;
      this.#readHead(bytes.toString("latin1", 0, end + 2));
    }
    const isComplete = this.#isChunked ? this.#readChunks(bytes, start) : this.#readBody(bytes.length - start);
    this.#isInBody = !isComplete;
    return isComplete;
  }

  #readHead(head: string): void {
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    this.#isChunked = length === undefined;
    if (this.#isChunked && !/\r\ntransfer-encoding: chunked\r\n/i.test(head)) {
      throw new Error(`a response without a length:\n${head}`);
    }
    this.#remaining = Number(length ?? 0);
    this.#isLastChunk = false;
  }

  #readBody(available: number): boolean {
    this.#remaining -= available;
    if (this.#remaining < 0) throw new Error("more bytes than Content-Length says");
    return this.#remaining === 0;
  }

  #readChunks(bytes: Buffer, start: number): boolean {
    let at = start;
    for (;;) {
      const skipped = Math.min(this.#remaining, bytes.length - at);
      at += skipped;
      this.#remaining -= skipped;
      if (this.#remaining > 0) return false;
      if (this.#isLastChunk) return true;
      const lineEnd = bytes.indexOf(lineFeed, at);
      if (lineEnd < 0) {
        if (at < bytes.length) this.#rest = Buffer.from(bytes.subarray(at));
        return false;
      }
      const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
      if (Number.isNaN(size)) throw new Error("a chunk without a size");
      this.#isLastChunk = size === 0;
      // With the line end after the chunk. No server here sends trailers.
      this.#remaining = size + 2;
      at = lineEnd + 1;
    }
  }
}
