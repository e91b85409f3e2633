/* Images for tests, made here: small ones of every format, and what cameras and attackers add to them. */
import { deflateSync } from "node:zlib";

/** A picture whose left half is red and whose right half is blue, as PNG. */
export function png(width = 8, height = 6): Promise<Uint8Array<ArrayBuffer>> {
  return encoded(width, height, (image) => image.png());
}

/** The same as JPEG. */
export function jpeg(width = 8, height = 6): Promise<Uint8Array<ArrayBuffer>> {
  return encoded(width, height, (image) => image.jpeg({ quality: 90 }));
}

/** The same as WebP. */
export function webp(width = 8, height = 6): Promise<Uint8Array<ArrayBuffer>> {
  return encoded(width, height, (image) => image.webp({ quality: 90 }));
}

async function encoded(width: number, height: number, encode: (image: Bun.Image) => Bun.Image) {
  return new Uint8Array(await encode(new Bun.Image(bitmap(width, height))).bytes());
}

/** The picture as BMP, which needs no compression. */
export function bitmap(width: number, height: number): Uint8Array<ArrayBuffer> {
  const row = (width * 3 + 3) & ~3;
  const bytes = new Uint8Array(54 + row * height);
  const header = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [2, bytes.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
    [26, 1 | (24 << 16)],
  ] as const) {
    header.setUint32(at, value, true);
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes[54 + y * row + x * 3 + (x < width / 2 ? 2 : 0)] = 255;
  }
  return bytes;
}

/** A GIF of this many frames of one pixel, which may say that they are larger. */
export function gif(frames = 1, side = 1): Uint8Array<ArrayBuffer> {
  const size = [side & 255, side >> 8, side & 255, side >> 8];
  const head = [...Buffer.from("GIF89a"), ...size, 0x80, 0, 0, 255, 0, 0, 0, 0, 255];
  const frame = [0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x44, 1, 0];
  const bytes = new Uint8Array(head.length + frames * frame.length + 1);
  bytes.set(head);
  for (let nth = 0; nth < frames; nth++) bytes.set(frame, head.length + nth * frame.length);
  bytes[bytes.length - 1] = 0x3b;
  return bytes;
}

/** A JPEG with what a phone adds (Exif 2.32): its orientation, where it was taken, and a thumbnail, which is a whole JPEG. */
export function asFromPhone(photo: Uint8Array, orientation: number, thumbnail: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = (value: string) => Buffer.from(`${value}\0`);
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const folder = (entries: readonly Buffer[], next = 0) => {
    const [count, following] = [Buffer.alloc(2), Buffer.alloc(4)];
    count.writeUInt16LE(entries.length);
    following.writeUInt32LE(next);
    return Buffer.concat([count, ...entries, following]);
  };
  const make = text("Phonemaker");
  const [first, gps, degrees] = [8, 8 + 2 + 3 * 12 + 4, 8 + 2 + 3 * 12 + 4 + 2 + 2 * 12 + 4];
  const second = degrees + 24;
  const [makeAt, thumbnailAt] = [second + 2 + 2 * 12 + 4, second + 2 + 2 * 12 + 4 + make.length];
  const latitude = Buffer.alloc(24);
  for (const [index, value] of [52, 1, 31, 1, 12, 1].entries()) latitude.writeUInt32LE(value, index * 4);
  const header = Buffer.from("II*\0\0\0\0\0", "latin1");
  header.writeUInt32LE(first, 4);
  const tiff = Buffer.concat([
    header,
    folder([entry(0x10f, 2, make.length, makeAt), entry(0x112, 3, 1, orientation), entry(0x8825, 4, 1, gps)], second),
    folder([entry(1, 2, 2, "N".charCodeAt(0)), entry(2, 5, 3, degrees)]),
    latitude,
    folder([entry(0x201, 4, 1, thumbnailAt), entry(0x202, 4, 1, thumbnail.length)]),
    make,
    thumbnail,
  ]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from("Exif\0\0"), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return new Uint8Array(Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]));
}

