/* The parts of a WebP file (RFC 9649 2). */

const PICTURE_CHUNKS = ["VP8X", "ICCP", "ALPH", "VP8 ", "VP8L"];

/** The maximum size of a color profile: those of cameras and phones have at most 4 kB. */
const PROFILE_MAX = 4096;

/** The offset of the first chunk's data. In an extended file it starts with flags, one for a color profile. */
const [FLAGS_AT, HAS_PROFILE] = [20, 0x20];

interface Chunk {
  readonly name: string;
  /** The offset, including header and padding. */
  readonly start: number;
  readonly end: number;
}

/** Whether a WebP contains only a picture and its color profile, to its last byte. */
export function isBareWebp(bytes: Uint8Array): boolean {
  let last = 0;
  for (const chunk of chunksOf(bytes)) {
    if (!PICTURE_CHUNKS.includes(chunk.name) || isTooLarge(chunk)) return false;
    last = chunk.end;
  }
  return last === bytes.length;
}

/** Removes a color profile larger than any camera's: its content is arbitrary. */
export function withoutLargeProfile(bytes: Uint8Array): Uint8Array {
  return chunksOf(bytes).some(isTooLarge) ? withoutProfile(bytes) : bytes;
}

/** Removes the color profile. */
export function withoutProfile(bytes: Uint8Array): Uint8Array {
  const profile = chunksOf(bytes).find(({ name }) => name === "ICCP");
  if (profile === undefined) return bytes;
  const kept = Buffer.concat([bytes.subarray(0, profile.start), bytes.subarray(profile.end)]);
  kept.writeUInt32LE(kept.length - 8, 4);
  kept.writeUInt8(kept.readUInt8(FLAGS_AT) & ~HAS_PROFILE, FLAGS_AT);
  return kept;
}

function isTooLarge({ name, start, end }: Chunk): boolean {
  return name === "ICCP" && end - start > PROFILE_MAX;
}

/** Yields one at a time: a file may have millions of empty chunks. */
function* chunksOf(bytes: Uint8Array): Generator<Chunk, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 12; start + 8 <= bytes.length; ) {
    const length = view.getUint32(start + 4, true);
    const end = start + 8 + length + (length % 2);
    yield { name: String.fromCharCode(...bytes.subarray(start, start + 4)), start, end };
    start = end;
  }
}
