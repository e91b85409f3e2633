import { describe, expect } from "bun:test";
import { contract } from "../../src/contract/index.ts";
import { PHOTOS_MAX } from "../../src/contract/pets/photos.ts";
import { PhotoCache } from "../../src/site/photo-cache.ts";
import { test } from "../support/databases.ts";
import { FILES, photoOf } from "../support/examples.ts";
import {
  bodyOf,
  eventsOf,
  expectRefused,
  NOW,
  openService,
  openWithPet,
  refusal,
  rex,
  type TestService,
} from "../support/harness.ts";
import { asFromPhone, bitmap, bomb, gif, jpeg, largeJpeg, png, webp, withProfile } from "../support/images.ts";
import { describeFailures, withBody } from "../support/ledger.ts";

const params = { petId: 1n };
const ofFirst = { petId: 1n, photoId: 1n };

function imageIn(file: Uint8Array, type = "image/jpeg"): Blob {
  return new Blob([file as Uint8Array<ArrayBuffer>], { type });
}

async function addPhoto({ admin }: TestService, file?: Uint8Array, alt?: string) {
  return bodyOf(admin.addPhoto({ params, file: imageIn(file ?? (await jpeg())), query: { alt } }));
}

/** The photos of the pet as `id/position`. */
async function order({ admin }: TestService): Promise<string> {
  const photos = await bodyOf(admin.listPhotos({ params }));
  return photos.map(({ id, position }) => `${id}/${position}`).join(" ");
}

const fetched = (service: TestService, url: string, init?: RequestInit) => service.fetch(new Request(url, init));

/** The files of a photo, of every size. */
function filesOf(service: TestService, urls: Readonly<Record<string, string>>): Promise<Uint8Array[]> {
  return Promise.all(Object.values(urls).map(async (url) => (await fetched(service, url)).bytes()));
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** The stored photos and their files. */
async function storedPhotos(service: TestService): Promise<unknown[]> {
  const { photos = [], photo_files: files = [] } = await service.dump();
  return [...photos, ...files];
}

test("stores three sizes as WebP and returns their addresses", async () => {
  await using service = await openWithPet();
  const { urls, ...photo } = await addPhoto(service, await jpeg(2000, 1000), "Rex on a meadow");
  expect(photo).toEqual({
    id: 1n,
    petId: 1n,
    width: 1600,
    height: 800,
    alt: "Rex on a meadow",
    position: 1,
    placeholder: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]{50,250}$/),
    createdAt: NOW,
  });
  for (const [size, width] of Object.entries({ small: 320, medium: 800, large: 1600 })) {
    const url = urls[size as "small"];
    expect(url).toMatch(new RegExp(`^http://shop.test/photos/[\\w-]{22}-${size}\\.webp$`));
    const response = await fetched(service, url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=86400, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"\w+"$/),
    });
    const image = new Bun.Image(await response.bytes());
    expect(await image.metadata()).toMatchObject({ format: "webp", width, height: width / 2 });
  }
});

/** Photos with more than their pixels: what they are, their size then, and what must not be in any of their files. */
const MADE_PLAIN = [
  ["that is small is not enlarged", () => png(8, 6), [8, 6], /x^/],
  ["with a page and an archive behind it is only its pixels", withPage, [8, 6], /script|PK/],
  ["that moves for 10,000 pictures is the first of them", async () => gif(10_000), [1, 1], /x^/],
  ["of a phone is upright, without where, by what, and its thumbnail", fromPhone, [40, 80], /Exif|EXIF|Phone|II\*|XMP/],
] as const;

async function withPage(): Promise<Uint8Array> {
  return Buffer.concat([await jpeg(), Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]);
}

async function fromPhone(): Promise<Uint8Array> {
  return asFromPhone(await jpeg(80, 40), 6, await jpeg(8, 8));
}

test.each(MADE_PLAIN)("a photo %s", async (_, make, [width, height], trace) => {
  await using service = await openWithPet();
  const photo = await addPhoto(service, await make());
  expect(photo).toMatchObject({ width, height });
  for (const bytes of await filesOf(service, photo.urls)) {
    expect(latin1(bytes)).not.toMatch(trace);
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: "webp", width, height });
  }
});

