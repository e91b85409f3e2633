/* Makes a photo small enough for a phone's connection before it is sent. */

/** The longer side of a sent photo, in pixels. The service stores at most 1600. */
const SIDE_MAX = 2560;

/** A file below this size, in bytes, with few enough pixels is sent unchanged. */
const BYTES_MAX = 1_000_000;

const QUALITY = 0.9;

/** A photo to send, with a preview. */
export interface ScaledImage {
  readonly file: Blob;
  readonly preview: HTMLCanvasElement;
}

/** The side of the preview, in pixels. */
const PREVIEW_SIDE = 144;

/** The formats that the service reads. Others that the browser reads, such as AVIF, and HEIC in Safari, are sent as JPEG. */
const SENT_AS_IT_IS = /^image\/(?:jpeg|png|webp|gif)$/;

/** Reads an image file, turns it upright and scales it. Rejects if the browser cannot read it. */
export async function scaleImage(file: Blob): Promise<ScaledImage> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const preview = draw(image, PREVIEW_SIDE);
    const isSmall = Math.max(image.width, image.height) <= SIDE_MAX && file.size <= BYTES_MAX;
    return { file: isSmall && SENT_AS_IT_IS.test(file.type) ? file : await encode(draw(image, SIDE_MAX)), preview };
  } finally {
    image.close();
  }
}

/** Why a browser cannot read a file as a photo: the format, if its first bytes tell it. */
export async function unreadableFormat(file: Blob): Promise<string | undefined> {
  const { FORMAT_BYTES, imageFormatOf } = await import("../../../core/shop/photos/image-format.ts");
  return imageFormatOf(new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer()))?.name;
}

/** Draws an image file upright, with this longest side. Rejects if the browser cannot read it. */
export async function drawImage(file: Blob, sideMax: number): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    return draw(image, sideMax);
  } finally {
    image.close();
  }
}

function draw(image: ImageBitmap, sideMax: number): HTMLCanvasElement {
  const scale = Math.min(1, sideMax / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas");
  context.imageSmoothingQuality = "high";
  // JPEG has no transparency, which would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob === null ? reject(new Error("the photo is too large")) : resolve(blob));
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });
}
