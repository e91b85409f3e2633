/* How many photos are converted at one time: each takes up to 320 MB and all of a processor. */
import { Failure } from "../contract/errors.ts";
import type { ConvertPhoto } from "../core/shop/photo-ports.ts";
import { convertApart } from "./apart.ts";
import { convertImage, type ReadImage, readImage } from "./convert.ts";

const RUNNING_MAX = 2;

/**
 * An image of more pixels is large: only one is converted at a time. A JPEG is made smaller as it is read; others are read whole, and
 * take up to eight bytes for each pixel.
 */
const LARGE_PIXELS = { jpeg: 12_000_000, png: 4_000_000, webp: 4_000_000, gif: 4_000_000 } as const;

const WAITING_MAX = 16;

/** A conversion takes less than a second, on most machines. */
const RETRY_AFTER = { headers: { "Retry-After": "3" } };

interface Waiting {
  readonly isLarge: boolean;
  start(): void;
}

type Convert = (image: ReadImage) => ReturnType<ConvertPhoto>;

/** Makes a converter that converts a few photos at a time and refuses more when some wait. */
export function photoConverter(convert: Convert = convertImage, convertLarge: Convert = convertApart): ConvertPhoto {
  const waiting: Waiting[] = [];
  let running = 0;
  let large = 0;

  const mayStart = ({ isLarge }: Pick<Waiting, "isLarge">) => running < RUNNING_MAX && !(isLarge && large > 0);

  function begin(isLarge: boolean): void {
    running += 1;
    if (isLarge) large += 1;
  }

  function end(isLarge: boolean): void {
    running -= 1;
    if (isLarge) large -= 1;
    const next = waiting.findIndex(mayStart);
    for (const { isLarge, start } of next === -1 ? [] : waiting.splice(next, 1)) {
      begin(isLarge);
      start();
    }
  }

  async function acquire(isLarge: boolean): Promise<void> {
    if (mayStart({ isLarge })) return begin(isLarge);
    if (waiting.length >= WAITING_MAX) {
      throw new Failure(
        "service_unavailable",
        `${WAITING_MAX} photos are waiting to be converted; retry later`,
        RETRY_AFTER,
      );
    }
    await new Promise<void>((start) => waiting.push({ isLarge, start }));
  }

  return async (bytes) => {
    const image = await readImage(bytes);
    const isLarge = image.pixels > LARGE_PIXELS[image.format];
    await acquire(isLarge);
    try {
      return await (isLarge ? convertLarge : convert)(image);
    } finally {
      end(isLarge);
    }
  };
}