/** A JPEG with a colour profile of this many bytes, which contains a page (ICC.1 B.4). */
export function withProfile(photo: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const profile = Buffer.alloc(size);
  profile.write("<script>alert(1)</script>", 128);
  const parts = Array.from({ length: Math.ceil(size / 65_000) }, (_, nth) =>
    profile.subarray(nth * 65_000, (nth + 1) * 65_000),
  );
  const segments = parts.map((part, nth) => {
    const head = Buffer.from([0xff, 0xe2, 0, 0, ...Buffer.from("ICC_PROFILE\0"), nth + 1, parts.length]);
    head.writeUInt16BE(head.length - 2 + part.length, 2);
    return Buffer.concat([head, part]);
  });
  return new Uint8Array(Buffer.concat([photo.subarray(0, 2), ...segments, photo.subarray(2)]));
}

/** A PNG with a compressed colour profile of this many bytes, all zero (PNG 3, 11.3.2.3). */
export function withCompressedProfile(image: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  return withChunk(image, "iCCP", Buffer.from("profile\0\0"), deflateSync(Buffer.alloc(size)));
}

/** A PNG with this many compressed texts, each of this many bytes (PNG 3, 11.3.3.3). */
export function withCompressedTexts(image: Uint8Array, count: number, size: number): Uint8Array<ArrayBuffer> {
  let whole = new Uint8Array(image);
  const text = deflateSync(Buffer.alloc(size, "x"));
  for (let nth = 0; nth < count; nth++) whole = withChunk(whole, "zTXt", Buffer.from("Comment\0\0"), text);
  return whole;
}

function withChunk(image: Uint8Array, type: string, ...data: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const chunk = Buffer.concat([Buffer.from(`0000${type}`), ...data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(chunk.length - 12);
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, -4)), chunk.length - 4);
  // After the signature and the header.
  return new Uint8Array(Buffer.concat([image.subarray(0, 33), chunk, image.subarray(33)]));
}

/** A PNG that says it is this large, and is not; with bytes behind its end, it is long enough to have the pixels. */
export async function bomb(width: number, height: number, padding = 0): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array([...(await png(1, 1)), ...new Uint8Array(padding)]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, Bun.hash.crc32(bytes.subarray(12, 29)));
  return bytes;
}

/** A JPEG that says it is this large, in as many colors, and is long enough to have the pixels: decoders show grey for them. */
export async function largeJpeg(width: number, height: number, colors = 3): Promise<Uint8Array<ArrayBuffer>> {
  const photo = Buffer.from(await jpeg(64, 64));
  // The frame of a baseline JPEG (ITU-T T.81 B.2.2).
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0, 0]));
  photo.writeUInt16BE(height, frame + 5);
  photo.writeUInt16BE(width, frame + 7);
  const end = frame + 2 + photo.readUInt16BE(frame + 2);
  const color = (nth: number) => photo.subarray(end - 3).with(0, nth);
  const more = Array.from({ length: colors - 3 }, (_, nth) => color(nth + 4));
  photo.writeUInt16BE(8 + 3 * colors, frame + 2);
  photo.writeUInt8(colors, frame + 9);
  const padding = Buffer.alloc(Math.ceil((width * height) / 512));
  return new Uint8Array(
    Buffer.concat([photo.subarray(0, end), ...more.map((one) => one.subarray(0, 3)), photo.subarray(end), padding]),
  );
}

/** A picture of 16 x 12 pixels as AVIF, which only a browser reads. */
export const avif = Buffer.from(
  [
    "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADn",
    "BpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAACMAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAA",
    "AABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAMAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAABAA0ABoAAAAAXaXBtYQAAAAAAAA",
    "ABAAEEAQKDBAAAACttZGF0EgAKCRgM/tggIaDQgDIUG0AccccEADGcdXliYM5cim1ptNY=",
  ].join(""),
  "base64",
);
