/* Pixels: areas with soft edges in flat colours, and a PNG of them. */
import { deflateSync } from "node:zlib";
import type { Outline } from "./vector-path.ts";

/** How much of each pixel an area covers, from 0 to 1. */
export type Coverage = Float32Array;

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
    const sums = new Float32Array(this.width * this.height + 2);
    for (const { points } of outlines) {
      for (const [index, [x, y]] of points.entries()) {
        const [toX, toY] = points[(index + 1) % points.length] ?? [x, y];
        this.#addLine(sums, x, y, toX, toY);
      }
    }
    const covered = new Float32Array(this.width * this.height);
    for (let row = 0; row < this.height; row++) {
      let sum = 0;
      for (let at = row * this.width; at < (row + 1) * this.width; at++) {
        sum += sums[at] ?? 0;
        covered[at] = Math.min(1, Math.abs(sum));
      }
    }
    return covered;
  }

  #addLine(sums: Float32Array, x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const [topX, top, bottomX, bottom] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
    const slope = (bottomX - topX) / (bottom - top);
    for (let row = Math.max(0, Math.floor(top)); row < Math.min(this.height, Math.ceil(bottom)); row++) {
      const [from, to] = [Math.max(row, top), Math.min(row + 1, bottom)];
      const x = topX + ((from + to) / 2 - top) * slope;
      const clamped = Math.max(0, Math.min(this.width - 1e-3, x));
      const column = Math.floor(clamped);
      const inside = (to - from) * direction;
      const at = row * this.width + column;
      sums[at] = (sums[at] ?? 0) + inside * (1 - (clamped - column));
      if (column + 1 < this.width) sums[at + 1] = (sums[at + 1] ?? 0) + inside * (clamped - column);
    }
  }

  /** Paints an area, as far as another one lets it be seen. */
  paint(area: Coverage, colour: Colour, opacity: number, within: readonly Coverage[]): void {
    for (let at = 0; at < area.length; at++) {
      let part = (area[at] ?? 0) * opacity;
      if (part === 0) continue;
      for (const clip of within) part *= clip[at] ?? 0;
      for (let channel = 0; channel < 3; channel++) {
        const place = 3 * at + channel;
        const before = this.#pixels[place] ?? 0;
        this.#pixels[place] = Math.round(before + ((colour[channel] ?? 0) - before) * part);
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

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, Bun.hash.crc32(bytes.subarray(4, data.length + 8)));
  return bytes;
}
