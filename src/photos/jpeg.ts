/* The parts of a JPEG file (ITU-T T.81 annex B). */

const END = 0xd9;

/** Frame markers: SOF0 to SOF15 except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

interface Segment {
  readonly marker: number;
  /** The offset of its marker. */
  readonly start: number;
}

/** Whether a JPEG has its end marker. That of an embedded thumbnail does not count. */
export function hasEndOfJpeg(bytes: Uint8Array): boolean {
  return jpegSegments(bytes).some(({ marker }) => marker === END);
}

/** The number of components: 1, 3, or 4 for print; 0 if there is no frame. */
export function componentsOfJpeg(bytes: Uint8Array): number {
  const frame = jpegSegments(bytes).find(({ marker }) => isFrame(marker));
  return frame === undefined ? 0 : (bytes[frame.start + 9] ?? 0);
}

/** Yields the segments of a JPEG up to its end. */
function* jpegSegments(bytes: Uint8Array): Generator<Segment, undefined> {
  let at = 2;
  while (at < bytes.length) {
    // Compressed data ends at a marker: 0xFF not followed by 0x00 or a restart marker. 0xFF may be repeated as fill.
    at = bytes.indexOf(0xff, at);
    if (at === -1) return;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      yield { marker, start: at };
      if (marker === END) return;
      at += 2 + 256 * (bytes[at + 2] ?? 0) + (bytes[at + 3] ?? 0);
    }
  }
}
