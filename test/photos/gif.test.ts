/* Which GIFs have every pixel of their first image. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isCompleteGif } from "../../src/photos/gif.ts";
import { bitmap, gif } from "../support/images.ts";
import { SEED } from "../support/seed.ts";

/** A picture of at most 256 colors. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly colorBits: number;
  readonly pixels: readonly number[];
  /** Whether the encoder starts a new table when one is full, or goes on with it. */
  readonly clears: boolean;
}

/** The codes of pixels, each with its width in bits (GIF89a appendix F). */
function* codesOf({ colorBits, pixels, clears }: Picture): Generator<readonly [code: number, width: number]> {
  const clear = 1 << colorBits;
  let [known, width] = [new Map<number, number>(), colorBits + 1];
  let next = clear + 2;
  yield [clear, width];
  let prefix = pixels[0] ?? 0;
  for (const pixel of pixels.slice(1)) {
    const longer = known.get(prefix * 256 + pixel);
    if (longer !== undefined) {
      prefix = longer;
      continue;
    }
    yield [prefix, width];
    if (next < 4096) {
      known.set(prefix * 256 + pixel, next);
      // A decoder learns a code one later, and widens then.
      if (next === 1 << width) width += 1;
      next += 1;
    } else if (clears) {
      yield [clear, width];
      [known, width, next] = [new Map(), colorBits + 1, clear + 2];
    }
    prefix = pixel;
  }
  yield [prefix, width];
  yield [clear + 1, width];
}

/** Writes a picture as a GIF whose colors go from blue to red, and which may say that it has more rows. */
function encoded(picture: Picture, more = 0): Uint8Array {
  const { width, height, colorBits } = picture;
  let bits = "";
  for (const [code, size] of codesOf(picture)) bits = code.toString(2).padStart(size, "0") + bits;
  bits = bits.padStart(Math.ceil(bits.length / 8) * 8, "0");
  const data = Array.from({ length: bits.length / 8 }, (_, nth) =>
    Number.parseInt(bits.slice(bits.length - 8 * nth - 8, bits.length - 8 * nth), 2),
  );
  const blocks: number[] = [];
  for (let at = 0; at < data.length; at += 255)
    blocks.push(Math.min(255, data.length - at), ...data.slice(at, at + 255));
  const size = [width & 255, width >> 8, (height + more) & 255, (height + more) >> 8];
  const colors = Array.from({ length: 1 << colorBits }, (_, nth) => {
    const red = Math.round((255 * nth) / ((1 << colorBits) - 1));
    return [red, 0, 255 - red];
  });
  const head = [...Buffer.from("GIF89a"), ...size, 0x80 | (colorBits - 1), 0, 0, ...colors.flat()];
  return new Uint8Array([...head, 0x2c, 0, 0, 0, 0, ...size, 0, colorBits, ...blocks, 0, 0x3b]);
}

const pictures: fc.Arbitrary<Picture> = fc
  .record({
    width: fc.integer({ min: 1, max: 120 }),
    height: fc.integer({ min: 1, max: 120 }),
    colorBits: fc.integer({ min: 2, max: 8 }),
    runs: fc.array(fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 3000 }),
    clears: fc.boolean(),
  })
  .map(({ runs, ...size }) => {
    const colors = runs.flatMap(([color, length]) => Array<number>(length).fill(color % (1 << size.colorBits)));
    const pixels = Array.from({ length: size.width * size.height }, (_, nth) => colors[nth % colors.length] ?? 0);
    return { ...size, pixels };
  });

describe("a GIF is complete", () => {
  test("with all of its pixels, and not with one row fewer, whatever it shows", async () => {
    const property = fc.asyncProperty(pictures, async (picture) => {
      expect(await isCompleteGif(encoded(picture))).toBe(true);
      expect(await isCompleteGif(encoded(picture, 1))).toBe(false);
    });
    await fc.assert(property, { numRuns: 100, seed: SEED });
  });

  test("as the runtime's decoder reads it, with a full table of codes too", async () => {
    const [width, height] = [400, 300];
    for (const clears of [true, false]) {
      const noise = Array.from({ length: width * height }, (_, nth) => Bun.hash.crc32(`${nth}`) % 4);
      const file = encoded({ width, height, colorBits: 2, pixels: noise, clears });
      expect(await isCompleteGif(file)).toBe(true);
      const decoded = await new Bun.Image(file).png({ compressionLevel: 0 }).bytes();
      expect(decoded.length).toBeGreaterThan(width * height);
    }
    const halves = Array.from({ length: 64 * 48 }, (_, nth) => (nth % 64 < 32 ? 3 : 0));
    const file = encoded({ width: 64, height: 48, colorBits: 2, pixels: halves, clears: true });
    const pixelsIn = (bytes: Uint8Array) => new Bun.Image(bytes).png({ compressionLevel: 0 }).bytes();
    expect(await pixelsIn(file)).toEqual(await pixelsIn(bitmap(64, 48)));
  });

  test("only if its first image is: later ones are not shown", async () => {
    const later = [0x2c, 0, 0, 0, 0, 100, 0, 100, 0, 0, 2, 2, 0x44, 1, 0, 0x3b];
    expect(await isCompleteGif(new Uint8Array([...gif().subarray(0, -1), ...later]))).toBe(true);
    expect(await isCompleteGif(gif(10_000, 100))).toBe(false);
  });

  test.each([
    ["a code that cannot be", [0b11000100, 0xff, 0xff]],
    ["codes after the end of the information", [0b01000100, 1, 0]],
  ])("not by %s", async (_, data) => {
    // Four pixels; the codes have 3 bits: 4 to begin, 0, then 7 before there is one, or 5 for the end.
    const head = gif(1, 2).subarray(0, -5);
    expect(await isCompleteGif(new Uint8Array([...head, data.length, ...data, 0, 0x3b]))).toBe(false);
  });
});
