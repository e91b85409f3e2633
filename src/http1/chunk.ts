const UTF_8 = new TextEncoder();

const LINE_END = "\r\n";

/** A text of so many bytes as a chunk (RFC 9112 7.1). */
export function framed(text: string, size: number): string {
  return `${size.toString(16)}${LINE_END}${text}${LINE_END}`;
}

/**
 * A part of answers that is sent again and again, with its frame around it: to make that each time would take two more writes to the
 * socket, or a copy.
 */
export class Chunk {
  /** With its frame. */
  readonly framed: Uint8Array<ArrayBuffer>;
  /** Without it. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(text: string) {
    const size = Buffer.byteLength(text);
    this.framed = UTF_8.encode(framed(text, size));
    const end = this.framed.byteLength - LINE_END.length;
    this.bytes = this.framed.subarray(end - size, end);
  }
}
