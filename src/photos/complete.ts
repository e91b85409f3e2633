/* Checks that an image file is complete. */
import type { MaybePromise } from "../core/concurrency/maybe-promise.ts";
import { isCompleteGif } from "./gif.ts";
import { hasEndOfJpeg } from "./jpeg.ts";
import { PNG_END, pngChunks } from "./png.ts";

/**
 * Whether an image is complete. Decoders fill missing parts of a JPEG with grey, and tolerate a GIF or PNG without its end. Data after
 * the end is ignored: phones append videos.
 */
export function isComplete(bytes: Uint8Array, format: "jpeg" | "png" | "webp" | "gif"): MaybePromise<boolean> {
  return ENDS[format](bytes);
}

/**
 * The most pixels per byte of a file. JPEG: 64 per bit. PNG: 8 per uncompressed byte, with compression of at most 1032 to 1. GIF: 4096
 * per code of 12 bits. A lossless WebP of one color needs no bytes.
 */
const PIXELS_PER_BYTE = { jpeg: 512, png: 8256, gif: 2731, webp: Number.POSITIVE_INFINITY } as const;

/** Whether a file is long enough for its pixels: decoders fill in missing ones, however many. */
export function hasBytesFor(bytes: Uint8Array, format: keyof typeof PIXELS_PER_BYTE, pixels: number): boolean {
  return bytes.length * PIXELS_PER_BYTE[format] >= pixels;
}

const ENDS: Readonly<Record<Parameters<typeof isComplete>[1], (bytes: Uint8Array) => MaybePromise<boolean>>> = {
  jpeg: hasEndOfJpeg,
  png: hasEndOfPng,
  // The decoder refuses a truncated file.
  webp: () => true,
  gif: isCompleteGif,
};

/** Follows the chunks to IEND. */
function hasEndOfPng(bytes: Uint8Array): boolean {
  for (const { type, end } of pngChunks(bytes)) if (type === PNG_END) return end <= bytes.length;
  return false;
}
