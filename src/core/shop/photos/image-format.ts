/*
 * The format of a file, by its first bytes: a file that cannot be read is reported by its real format, whatever its name says (decision
 * 013).
 */

/** A format of files that people may mistake for photos. */
export interface ImageFormat {
  readonly name: string;
  /** Whether it is a picture, not a document or a video. */
  readonly isPicture: boolean;
  /** How to turn it into a photo that can be read; undefined for a format that can. */
  readonly advice?: string;
}

const SAVE = "open it in a program for photos and save it as JPEG";

const EXPORT = "export it as JPEG with the program of the camera";

const IPHONE = `${SAVE}; an iPhone takes JPEG with Settings > Camera > Formats > Most Compatible`;

const readable = (name: string): ImageFormat => ({ name, isPicture: true });
const picture = (name: string, advice: string): ImageFormat => ({ name, isPicture: true, advice });
const other = (name: string, advice: string): ImageFormat => ({ name, isPicture: false, advice });

/** The first bytes of each format as Latin-1, the first that fits. Boxes of ISO 14496-12 begin with their length. */
const FORMATS: readonly (readonly [start: RegExp, format: ImageFormat])[] = [
  [/^ÿØÿ/, readable("JPEG")],
  [/^.PNG\r\n/s, readable("PNG")],
  [/^RIFF.{4}WEBP/s, readable("WebP")],
  [/^GIF8[79]a/, readable("GIF")],
  [/^.{4}ftyp(?:avi[fs]|m[is]f1.{4}(?:.{4}){0,8}avi[fs])/s, picture("AVIF", SAVE)],
  [/^.{4}ftyp(?:hei[cmsx]|hev[cmsx]|m[is]f1)/s, picture("HEIC", IPHONE)],
  [/^(?:II\*.{5}CR|IIR[OS]|IIU|FUJIFILMCCD|.{4}ftypcrx)/s, picture("RAW", EXPORT)],
  // DNG, NEF and ARW are TIFF files.
  [/^(?:II\*|MM.\*)/s, picture("TIFF or RAW", SAVE)],
  [/^BM.{12}[(\x7c]/s, picture("BMP", SAVE)],
  [/^(?:ÿ\n|.{4}JXL )/s, picture("JPEG XL", SAVE)],
  [/^.{4}jP /s, picture("JPEG 2000", SAVE)],
  [/^8BPS/, picture("PSD", SAVE)],
  [/^\s*(?:<\?xml.*?)?<svg/is, picture("SVG", SAVE)],
  [/^\s*%PDF-/, other("PDF", "save the picture in it as JPEG")],
  [/^(?:.{4}ftyp|.Eß£|RIFF.{4}AVI)/s, other("video", "take a photo, or save a picture of it as JPEG")],
];

/** How many bytes are needed to tell the format. */
export const FORMAT_BYTES = 256;

/** Returns the format of a file by its first bytes; undefined if it is none of these. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, FORMAT_BYTES));
  return FORMATS.find(([pattern]) => pattern.test(start))?.[1];
}
