/* Creates the files of a photo with Bun's image functions, which run in threads of their own. */
import { Failure } from "../contract/errors/errors.ts";
import { JPEG_PIXELS_MAX, PHOTO_SIZES, PIXELS_MAX, SIDE_MAX } from "../contract/pets/photos.ts";
import { imageFormatOf } from "../core/shop/photos/image-format.ts";
import type { ConvertedPhoto } from "../core/shop/photos/photo-ports.ts";
import { hasBytesFor, isComplete } from "./complete.ts";
import { componentsOfJpeg } from "./jpeg.ts";
import { withoutTexts } from "./png.ts";
import { isBareWebp, withoutLargeProfile, withoutProfile } from "./webp.ts";

const FORMATS = ["jpeg", "png", "webp", "gif"] as const;

/** Smaller images may use as much memory as one with this many pixels. */
const SMALL_PIXELS = 1_000_000;

/** The longer side of a placeholder, in pixels. */
const PLACEHOLDER_SIDE = 16;

const EXPECTED = "expected JPEG, PNG, WebP or GIF";

/** An image and the format that its first bytes show. */
export interface ReadImage {
  readonly bytes: Uint8Array;
  readonly format: (typeof FORMATS)[number];
  readonly pixels: number;
  /** A WebP no larger than the large size, perhaps from an export. */
  readonly mayBeOurs: boolean;
}

/** Reads the format and size of an image. Throws `invalid_image`. */
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

/** Refuses unreadable formats by name, and says what to do. Throws `invalid_image`. */
function requireFormat(bytes: Uint8Array): void {
  const { name, advice } = imageFormatOf(bytes) ?? {};
  if (advice !== undefined) throw invalid(`The image cannot be read: ${EXPECTED}; got ${name}: ${advice}`);
}

/**
 * The pixel limit. Decoding a progressive JPEG takes two bytes per pixel and component; with four components it may have as many pixels
 * as other formats.
 */
function pixelsMaxOf(bytes: Uint8Array, format: ReadImage["format"]): number {
  return format === "jpeg" && componentsOfJpeg(bytes) < 4 ? JPEG_PIXELS_MAX : PIXELS_MAX;
}

/** Creates every size of an image: upright, without metadata, never enlarged. Throws `invalid_image`. */
export async function convertImage({ bytes }: Pick<ReadImage, "bytes">): Promise<ConvertedPhoto> {
  const { width, height, format } = await imageOf(bytes).metadata().catch(refuse);
  // Also limits what a PNG's color profile may expand to: a small image must not use the memory of the largest.
  const maxPixels = Math.max(width * height, SMALL_PIXELS);
  const picture = format === "png" ? withoutTexts(bytes) : bytes;
  const large = await resized(picture, PHOTO_SIZES.large, 80, maxPixels).catch(refuse);
  return withSmaller(withoutLargeProfile(large));
}

/** Like `convertImage`, but keeps the bytes of a file that an export wrote or could have written. */
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

/** About 150 characters, since a list contains one per photo. Bun's own placeholders are ten times as long. Pages blur them. */
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

/** Converts a decoder error into one about the file. */
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
