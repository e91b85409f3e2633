/* The parts of a PNG file (PNG 3, 5.3). */

const SIGNATURE_LENGTH = 8;

/** The type of the last chunk: IEND. */
export const PNG_END = 0x49454e44;

/** tEXt, zTXt and iTXt. */
const TEXTS: readonly number[] = [0x74455874, 0x7a545874, 0x69545874];

interface Chunk {
  /** The four letters as a number: a file may have a million chunks. */
  readonly type: number;
  readonly start: number;
  /** The offset of the next chunk; beyond the end of a truncated file. */
  readonly end: number;
}

/** Yields the chunks of a PNG one at a time. */
export function* pngChunks(bytes: Uint8Array): Generator<Chunk, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = SIGNATURE_LENGTH; start + 12 <= bytes.length; ) {
    const end = start + 12 + view.getUint32(start);
    yield { type: view.getUint32(start + 4), start, end };
    start = end;
  }
}

/** Removes text chunks before decoding: each of many could decompress to megabytes. */
export function withoutTexts(bytes: Uint8Array): Uint8Array {
  if (!pngChunks(bytes).some(isText)) return bytes;
  const kept = bytes.slice();
  let length = SIGNATURE_LENGTH;
  for (const chunk of pngChunks(bytes)) {
    if (isText(chunk)) continue;
    kept.copyWithin(length, chunk.start, chunk.end);
    length += Math.min(chunk.end, bytes.length) - chunk.start;
  }
  return kept.subarray(0, length);
}

function isText({ type }: Chunk): boolean {
  return TEXTS.includes(type);
}
