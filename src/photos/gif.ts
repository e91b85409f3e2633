import { yieldToEventLoop } from "../core/concurrency/event-loop.ts";

const [IMAGE, EXTENSION, TRAILER] = [0x2c, 0x21, 0x3b];

/** Codes have at most 12 bits (appendix F). */
const [CODES_MAX, WIDTH_MAX] = [4096, 12];

/** Sub-blocks read before yielding to the event loop: about a millisecond. */
const BLOCKS_PER_TURN = 64;

/** Whether a GIF has its trailer and all pixels of its first image: decoders fill in missing ones, however many. */
export async function isCompleteGif(bytes: Uint8Array): Promise<boolean> {
  const image = firstImageOf(bytes);
  return image !== undefined && (image === 0 || hasAllPixels(bytes, image));
}

/**
 * Follows the blocks to the trailer (appendix B). Returns the offset of the first image, 0 if there is none; undefined without a
 * trailer.
 */
function firstImageOf(bytes: Uint8Array): number | undefined {
  let first = 0;
  let at = 13 + colorsOf(bytes[10]);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === TRAILER) return first;
    if (block === IMAGE) {
      first ||= at;
      at += 11 + colorsOf(bytes[at + 9]);
    } else if (block === EXTENSION) at += 2;
    else return undefined;
    // Length-prefixed sub-blocks up to an empty one.
    while (bytes[at]) at += 1 + (bytes[at] ?? 0);
    at += 1;
  }
  return undefined;
}

/** The size in bytes of the color table that these flags announce. */
function colorsOf(flags = 0): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0;
}

/** Whether the codes of an image cover its stated size. */
async function hasAllPixels(bytes: Uint8Array, image: number): Promise<boolean> {
  const short = (at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
  const dataAt = image + 10 + colorsOf(bytes[image + 9]);
  const count = pixelCounter(bytes[dataAt] ?? 0);
  let missing = short(image + 5) * short(image + 7);
  let at = dataAt + 1;
  for (let nth = 1; missing > 0 && bytes[at]; nth++) {
    const end = at + 1 + (bytes[at] ?? 0);
    missing -= count(bytes.subarray(at + 1, end));
    at = end;
    if (nth % BLOCKS_PER_TURN === 0) await yieldToEventLoop();
  }
  return missing <= 0;
}

/**
 * Counts pixels one sub-block at a time. A code stands for a color, or for the pixels of the code before plus one (appendix F). Counting
 * stops at the end code or an invalid code.
 */
function pixelCounter(colorBits: number): (block: Uint8Array) => number {
  const clear = 1 << colorBits;
  const lengths = new Uint32Array(CODES_MAX).fill(1);
  let [next, width, previous] = [clear + 2, colorBits + 1, 0];
  let [held, heldBits] = [0, 0];
  let isOver = colorBits >= WIDTH_MAX;

  /** Returns how many pixels a code stands for, and adds the next code. */
  function pixelsOf(code: number): number {
    if (code === clear) {
      [next, width, previous] = [clear + 2, colorBits + 1, 0];
      return 0;
    }
    isOver = code === clear + 1 || code > next || (code === next && previous === 0);
    if (isOver) return 0;
    if (previous > 0 && next < CODES_MAX) {
      lengths[next++] = previous + 1;
      if (next === 1 << width && width < WIDTH_MAX) width += 1;
    }
    previous = lengths[code] ?? 0;
    return previous;
  }

  return (block) => {
    let pixels = 0;
    for (const byte of block) {
      held |= byte << heldBits;
      heldBits += 8;
      while (heldBits >= width && !isOver) {
        const code = held & ((1 << width) - 1);
        held >>>= width;
        heldBits -= width;
        pixels += pixelsOf(code);
      }
      if (isOver) break;
    }
    return pixels;
  };
}
