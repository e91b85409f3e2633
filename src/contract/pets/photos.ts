import * as z from "zod";
import { dateTime, idParameter, int64, shortText, storedShortText, upTo } from "../common.ts";
import { requireOneOf } from "../json/one-of.ts";
import { operation } from "../operation.ts";
import { storedText, URL_MAX } from "../values/texts.ts";

/** The sizes of a photo, each with the pixels of its longer side: a smaller photo is not enlarged (decision D46). */
export const PHOTO_SIZES = { small: 320, medium: 800, large: 1600 } as const;
export type PhotoSize = keyof typeof PHOTO_SIZES;

export const photoSizes = Object.keys(PHOTO_SIZES) as readonly PhotoSize[];

/** How many photos a pet has at most. */
export const PHOTOS_MAX = 12;

/** The largest file of a photo, in bytes. */
const FILE_MAX = 20 * 1024 * 1024;

/** The most pixels of an uploaded JPEG, which can be scaled while it is read. */
export const JPEG_PIXELS_MAX = 64_000_000;

/** The most pixels of another image. */
export const PIXELS_MAX = 40_000_000;

/** The longest side of an uploaded photo, in pixels: very long lines or columns slow decoders down. */
export const SIDE_MAX = 16_384;

const TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const;

/** The longest placeholder. Most have about 150 characters. */
const PLACEHOLDER_MAX = 4096;

const ALT = "A description of the photo, for people who cannot see it";
const alt = shortText(ALT);
const position = upTo(PHOTOS_MAX, "The position among the photos of the pet: 1 is the main photo");

function pixels(side: string) {
  return upTo(PHOTO_SIZES.large, `The ${side} of the large size, in pixels`);
}

function address(size: PhotoSize) {
  const description = `The photo with at most ${PHOTO_SIZES[size]} pixels on its longer side`;
  return z.string().meta({ format: "uri", maxLength: URL_MAX, description });
}

const PhotoUrls = z.object({ small: address("small"), medium: address("medium"), large: address("large") }).meta({
  id: "PhotoUrls",
  description:
    "The URLs of a photo as WebP. They need no API key and cannot be guessed. They also work when the pet is sold, until the photo " +
    "or the pet is deleted",
});

export const Photo = z
  .object({
    id: int64("Unique identifier of the photo"),
    petId: int64("Id of the pet"),
    width: pixels("width"),
    height: pixels("height"),
    alt: storedShortText(ALT).optional(),
    position,
    placeholder: storedText(
      PLACEHOLDER_MAX,
      "A few pixels of the photo as a `data:` URL, to show while the photo loads",
    ),
    urls: PhotoUrls,
    createdAt: dateTime("When the photo was added"),
  })
  .meta({ id: "Photo", description: "A photo of a pet, upright and without metadata" });
export type Photo = z.output<typeof Photo>;

export const Photos = z
  .array(Photo)
  .max(PHOTOS_MAX)
  .meta({ id: "Photos", description: "The photos of a pet in the order of position" });

export const PhotoUpdate = requireOneOf(
  z.object({
    alt: alt.nullable().optional(),
    position: position
      .optional()
      .meta({ description: "The new position; positions after the end mean the end. The other photos shift" }),
  }),
  ["alt", "position"],
  { id: "PhotoUpdate", what: "a photo", note: ". `null` removes `alt`" },
);

/** OpenAPI 3.1 counts the length of a file in bytes. */
const PhotoFile = z
  .string()
  .meta({ id: "PhotoFile", format: "binary", maxLength: FILE_MAX, description: "The bytes of an image" });

const petId = idParameter("Id of the pet");
const onePhoto = z.object({ petId, photoId: idParameter("Id of the photo") });
const common = { tag: "Photos", stability: "beta" } as const;

const rex = {
  id: 1,
  petId: 1,
  width: 1200,
  height: 1600,
  alt: "Rex on a meadow",
  position: 1,
  placeholder: "data:image/webp;base64,UklGRg==",
  urls: {
    small: "https://pets.example/photos/ZmVSm0pPpZtVbZ5mTnXUuw-small.webp",
    medium: "https://pets.example/photos/ZmVSm0pPpZtVbZ5mTnXUuw-medium.webp",
    large: "https://pets.example/photos/ZmVSm0pPpZtVbZ5mTnXUuw-large.webp",
  },
  createdAt: "2026-12-01T08:00:00.000Z",
};

const listPhotos = operation({
  ...common,
  id: "listPhotos",
  method: "GET",
  path: "/pets/{petId}/photos",
  summary: "List the photos of a pet",
  description: `Returns the photos of one pet, at most ${PHOTOS_MAX}, in the order of \`position\`. The first is the main one.`,
  scope: "pets:read",
  params: z.object({ petId }),
  success: { status: 200, description: "The photos", schema: Photos },
  examples: { params: { petId: "1" }, response: [rex] },
});

const addPhoto = operation({
  ...common,
  id: "addPhoto",
  method: "POST",
  path: "/pets/{petId}/photos",
  summary: "Add a photo",
  description:
    `Adds a photo after the pet's other photos. The body is the image file, with at most ${FILE_MAX / 1024 / 1024} MiB ` +
    `and ${PIXELS_MAX / 1e6} megapixels (a JPEG ${JPEG_PIXELS_MAX / 1e6}), and no side longer than ${SIDE_MAX} pixels. The service turns the photo upright, removes its metadata, including the location, ` +
    `and stores three sizes as WebP: ${photoSizes.map((size) => PHOTO_SIZES[size]).join(", ")} pixels on the longer side, never ` +
    "enlarged. Only the first frame of an animation is stored. The photo is public for everyone who has its URL, also when the pet is sold.",
  scope: "pets:write",
  params: z.object({ petId }),
  query: z.object({
    alt: alt.optional(),
  }),
  file: { schema: PhotoFile, types: TYPES, maxBytes: FILE_MAX },
  idempotencyKey: true,
  success: {
    status: 201,
    description: "The added photo",
    schema: Photo,
    location: "/pets/{petId}/photos",
  },
  errors: ["conflict", "invalid_image"],
  examples: { params: { petId: "1" }, file: { name: "rex.jpg" }, response: rex },
});

const updatePhoto = operation({
  ...common,
  id: "updatePhoto",
  method: "PATCH",
  path: "/pets/{petId}/photos/{photoId}",
  summary: "Change a photo",
  description:
    "Changes the description or the position of a photo. The photos in between shift by one. Only the changed photo gets " +
    "an event.",
  scope: "pets:write",
  params: onePhoto,
  body: PhotoUpdate,
  mergePatch: true,
  idempotencyKey: true,
  success: { status: 200, description: "The changed photo", schema: Photo },
  examples: {
    params: { petId: "1", photoId: "1" },
    body: { alt: "Rex in the snow", position: 1 },
    response: { ...rex, alt: "Rex in the snow" },
  },
});

const deletePhoto = operation({
  ...common,
  id: "deletePhoto",
  method: "DELETE",
  path: "/pets/{petId}/photos/{photoId}",
  summary: "Remove a photo",
  description: "Removes a photo. Its URLs then return 404; caches may keep the photo for up to a day.",
  scope: "pets:write",
  params: onePhoto,
  success: { status: 204, description: "The photo is removed" },
  examples: { params: { petId: "1", photoId: "1" } },
});

/** The operations on photos. */
export const photoOperations = { listPhotos, addPhoto, updatePhoto, deletePhoto } as const;
