const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** CRC-32 (ISO 3309, as in zlib) of a text of ASCII characters. */
export function crc32(text: string): number {
  let remainder = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    remainder = (remainder >>> 8) ^ (table[(remainder ^ text.charCodeAt(i)) & 0xff] ?? 0);
  }
  return ~remainder >>> 0;
}
