/* Makes the files of a photo with the runtime's image functions, which run in separate threads. */
import { Failure } from "../contract/errors/errors.ts";
import { JPEG_PIXELS_MAX, PHOTO_SIZES, PIXELS_MAX, SIDE_MAX } from "../contract/pets/photos.ts";
import { imageFormatOf } from "../core/shop/photos/image-format.ts";
import type { ConvertedPhoto } from "../core/shop/photos/photo-ports.ts";
import { hasBytesFor, isComplete } from "./complete.ts";
import { componentsOfJpeg } from "./jpeg.ts";
import { withoutTexts } from "./png.ts";
import { isBareWebp, withoutLargeProfile, withoutProfile } from "./webp.ts";

const FORMATS = ["jpeg", "png", "webp", "gif"] as const;

/** Images of fewer pixels may take as much memory as one with these. */
const SMALL_PIXELS = 1_000_000;

/** The longer side of a placeholder, in pixels. */
const PLACEHOLDER_SIDE = 16;

const EXPECTED = "expected JPEG, PNG, WebP or GIF";

/** An image whose first bytes are read. */
export interface ReadImage {
  readonly bytes: Uint8Array;
  readonly format: (typeof FORMATS)[number];
  readonly pixels: number;
  /** A WebP that is not larger than the large size. */
  readonly mayBeOurs: boolean;
}

/** Reads the format and the size of an image. Throws `invalid_image`. */
export async function readImage(bytes: Uint8Array): Promise<ReadImage> {
  requireFormat(bytes);
  const { format, width, height } = await imageOf(bytes).metadata().catch(refuse);
  const known = FORMATS.find((name) => name === format);
  if (known === undefined) throw invalid(`The image cannot be read: ${EXPECTED}; got ${format.toUpperCase()}`);
  if (width * height > pixelsMaxOf(bytes, known)) throw tooManyPixels();
  if (Math.max(width, height) > SIDE_MAX) {
    throw invalid(`The sides of the image may have ${SIDE_MAX} pixels; this one has ${width} x ${height}`);
  }
  if (!hasBytesFor(bytes, known, width * height) || !(await isComplete(bytes, known)))
    throw invalid("The image is incomplete: send the whole file");
  const mayBeOurs = known === "webp" && Math.max(width, height) <= PHOTO_SIZES.large;
  return { bytes, format: known, pixels: width * height, mayBeOurs };
}

/** Names the format of an image that cannot be read, and what to do. Throws `invalid_image`. */
function requireFormat(bytes: Uint8Array): void {
  const { name, advice } = imageFormatOf(bytes) ?? {};
  if (advice !== undefined) throw invalid(`The image cannot be read: ${EXPECTED}; got ${name}: ${advice}`);
}

/** A progressive JPEG has two bytes for each pixel and color in memory, so one of four colors may have as many as other formats. */
function pixelsMaxOf(bytes: Uint8Array, format: ReadImage["format"]): number {
  return format === "jpeg" && componentsOfJpeg(bytes) < 4 ? JPEG_PIXELS_MAX : PIXELS_MAX;
}

/** Makes every size of an image: upright, smaller or as it is, without metadata. Throws `invalid_image`. */
export async function convertImage({ bytes }: Pick<ReadImage, "bytes">): Promise<ConvertedPhoto> {
  const { width, height, format } = await imageOf(bytes).metadata().catch(refuse);
  // It also limits what the profile of a PNG may become: a small image must not take the memory of the largest.
  const maxPixels = Math.max(width * height, SMALL_PIXELS);
  const picture = format === "png" ? withoutTexts(bytes) : bytes;
  const large = await resized(picture, PHOTO_SIZES.large, 80, maxPixels).catch(refuse);
  return withSmaller(withoutLargeProfile(large));
}

/** Like `convertImage`, but keeps every byte of a file that an export wrote, or could have written. */
export async function convertExported(image: ReadImage): Promise<ConvertedPhoto> {
  const isOurs = image.mayBeOurs && isBareWebp(image.bytes);
  return isOurs ? withSmaller(image.bytes).catch(refuse) : convertImage(image);
}

async function withSmaller(large: Uint8Array): Promise<ConvertedPhoto> {
  const medium = await resized(large, PHOTO_SIZES.medium, 80);
  const small = await resized(medium, PHOTO_SIZES.small, 75);
  const { width, height } = await imageOf(large).metadata();
  return { width, height, placeholder: await placeholderOf(small), files: { small, medium, large } };
}

/** About 150 characters: a list of pets has one for each photo. The runtime's placeholders are ten times as long. Pages blur them. */
async function placeholderOf(small: Uint8Array): Promise<string> {
  const bytes = withoutProfile(await resized(small, PLACEHOLDER_SIDE, 25));
  return `data:image/webp;base64,${bytes.toBase64()}`;
}

function imageOf(bytes: Uint8Array, maxPixels = JPEG_PIXELS_MAX): Bun.Image {
  return new Bun.Image(bytes, { maxPixels });
}

function resized(bytes: Uint8Array, side: number, quality: number, maxPixels?: number): Promise<Uint8Array> {
  return imageOf(bytes, maxPixels)
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .webp({ quality })
    .bytes();
}

/** Turns an error of the runtime into one that says what is wrong with the file. */
function refuse(error: unknown): never {
  const { code } = error as { readonly code?: Bun.Image.ErrorCode };
  switch (code) {
    case "ERR_IMAGE_UNKNOWN_FORMAT":
      throw invalid(`The file is not an image: ${EXPECTED}`);
    case "ERR_IMAGE_FORMAT_UNSUPPORTED":
      throw invalid(`The image cannot be read: ${EXPECTED}`);
    case "ERR_IMAGE_TOO_MANY_PIXELS":
      throw tooManyPixels();
    case "ERR_IMAGE_DECODE_FAILED":
      throw invalid("The image is damaged or incomplete");
    default:
      throw error;
  }
}

function tooManyPixels(): Failure {
  return invalid(
    `The image has too many pixels: a JPEG may have ${JPEG_PIXELS_MAX / 1e6} million, others ${PIXELS_MAX / 1e6} million`,
  );
}

function invalid(message: string): Failure {
  return new Failure("invalid_image", message);
}
