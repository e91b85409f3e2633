import { areFieldLines, malformed } from "./request-head.ts";

/** Tells the bytes of one request's body from those that come after it. */
export interface BodyFrame {
  /** All of the body has come. */
  readonly isComplete: boolean;
  /** Takes bytes as they come and hands on those of the body. Answers how many of them belong to this request. */
  take(bytes: Buffer, part: (bytes: Buffer) => void): number;
}

/** The frame of a body of so many bytes, or of one in chunks. */
export function bodyFrame(length: number | undefined): BodyFrame {
  return length === undefined ? new ChunkedFrame() : new LengthFrame(length);
}

class LengthFrame implements BodyFrame {
  #missing: number;

  constructor(length: number) {
    this.#missing = length;
  }

  get isComplete(): boolean {
    return this.#missing === 0;
  }

  take(bytes: Buffer, part: (bytes: Buffer) => void): number {
    const own = bytes.length > this.#missing ? bytes.subarray(0, this.#missing) : bytes;
    this.#missing -= own.length;
    if (own.length > 0) part(own);
    return own.length;
  }
}

/** The longest line between chunks: a size with its extensions, or a trailer, which are passed over. */
const LINE_MAX = 1024;

/** How many bytes of trailers are passed over. */
const TRAILERS_MAX = 8 * 1024;

const CHUNK_SIZE = /^([\da-f]{1,8})(?:[\t ]*;[\t -~\x80-\xff]*)?$/i;

/** RFC 9112 7.1. */
class ChunkedFrame implements BodyFrame {
  #place: "size" | "data" | "end of data" | "trailers" | "end" = "size";
  /** Of the line that is being read. */
  #line = "";
  #missing = 0;
  #trailers = 0;

  get isComplete(): boolean {
    return this.#place === "end";
  }

  take(bytes: Buffer, part: (bytes: Buffer) => void): number {
    let at = 0;
    while (at < bytes.length && this.#place !== "end") {
      at += this.#place === "data" ? this.#takeData(bytes.subarray(at), part) : this.#takeLine(bytes.subarray(at));
    }
    return at;
  }

  #takeData(bytes: Buffer, part: (bytes: Buffer) => void): number {
    const own = bytes.length > this.#missing ? bytes.subarray(0, this.#missing) : bytes;
    this.#missing -= own.length;
    if (this.#missing === 0) this.#place = "end of data";
    part(own);
    return own.length;
  }

  #takeLine(bytes: Buffer): number {
    const end = bytes.indexOf("\n") + 1;
    const taken = end === 0 ? bytes.length : end;
    if (this.#line.length + taken > LINE_MAX) throw malformed("a chunk: its line is too long");
    this.#line += bytes.toString("latin1", 0, taken);
    // Not only when the line ends: whoever sends more than the size may wait for an answer now.
    if (this.#place === "end of data" && !"\r\n".startsWith(this.#line))
      throw malformed("a chunk: it is longer than its size");
    if (end === 0) return taken;
    if (!this.#line.endsWith("\r\n")) throw malformed("a chunk: expected its line to end with CR LF");
    const line = this.#line.slice(0, -2);
    this.#line = "";
    this.#endLine(line);
    return taken;
  }

  #endLine(line: string): void {
    if (this.#place === "size") {
      const size = CHUNK_SIZE.exec(line)?.[1];
      if (size === undefined) throw malformed("a chunk: expected its size in hexadecimal");
      this.#missing = Number.parseInt(size, 16);
      this.#place = this.#missing === 0 ? "trailers" : "data";
    } else if (this.#place === "end of data") {
      this.#place = "size";
    } else if (line === "") {
      this.#place = "end";
    } else {
      this.#trailers += line.length;
      if (!areFieldLines(line) || this.#trailers > TRAILERS_MAX) throw malformed("a trailer: expected `name: value`");
    }
  }
}