test("a phone's photo that lies on its side is turned upright", async () => {
  await using service = await openWithPet();
  const file = await fromPhone();
  expect(latin1(file)).toContain("Phonemaker");
  for (const bytes of await filesOf(service, (await addPhoto(service, file)).urls)) {
    const [red = 0, , blue = 0] = await firstPixel(bytes);
    expect(red > 150 && blue < 100).toBe(true);
  }
});

/** Red, green and blue of the upper half of an image, by its PNG without compression. */
async function firstPixel(bytes: Uint8Array): Promise<number[]> {
  const encoded = await new Bun.Image(bytes).resize(1, 2, { filter: "box" }).png({ compressionLevel: 0 }).bytes();
  const view = new DataView(encoded.buffer, encoded.byteOffset);
  for (let at = 8; at < encoded.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) !== 0x49444154) continue;
    return [...Bun.inflateSync(encoded.slice(at + 8 + 2, at + 8 + view.getUint32(at))).slice(1, 4)];
  }
  throw new Error("no pixels");
}

const formats = { "image/jpeg": jpeg, "image/png": png, "image/webp": webp, "image/gif": async () => gif() };

test.each(contract.addPhoto.file.types)("reads every format that it accepts: %s", async (type) => {
  await using service = await openWithPet();
  const file = imageIn(await formats[type](), type);
  expect(await service.admin.addPhoto({ params, file })).toMatchObject({ status: 201 });
});

const text = (value: string) => new Uint8Array(Buffer.from(value));
const isNone = "The file is not an image: expected JPEG, PNG, WebP or GIF";
const isFormat = (name: string) => `The image cannot be read: expected JPEG, PNG, WebP or GIF; got ${name}: `;
const tooManyPixels = "The image has too many pixels: a JPEG may have 64 million, others 40 million";
const short = async (file: Promise<Uint8Array>, missing: number) => (await file).subarray(0, -missing);

/** Files that are refused, and what the message says. */
const REFUSED: Readonly<Record<string, readonly [() => Uint8Array | Promise<Uint8Array>, string]>> = {
  "no bytes": [() => new Uint8Array(), isNone],
  text: [() => text("I am not an image"), isNone],
  "an SVG": [() => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), isFormat("SVG")],
  "a page that begins with the bytes of a GIF": [() => text("GIF89a<script>alert(1)</script>"), "The image"],
  "a BMP": [() => bitmap(8, 6), isFormat("BMP")],
  "a TIFF, as DNG is one": [() => text("II*\0\b\0\0\0\0\0"), isFormat("TIFF or RAW")],
  "a RAW of Canon": [() => text("II*\0\x10\0\0\0CR\x02\0"), isFormat("RAW")],
  "a HEIC of an iPhone": [() => text("\0\0\0\x24ftypheic\0\0\0\0mif1MiHEheic"), isFormat("HEIC")],
  "a HEIC of a Samsung": [() => text("\0\0\0\x18ftypmif1\0\0\0\0mif1heic"), isFormat("HEIC")],
  "an AVIF": [() => text("\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf"), isFormat("AVIF")],
  "an AVIF that says so second": [() => text("\0\0\0\x20ftypmif1\0\0\0\0mif1avifmiaf"), isFormat("AVIF")],
  "a PDF": [() => text("%PDF-1.7\n"), isFormat("PDF")],
  "a video": [() => text("\0\0\0\x14ftypqt  \0\0\0\0"), isFormat("video")],
  "900 million pixels": [() => bomb(30_000, 30_000), tooManyPixels],
  "a PNG of 40.1 megapixels": [() => bomb(8000, 5013, 5000), tooManyPixels],
  "a JPEG of 64.1 megapixels": [() => largeJpeg(9248, 6932), tooManyPixels],
  "a JPEG of 40.1 megapixels in the four colors of printers": [() => largeJpeg(8000, 5013, 4), tooManyPixels],
  "a side of 39,000,000 pixels": [
    () => bomb(1, 39_000_000),
    "The sides of the image may have 16384 pixels; this one has 1 x 39000000",
  ],
  "a side of 16,385 pixels": [
    () => bomb(16_385, 1),
    "The sides of the image may have 16384 pixels; this one has 16385 x 1",
  ],
  "a GIF of 40 megapixels with three bytes of them": [
    async () => gif(1, 6300),
    "The image is incomplete: send the whole file",
  ],
  "a GIF of 40 megapixels whose first image has one of them, in a file that is long enough for all": [
    async () => gif(800, 6300),
    "The image is incomplete: send the whole file",
  ],
  "a PNG of 36 megapixels with one of them": [() => bomb(6000, 6000), "The image is incomplete: send the whole file"],
  "half a JPEG": [() => short(jpeg(200, 200), 1000), "The image is incomplete: send the whole file"],
  "a JPEG without its last byte": [() => short(jpeg(), 1), "The image is incomplete: send the whole file"],
  "a JPEG that ends after its thumbnail": [
    async () => asFromPhone((await jpeg()).subarray(0, 20), 1, await jpeg()),
    "The image",
  ],
  "half a PNG": [() => short(png(200, 200), 100), "The image"],
  "a PNG without its last byte": [() => short(png(), 1), "The image is incomplete: send the whole file"],
  "half a WebP": [() => short(webp(200, 200), 100), "The image is damaged or incomplete"],
  "a GIF without its end": [async () => gif().subarray(0, -1), "The image is incomplete: send the whole file"],
};

