/** Finds where an HTTP/1.1 response ends, as cheaply as it can be done: the load generator shares no core with the server, but has only one. */

const carriageReturn = 13;
const lineFeed = 10;
const endOfHead = Buffer.from("\r\n\r\n");

/** Reads one response after another from the pieces of one connection. One request is in flight at a time. */
export class ResponseReader {
  /** The status of the response that is being read, or was read last. */
  status = 0;
  /** A head, or a chunk's size line, that came in pieces. */
  #carry: Buffer | undefined;
  #inBody = false;
  #chunked = false;
  #lastChunk = false;
  /** Bytes of the body, or of the chunk with its line end, that are still to come. */
  #remaining = 0;
  // Heads of one server look alike: the last one's layout is tried before anything is searched for.
  #headLength = 0;
  #lengthAt = 0;

  /** Takes a piece; true when it completed the response. */
  push(piece: Buffer): boolean {
    let bytes = piece;
    if (this.#carry) {
      bytes = Buffer.concat([this.#carry, piece]);
      this.#carry = undefined;
    }
    let from = 0;
    if (!this.#inBody) {
      from = this.#readHead(bytes);
      if (from === 0) return false;
    }
    return this.#chunked ? this.#readChunks(bytes, from) : this.#readBody(bytes.length - from);
  }

  /** Reads the head; the position after it, or 0 when it is not complete. */
  #readHead(bytes: Buffer): number {
    const guess = this.#headLength;
    let end = guess;
    if (
      guess === 0 ||
      bytes[guess - 4] !== carriageReturn ||
      bytes[guess - 2] !== carriageReturn ||
      bytes[guess - 1] !== lineFeed
    ) {
      end = bytes.indexOf(endOfHead) + endOfHead.length;
      if (end < endOfHead.length) {
        this.#carry = bytes;
        return 0;
      }
      this.#headLength = end;
      this.#lengthAt = 0;
    }
    this.status = digit(bytes, 9) * 100 + digit(bytes, 10) * 10 + digit(bytes, 11);
    this.#inBody = true;
    this.#lastChunk = false;
    if (!this.#readLength(bytes)) this.#readFraming(bytes.toString("latin1", 0, end));
    return end;
  }

  /** Reads Content-Length where it stood last time; false when something else stands there. */
  #readLength(bytes: Buffer): boolean {
    let at = this.#lengthAt;
    // "t-L" and ": " of "Content-Length: " in either case, and the line before it ended.
    if (
      at === 0 ||
      bytes[at - 17] !== lineFeed ||
      bytes[at - 9] !== 45 ||
      ((bytes[at - 8] ?? 0) | 32) !== 108 ||
      bytes[at - 1] !== 32
    ) {
      return false;
    }
    let length = 0;
    for (let byte = bytes[at]; byte !== undefined && byte !== carriageReturn; byte = bytes[++at])
      length = length * 10 + byte - 48;
    this.#chunked = false;
    this.#remaining = length;
    return true;
  }

  /** The slow and complete way, for the first response of a shape. */
  #readFraming(head: string): void {
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head);
    this.#chunked = length === null;
    if (length) {
      this.#lengthAt = length.index + "\r\ncontent-length: ".length;
      this.#remaining = Number(length[1]);
      return;
    }
    if (!/\r\ntransfer-encoding: chunked\r\n/i.test(head)) throw new Error(`a response without a length:\n${head}`);
    this.#remaining = 0;
  }

  #readBody(available: number): boolean {
    this.#remaining -= available;
    if (this.#remaining < 0) throw new Error("more bytes than the response announced");
    this.#inBody = this.#remaining > 0;
    return !this.#inBody;
  }

  #readChunks(bytes: Buffer, start: number): boolean {
    let at = start;
    for (;;) {
      const skipped = Math.min(this.#remaining, bytes.length - at);
      at += skipped;
      this.#remaining -= skipped;
      if (this.#remaining > 0) return false;
      if (this.#lastChunk) {
        this.#inBody = false;
        return true;
      }
      const lineEnd = bytes.indexOf(lineFeed, at);
      if (lineEnd < 0) {
        if (at < bytes.length) this.#carry = Buffer.from(bytes.subarray(at));
        return false;
      }
      const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
      if (Number.isNaN(size)) throw new Error("a chunk without a size");
      this.#lastChunk = size === 0;
      // The line end after the chunk belongs to it; no server here sends trailers.
      this.#remaining = size + 2;
      at = lineEnd + 1;
    }
  }
}

function digit(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 48) - 48;
}
