/* Limits concurrent conversions: each takes up to 320 MB and a whole processor. */

import { Slots } from "../core/concurrency/slots.ts";
import type { ConvertPhoto } from "../core/shop/photos/photo-ports.ts";
import { convertApart } from "./apart.ts";
import { convertImage, type ReadImage, readImage } from "./convert.ts";

const RUNNING_MAX = 2;

/**
 * Images with more pixels are large: only one is converted at a time. A JPEG is scaled while it is decoded; others are decoded whole, at
 * up to eight bytes per pixel.
 */
const LARGE_PIXELS = { jpeg: 12_000_000, png: 4_000_000, webp: 4_000_000, gif: 4_000_000 } as const;

const WAITING_MAX = 16;

/** Conversions usually take less than a second. */
const RETRY_SECONDS = 3;

type Convert = (image: ReadImage) => ReturnType<ConvertPhoto>;

/** Creates a converter that runs a few conversions at a time and refuses more when some wait. */
export function photoConverter(convert: Convert = convertImage, convertLarge: Convert = convertApart): ConvertPhoto {
  const slots = new Slots({
    what: "conversions of photos",
    max: RUNNING_MAX,
    // All large images share one owner; small ones have none.
    maxPerOwner: 1,
    maxWaiting: WAITING_MAX,
    retryAfter: RETRY_SECONDS,
  });

  return async (bytes) => {
    const image = await readImage(bytes);
    const isLarge = image.pixels > LARGE_PIXELS[image.format];
    const release = await slots.wait({ owner: isLarge ? "large" : undefined });
    return (isLarge ? convertLarge : convert)(image).finally(release);
  };
}
