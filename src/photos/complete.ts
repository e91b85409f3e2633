/* Whether an image file is complete. */
import type { MaybePromise } from "../core/concurrency/maybe-promise.ts";
import { isCompleteGif } from "./gif.ts";
import { hasEndOfJpeg } from "./jpeg.ts";
import { PNG_END, pngChunks } from "./png.ts";

/**
 * Whether an image is complete. Decoders show grey for missing parts of a JPEG, and ignore a missing end of a GIF or PNG.
 * What follows the end does not count: phones append videos.
 */
export function isComplete(bytes: Uint8Array, format: "jpeg" | "png" | "webp" | "gif"): MaybePromise<boolean> {
  return ENDS[format](bytes);
}

/**
 * The most pixels that a byte of a file can have. JPEG: 64 for each bit. PNG: 8 for each byte before its compression, which saves at
 * most 1031 of 1032. GIF: 4096 for each code of 12 bits. A lossless WebP of one color needs no bytes.
 */
const PIXELS_PER_BYTE = { jpeg: 512, png: 8256, gif: 2731, webp: Number.POSITIVE_INFINITY } as const;

/** Whether a file may have all its pixels: decoders fill in the others, however many. */
export function hasBytesFor(bytes: Uint8Array, format: keyof typeof PIXELS_PER_BYTE, pixels: number): boolean {
  return bytes.length * PIXELS_PER_BYTE[format] >= pixels;
}

const ENDS: Readonly<Record<Parameters<typeof isComplete>[1], (bytes: Uint8Array) => MaybePromise<boolean>>> = {
  jpeg: hasEndOfJpeg,
  png: hasEndOfPng,
  // The decoder refuses one that is shorter than it says.
  webp: () => true,
  gif: isCompleteGif,
};

/** Follows the chunks to the end of IEND. */
function hasEndOfPng(bytes: Uint8Array): boolean {
  for (const { type, end } of pngChunks(bytes)) if (type === PNG_END) return end <= bytes.length;
  return false;
}