describe("refuses what is no whole image and stores nothing:", () => {
  for (const [name, [make, message]] of Object.entries(REFUSED)) {
    test(name, async () => {
      await using service = await openWithPet();
      const file = imageIn(await make());
      const add = () => service.admin.addPhoto({ params, file });
      await expectRefused(service, add, refusal(400, "invalid_image", message));
    });
  }
});

test("reads a JPEG of 64 megapixels, as phones take them", async () => {
  await using service = await openWithPet();
  expect(await addPhoto(service, await largeJpeg(9248, 6920))).toMatchObject({ width: 1600, height: 1197 });
});

test("keeps the colour profile of a camera, but none that hides a page or makes the files large", async () => {
  await using service = await openWithPet();
  for (const [size, isKept] of [
    [548, true],
    [1_000_000, false],
  ] as const) {
    const { urls, placeholder } = await addPhoto(service, withProfile(await jpeg(), size));
    for (const bytes of await filesOf(service, urls)) {
      expect(Buffer.from(bytes).includes("<script>")).toBe(isKept);
      expect(bytes.length).toBeLessThan(2000);
      expect(await new Bun.Image(bytes).metadata()).toMatchObject({ format: "webp", width: 8, height: 6 });
    }
    expect(placeholder.length).toBeLessThan(250);
  }
});

test("a pet has at most twelve photos", async () => {
  await using service = await openWithPet();
  for (let nth = 1; nth <= 12; nth++) expect((await addPhoto(service)).position).toBe(nth);
  const file = imageIn(await jpeg());
  const refused = await service.admin.addPhoto({ params, file });
  expect(refused).toMatchObject(
    refusal(409, "conflict", "Pet 1 already has 12 photos, which is the limit; remove one first"),
  );
  await service.admin.deletePhoto({ params: { petId: 1n, photoId: 5n } });
  expect(await service.admin.addPhoto({ params, file })).toMatchObject({ body: { id: 13n, position: 12 } });
});

test("of many photos that arrive at once for one pet, twelve are stored, in places without gaps", async () => {
  await using service = await openWithPet();
  const file = imageIn(await jpeg());
  const statuses = await Promise.all(
    Array.from({ length: 16 }, async () => (await service.admin.addPhoto({ params, file })).status),
  );
  const count = (status: number) => statuses.filter((one) => one === status).length;
  expect(count(201)).toBeLessThanOrEqual(12);
  expect(count(201) + count(409) + count(503)).toBe(16);
  const positions = (await bodyOf(service.admin.listPhotos({ params }))).map(({ position }) => position);
  expect(positions).toEqual(Array.from({ length: count(201) }, (_, index) => index + 1));
});

test("moves a photo, and the others make room", async () => {
  await using service = await openWithPet();
  for (let nth = 1; nth <= 4; nth++) await addPhoto(service);
  const move = async (photoId: bigint, position: number) => {
    const moved = await bodyOf(service.admin.updatePhoto({ params: { petId: 1n, photoId }, body: { position } }));
    return [moved.position, await order(service)];
  };
  expect(await move(4n, 1)).toEqual([1, "4/1 1/2 2/3 3/4"]);
  expect(await move(4n, 3)).toEqual([3, "1/1 2/2 4/3 3/4"]);
  expect(await move(1n, 12)).toEqual([4, "2/1 4/2 3/3 1/4"]);
  expect(await move(3n, 3)).toEqual([3, "2/1 4/2 3/3 1/4"]);
  await service.admin.deletePhoto({ params: { petId: 1n, photoId: 4n } });
  expect(await order(service)).toBe("2/1 3/2 1/3");
});

