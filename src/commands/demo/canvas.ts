/* Pixels: areas with soft edges in flat colours, and a PNG of them. */
import { deflateSync } from "node:zlib";
import type { Outline, Point } from "./vector-path.ts";

/** Whole pixels of a canvas, without those at the right and the bottom. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How much of each pixel an area covers, from 0 to 1, row by row within a box; nothing of those outside. */
export interface Coverage extends Box {
  readonly parts: Float32Array;
}

/** A red, green and blue part from 0 to 255. */
export type Colour = readonly [number, number, number];

/** A picture of flat areas. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #pixels: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#pixels = new Uint8Array(width * height * 3).fill(255);
  }

  /** How much of each pixel lies inside of outlines: the area to the right of each line, summed up along the rows. */
  coverageOf(outlines: readonly Outline[]): Coverage {
    const box = this.#boxAround(outlines);
    const width = box.right - box.left;
    const parts = new Float32Array(width * (box.bottom - box.top));
    for (const { points } of outlines) {
      for (const [index, from] of points.entries())
        addLine(parts, box, from, points[(index + 1) % points.length] ?? from);
    }
    for (let row = 0; row < parts.length; row += width) {
      let sum = 0;
      for (let at = row; at < row + width; at++) {
        sum += parts[at] ?? 0;
        parts[at] = Math.min(1, Math.abs(sum));
      }
    }
    return { ...box, parts };
  }

  /** The pixels that outlines touch, and one more to the right. */
  #boxAround(outlines: readonly Outline[]): Box {
    const points = outlines.flatMap((outline) => outline.points);
    const first = (axis: 0 | 1, max: number) =>
      Math.max(
        0,
        points.reduce((least, point) => Math.min(least, Math.floor(point[axis])), max),
      );
    const last = (axis: 0 | 1) => points.reduce((most, point) => Math.max(most, Math.floor(point[axis])), 0);
    const [left, top] = [first(0, this.width), first(1, this.height)];
    const [right, bottom] = [Math.min(this.width, last(0) + 2), Math.min(this.height, last(1) + 1)];
    return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) };
  }

  /** Paints an area, as far as others let it be seen. */
  paint(
    { left, top, right, bottom, parts }: Coverage,
    colour: Colour,
    opacity: number,
    within: readonly Coverage[],
  ): void {
    const { width } = this;
    const pixels = this.#pixels;
    const [red, green, blue] = colour;
    let at = 0;
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        let part = (parts[at++] ?? 0) * opacity;
        if (part === 0) continue;
        for (const clip of within) part *= partOf(clip, row, column);
        const place = 3 * (row * width + column);
        pixels[place] = mixed(pixels[place], red, part);
        pixels[place + 1] = mixed(pixels[place + 1], green, part);
        pixels[place + 2] = mixed(pixels[place + 2], blue, part);
      }
    }
  }

  /** The picture as a PNG file. */
  png(): Uint8Array<ArrayBuffer> {
    const header = new DataView(new ArrayBuffer(13));
    header.setUint32(0, this.width);
    header.setUint32(4, this.height);
    // 8 bits for each of red, green and blue.
    header.setUint16(8, 0x08_02);
    const stride = 3 * this.width;
    const rows = new Uint8Array((stride + 1) * this.height);
    for (let row = 0; row < this.height; row++) {
      rows.set(this.#pixels.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
    }
    const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    const parts = [signature, chunk("IHDR", new Uint8Array(header.buffer)), chunk("IDAT", deflateSync(rows))];
    return Uint8Array.from(Buffer.concat([...parts, chunk("IEND", new Uint8Array())]));
  }
}

/** Adds what lies to the right of a line: it turns the sums of the rows that it crosses. */
function addLine(sums: Float32Array, { left, top, right, bottom }: Box, start: Point, end: Point): void {
  if (start[1] === end[1]) return;
  const direction = start[1] < end[1] ? 1 : -1;
  const [[topX, topY], [bottomX, bottomY]] = direction === 1 ? [start, end] : [end, start];
  const slope = (bottomX - topX) / (bottomY - topY);
  for (let row = Math.max(top, Math.floor(topY)); row < Math.min(bottom, Math.ceil(bottomY)); row++) {
    const [from, to] = [Math.max(row, topY), Math.min(row + 1, bottomY)];
    const x = Math.max(left, Math.min(right - 1e-3, topX + ((from + to) / 2 - topY) * slope));
    const column = Math.floor(x);
    const inside = (to - from) * direction;
    const at = (row - top) * (right - left) + column - left;
    sums[at] = (sums[at] ?? 0) + inside * (1 - (x - column));
    if (column + 1 < right) sums[at + 1] = (sums[at + 1] ?? 0) + inside * (x - column);
  }
}

function partOf({ left, top, right, bottom, parts }: Coverage, row: number, column: number): number {
  if (row < top || row >= bottom || column < left || column >= right) return 0;
  return parts[(row - top) * (right - left) + column - left] ?? 0;
}

function mixed(before = 0, colour: number, part: number): number {
  return Math.round(before + (colour - before) * part);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, Bun.hash.crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
