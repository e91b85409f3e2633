import { areFieldLines, malformed } from "./request-head.ts";

/** Tells the bytes of one request's body from those that come after it. */
export interface BodyFrame {
  /** All of the body has come. */
  readonly isComplete: boolean;
  /** Takes bytes as they come and tells where parts of the body are in them. Answers how many belong to this request. */
  take(bytes: Buffer, part: Part): number;
}

type Part = (bytes: Buffer, start: number, end: number) => void;

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

  take(bytes: Buffer, part: Part): number {
    const taken = Math.min(bytes.length, this.#missing);
    this.#missing -= taken;
    if (taken > 0) part(bytes, 0, taken);
    return taken;
  }
}

/** The longest line between chunks: a size with its extensions, or a trailer, which are passed over. */
const LINE_MAX = 1024;

/** How many bytes of trailers are passed over. */
const TRAILERS_MAX = 8 * 1024;

/** Of the size of a chunk, at most. */
const SIZE_DIGITS = 8;

const CHUNK_SIZE = new RegExp(`^([\\da-f]{1,${SIZE_DIGITS}})(?:[\\t ]*;[\\t -~\\x80-\\xff]*)?$`, "i");

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

  take(bytes: Buffer, part: Part): number {
    let at = 0;
    while (at < bytes.length && this.#place !== "end") {
      if (this.#place === "data") at = this.#takeData(bytes, at, part);
      else at = this.#takePlainLine(bytes, at) ?? this.#takeLine(bytes, at);
    }
    return at;
  }

  #takeData(bytes: Buffer, start: number, part: Part): number {
    const end = Math.min(bytes.length, start + this.#missing);
    this.#missing -= end - start;
    if (this.#missing === 0) this.#place = "end of data";
    part(bytes, start, end);
    return end;
  }

  /** Most lines are whole and have nothing but a size: without a text for each, tiny chunks cannot take much time. */
  #takePlainLine(bytes: Buffer, start: number): number | undefined {
    if (this.#line !== "" || this.#place === "trailers") return undefined;
    let [size, at] = [0, start];
    if (this.#place === "size") {
      for (let digit = hexDigit(bytes[at]); digit >= 0 && at < start + SIZE_DIGITS; digit = hexDigit(bytes[++at])) {
        size = size * 16 + digit;
      }
      if (at === start) return undefined;
    }
    if (bytes[at] !== CR || bytes[at + 1] !== LF) return undefined;
    if (this.#place === "size") this.#begin(size);
    else this.#place = "size";
    return at + 2;
  }

  #takeLine(bytes: Buffer, start: number): number {
    const newline = bytes.indexOf(LF, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    if (this.#line.length + end - start > LINE_MAX) throw malformed("a chunk: its line is too long");
    this.#line += bytes.toString("latin1", start, end);
    // Not only when the line ends: whoever sends more than the size may wait for an answer now.
    if (this.#place === "end of data" && !"\r\n".startsWith(this.#line))
      throw malformed("a chunk: it is longer than its size");
    if (newline === -1) return end;
    if (!this.#line.endsWith("\r\n")) throw malformed("a chunk: expected its line to end with CR LF");
    const line = this.#line.slice(0, -2);
    this.#line = "";
    this.#endLine(line);
    return end;
  }

  #begin(size: number): void {
    this.#missing = size;
    this.#place = size === 0 ? "trailers" : "data";
  }

  #endLine(line: string): void {
    if (this.#place === "size") {
      const size = CHUNK_SIZE.exec(line)?.[1];
      if (size === undefined) throw malformed("a chunk: expected its size in hexadecimal");
      this.#begin(Number.parseInt(size, 16));
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

const [LF, CR] = [10, 13];

/** What a byte means as a hexadecimal digit, or -1. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}