test("changes what a photo is said to show, and null removes that", async () => {
  await using service = await openWithPet();
  await addPhoto(service);
  const change = (alt: string | null) => bodyOf(service.admin.updatePhoto({ params: ofFirst, body: { alt } }));
  expect(await change("Rex runs")).toMatchObject({ alt: "Rex runs", position: 1 });
  expect(await change(null)).not.toHaveProperty("alt");
});

test("a photo belongs to its pet: under another one it does not exist", async () => {
  await using service = await openWithPet();
  await service.admin.createPet({ body: rex });
  await addPhoto(service);
  const other = { petId: 2n, photoId: 1n };
  expect(await service.admin.updatePhoto({ params: other, body: { position: 1 } })).toMatchObject(
    refusal(404, "not_found", "Pet 2 has no photo with the id 1"),
  );
  expect(await service.admin.deletePhoto({ params: other })).toMatchObject(refusal(404, "not_found"));
  expect(await service.admin.listPhotos({ params: { petId: 2n } })).toMatchObject({ body: [] });
  expect(await service.admin.listPhotos({ params: { petId: 3n } })).toMatchObject(refusal(404, "not_found"));
});

test("each change of a photo is an event, and one that changes nothing is none", async () => {
  await using service = await openWithPet();
  await addPhoto(service, undefined, "Rex");
  const second = await addPhoto(service);
  const ofSecond = { petId: 1n, photoId: 2n };
  const body = { position: 1, alt: "Rex runs" };
  for (let nth = 0; nth < 2; nth++) await service.admin.updatePhoto({ params: ofSecond, body });
  await service.admin.deletePhoto({ params: ofSecond });
  const types = ["photo.added", "photo.updated", "photo.deleted"] as const;
  const after = { ...second, ...body };
  expect(await eventsOf(service, { query: { types: [...types] } })).toMatchObject([
    { type: "photo.added", petId: 1n, data: { id: 1n, alt: "Rex" } },
    { type: "photo.added", data: { id: 2n } },
    { type: "photo.updated", data: after, previous: { position: 2 } },
    { type: "photo.deleted", data: after },
  ]);
});

test("include=photos adds the photos of each pet in their order", async () => {
  await using service = await openWithPet();
  await service.admin.createPet({ body: rex });
  const first = await addPhoto(service);
  const second = await addPhoto(service);
  await service.admin.updatePhoto({ params: { petId: 1n, photoId: 2n }, body: { position: 1 } });
  const photos = [
    { ...second, position: 1 },
    { ...first, position: 2 },
  ];
  const query = { include: ["photos"] as const };
  expect(await bodyOf(service.reader.listPets({ query }))).toEqual([
    { ...rex, id: 1n, photos },
    { ...rex, id: 2n, photos: [] },
  ]);
  expect(await bodyOf(service.reader.getPet({ params, query }))).toEqual({ ...rex, id: 1n, photos });
});

test("photos go with their pet", async () => {
  await using service = await openWithPet();
  const { urls } = await addPhoto(service);
  expect((await fetched(service, urls.small)).status).toBe(200);
  await service.admin.deletePet({ params });
  expect(await storedPhotos(service)).toEqual([]);
  expect((await fetched(service, urls.small)).status).toBe(404);
});

test("a photo of a pet that is removed while it is converted leaves nothing", async () => {
  const converting = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  await using service = await openService({
    async convertPhoto() {
      converting.resolve();
      await removed.promise;
      const bytes = new Uint8Array(1);
      return { width: 1, height: 1, placeholder: "", files: { small: bytes, medium: bytes, large: bytes } };
    },
  });
  await service.admin.createPet({ body: rex });
  const adding = service.admin.addPhoto({ params, file: imageIn(await jpeg()) });
  await converting.promise;
  await service.admin.deletePet({ params });
  removed.resolve();
  expect(await adding).toMatchObject(refusal(404, "not_found", "There is no pet with the id 1"));
  expect(await storedPhotos(service)).toEqual([]);
});

test("another photo with the same Idempotency-Key is refused", async () => {
  await using service = await openWithPet();
  const headers = { "Idempotency-Key": "a1" };
  const add = async (file: Promise<Uint8Array>) =>
    service.admin.addPhoto({ params, file: imageIn(await file), headers });
  expect(await add(jpeg())).toMatchObject({ status: 201 });
  expect(await add(png())).toMatchObject(refusal(422, "idempotency_key_reused"));
});

describe("the address of a photo:", () => {
  test("needs no key, and a client that has the photo gets 304", async () => {
    await using service = await openWithPet();
    const { urls } = await addPhoto(service);
    const tag = (await fetched(service, urls.large)).headers.get("ETag") ?? "";
    const known = await fetched(service, urls.large, { headers: { "If-None-Match": tag } });
    expect([known.status, await known.text()]).toEqual([304, ""]);
    expect(known.headers.get("Cache-Control")).toBe("public, max-age=86400, immutable");
    const head = await fetched(service, urls.large, { method: "HEAD" });
    expect([head.status, head.headers.get("ETag")]).toEqual([200, tag]);
  });

  test("is 404 as soon as the photo is removed, also by another process", async () => {
    await using service = await openWithPet();
    const [one, two] = [await addPhoto(service), await addPhoto(service)];
    const status = async (url: string) => (await fetched(service, url)).status;
    expect(await Promise.all([status(one.urls.small), status(two.urls.small)])).toEqual([200, 200]);
    await service.admin.deletePhoto({ params: ofFirst });
    expect(await Promise.all([status(one.urls.small), status(two.urls.small)])).toEqual([404, 200]);
    await service.sql("delete from photo_files; delete from photos");
    expect(await status(two.urls.small)).toBe(404);
  });

  test("is read once for all who ask for it while it is not in memory, and not for them if it is removed meanwhile", async () => {
    await using service = await openWithPet();
    const [one, two] = [await addPhoto(service), await addPhoto(service)];
    let reads = 0;
    const read = Promise.withResolvers<void>();
    const { photos } = service.store;
    const file: typeof photos.file = async (...named) => {
      reads += 1;
      const bytes = await photos.file(...named);
      await read.promise;
      return bytes;
    };
    const cache = new PhotoCache({ ...service.store, photos: { ...photos, file } }, (bytes) => bytes.length > 0);
    const tokenOf = ({ urls }: typeof one) =>
      new URL(urls.small).pathname.slice("/photos/".length, -"-small.webp".length);
    const asked = (photo: typeof one) => Promise.all([1, 2, 3].map(() => cache.get(tokenOf(photo), "small")));
    const both = [asked(one), asked(two)];
    await service.admin.deletePhoto({ params: ofFirst });
    read.resolve();
    // The first request began before the photo was removed.
    expect(await Promise.all(both)).toEqual([
      [true, undefined, undefined],
      [true, true, true],
    ]);
    expect(reads).toBe(2);
  });

  test.each([
    "/photos/",
    "/photos/AAAAAAAAAAAAAAAAAAAAAA-small.webp",
    "/photos/AAAAAAAAAAAAAAAAAAAAAA-original.webp",
    "/photos/AAAAAAAAAAAAAAAAAAAAAA-small.jpg",
    "/photos/AAAAAAAAAAAAAAAAAAAAA-small.webp",
    "/photos/%41AAAAAAAAAAAAAAAAAAAAA-small.webp/..%2f..",
  ])("%s is 404", async (path) => {
    await using service = await openService();
    const response = await service.send(path);
    expect([response.status, await response.json()]).toMatchObject([404, { code: "not_found" }]);
  });

  test("has a token of 128 random bits, which no log and no message has", async () => {
    await using service = await openWithPet();
    const urls = [(await addPhoto(service)).urls, (await addPhoto(service)).urls];
    const paths = urls.map(({ small }) => new URL(small).pathname);
    const tokens = paths.map((path) => path.slice("/photos/".length, -"-small.webp".length));
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(16);
    const [path = "", token = ""] = [paths[0], tokens[0]];
    await service.send(path);
    await service.send(path, { method: "POST" });
    const gone = await service.send(path.replace("small", "smaller"));
    expect(await gone.text()).not.toContain(token);
    expect(JSON.stringify(service.log)).not.toContain(token);
  });
});

describeFailures("Photos", {
  conflict: {
    before: ({ store }) =>
      store.transaction(async ({ photos }) => {
        for (let position = 1; position <= PHOTOS_MAX; position++) await photos.insert(photoOf(1n, position), FILES);
      }),
  },
  invalid_image: { request: withBody("not an image") },
});
