/* `--photos` of `petstore export` and `petstore import`. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { photoSizes } from "../../src/contract/pets/photos.ts";
import { convertImage } from "../../src/photos/convert.ts";
import { photoOf } from "../support/examples.ts";
import { addPet, rex } from "../support/harness.ts";
import { asFromPhone, jpeg, png } from "../support/images.ts";
import { openShop, refused, type Shop, testEach, withStore } from "./folder.ts";

/** What a database says of the photos of a pet, down to their bytes. */
function photosIn({ url }: Shop, petId = 1n) {
  return withStore(url, async ({ photos }) => {
    const found = [];
    for (const { token, id: _, createdAt: __, ...photo } of await photos.list([petId])) {
      const files = await Promise.all(photoSizes.map((size) => photos.file(token, size)));
      found.push({ ...photo, files: files.map((bytes) => Bun.SHA256.hash(bytes ?? "", "hex")) });
    }
    return found;
  });
}

/** Adds a folder with these files. */
function addPhotos({ file }: Shop, files: Readonly<Record<string, Uint8Array | string>>): void {
  mkdirSync(file("photos"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(file("photos"), name), content);
}

/** A shop with the pet Rex. */
async function shopWithRex(): Promise<Shop> {
  const shop = openShop();
  await withStore(shop.url, (store) => addPet(store));
  return shop;
}

testEach("an export and an import of photos lose nothing: order, texts, and every byte", async (shop) => {
  await withStore(shop.url, async (store) => {
    for (const petId of [1n, 2n]) {
      await addPet(store);
      const images = [await jpeg(1700, 900), await png(40, Number(petId) * 30), await jpeg(1700, 900)];
      for (const [index, bytes] of images.entries()) {
        const { files, ...facts } = await convertImage({ bytes });
        const alt = index !== 1 && { alt: `=1+1, "no ${index}",\nsecond line` };
        const photo = { ...photoOf(petId, index + 1), ...facts, ...alt };
        await store.transaction(({ photos }) => photos.insert(photo, files));
      }
    }
  });
  const exported = await shop.run("export", "pets.csv", "--photos", "photos");
  expect(exported).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("exported 6 photos to photos") });
  const names = ["1-2.webp", "1-3.webp", "1.webp", "2-2.webp", "2-3.webp", "2.webp", "photos.csv"];
  expect(readdirSync(shop.file("photos")).sort()).toEqual(names);
  const target = await shop.another("target");
  const imported = await target.run("import", "pets.csv", "--photos", "photos");
  expect(imported).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Imported photos: 6 photos added.") });
  for (const petId of [1n, 2n]) {
    const photos = await photosIn(target, petId);
    expect(photos).toHaveLength(3);
    expect(photos).toEqual(await photosIn(shop, petId));
  }
  // As after an interruption.
  expect(await target.run("import", "pets.csv", "--photos", "photos")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("Imported photos: 0 photos added, 6 photos there already."),
    stderr: expect.stringContaining("the pets in pets.csv were already imported; only photos are added"),
  });
  expect(await target.run("doctor")).toMatchObject({ exitCode: 0 });
});

testEach("photos find their pet by its id, its reference or its chip, in the order of their numbers", async (shop) => {
  await withStore(shop.url, async (store) => {
    for (const profile of [{}, { reference: "A-7" }, { microchip: "276098106123456" }]) {
      const { id } = await addPet(store);
      await store.transaction(({ profiles }) => profiles.put([{ petId: id, ...profile }]));
    }
  });
  addPhotos(shop, {
    "1-2.png": await png(),
    "1.jpg": asFromPhone(await jpeg(20, 10), 6, await jpeg()),
    "A-7.JPG": await jpeg(),
    "A-7-2.jpeg": await jpeg(9, 9),
    "276098106123456.jpg": await jpeg(7, 7),
    "photos.csv": "\ufefffile,alt\r\n1.jpg,Upright\r\n",
    ".DS_Store": "",
  });
  expect(await shop.run("import", "--photos", "photos")).toMatchObject({ exitCode: 0, stderr: "" });
  const sizes = async (petId: bigint) => (await photosIn(shop, petId)).map(({ width, height }) => `${width}x${height}`);
  expect([await sizes(1n), await sizes(2n), await sizes(3n)]).toEqual([["10x20", "8x6"], ["8x6", "9x9"], ["7x7"]]);
  expect((await photosIn(shop)).map(({ alt }) => alt)).toEqual(["Upright", undefined]);
});

test("one bad file does not stop the folder: it is named, and the others are imported", async () => {
  using shop = await shopWithRex();
  await withStore(shop.url, async (store) => {
    const { id: petId } = await addPet(store);
    await store.transaction(({ profiles }) => profiles.put([{ petId, reference: "A" }]));
  });
  writeFileSync(shop.file("private.jpg"), await jpeg(5, 5));
  addPhotos(shop, {
    "Thumbs.db": "x",
    "1.jpg": await jpeg(),
    "1-2.jpg": "text",
    "9.jpg": await jpeg(),
    "A.png": await png(4, 4),
  });
  symlinkSync(shop.file("private.jpg"), join(shop.file("photos"), "1-3.jpg"));
  const run = await shop.run("import", "--photos", "photos");
  const skipped = run.stderr.split("\n").map((line) => line.replace(/^petstore: /, ""));
  expect(skipped).toEqual([
    expect.stringMatching(/^skipping "Thumbs.db": expected files such as 42.jpg/),
    'skipping "1-2.jpg": The file is not an image: expected JPEG, PNG, WebP or GIF',
    'skipping "1-3.jpg": a symbolic link, which is not followed',
    'skipping "9.jpg": no pet has the id, the reference or the microchip that the file is named after',
    "--photos: 3 photos could not be imported; run the same command again when they are corrected",
    "",
  ]);
  expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Imported photos: 2 photos added.") });
  expect([(await photosIn(shop)).length, (await photosIn(shop, 2n)).length]).toEqual([1, 1]);
});

test("a folder with other files than photos is imported, and one with wrong texts is not", async () => {
  using shop = await shopWithRex();
  addPhotos(shop, { "1.jpg": await jpeg(), "notes.txt": "x" });
  expect(await shop.run("import", "--photos", "photos")).toMatchObject({ exitCode: 0 });
  writeFileSync(shop.file("photos/photos.csv"), "name\n1\n");
  const run = await shop.run("import", "--photos", "photos");
  expect(run).toEqual(refused(1, "expected the columns file and alt"));
});

test("a file is known by its first bytes: what cannot be read is named with its format and with what to do", async () => {
  using shop = await shopWithRex();
  addPhotos(shop, {
    "1.jfif": await jpeg(),
    "1-2": await png(4, 4),
    "1-3.heic": "\0\0\0\x24ftypheic\0\0\0\0mif1MiHEheic",
    "1-4.jpg": "\0\0\0\x20ftypavif\0\0\0\0avifmif1miaf",
    "1-5.CR2": "II*\0\x10\0\0\0CR\x02\0",
    "1-6.tif": "MM\0*\0\0\0\b",
    "contract.pdf": "%PDF-1.7",
    "1.mov": "\0\0\0\x14ftypqt  ",
  });
  const run = await shop.run("import", "--photos", "photos");
  expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Imported photos: 2 photos added.") });
  const skipped = (name: string, format: string) =>
    new RegExp(`skipping "${name}": (The image cannot be read: .*; got )?${format}: .*JPEG`);
  for (const [name, format] of [
    ["1-3.heic", "HEIC"],
    ["1-4.jpg", "AVIF"],
    ["1-5.CR2", "RAW"],
    ["1-6.tif", "TIFF or RAW"],
    ["contract.pdf", "PDF"],
    ["1.mov", "video"],
  ] as const) {
    expect(run.stderr).toMatch(skipped(name, format));
  }
  expect(run.stderr).toContain("--photos: 4 photos could not be imported");
});

test("copies as systems and programs name them are photos of the same pet, after its first", async () => {
  using shop = await shopWithRex();
  const copies = [
    ...["1.jpg", "1 (1).jpg", "1 (2).jpg", "1(3).jpg", "1 4.jpg", "1_5.jpg", "1~6.jpg"],
    ...["1 - Copy (7).jpg", "1 - Kopie (8).jpg", "1 copy 9.jpg", "1-10 (1).jpg", "1-11_edited.jpg"],
  ];
  const sides = copies.map((_, index) => index + 2);
  const photos = await Promise.all(sides.map((side) => jpeg(side, side)));
  addPhotos(shop, Object.fromEntries(copies.map((name, index) => [name, photos[index] ?? ""])));
  expect(await shop.run("import", "--photos", "photos")).toMatchObject({ exitCode: 0, stderr: "" });
  expect((await photosIn(shop)).map(({ width }) => width)).toEqual(sides);
});

test.each(["1 copy", "1 Kopie", "1 - Copy", "1-bearbeitet", "Copy of 1", "Kopie von 1", "1 (1) (2)"])(
  "a photo of pet 1 may be called %s.jpg",
  async (name) => {
    using shop = await shopWithRex();
    addPhotos(shop, { [`${name}.jpg`]: await jpeg() });
    expect(await shop.run("import", "--photos", "photos")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await photosIn(shop)).toHaveLength(1);
  },
);

testEach("a name that could mean two pets names both, until --match says what files are named after", async (shop) => {
  await withStore(shop.url, async (store) => {
    await addPet(store);
    for (const [name, reference] of [
      ["Mia", "1"],
      ["Bo", "1-2"],
    ] as const) {
      const { id: petId } = await addPet(store, { ...rex, name });
      await store.transaction(({ profiles }) => profiles.put([{ petId, reference }]));
    }
  });
  addPhotos(shop, { "1.jpg": await jpeg(3, 3), "1-2.jpg": await jpeg(4, 4), "1-2-1.jpg": await jpeg(5, 5) });
  const widths = async () => {
    const pets = await Promise.all([1n, 2n, 3n].map((petId) => photosIn(shop, petId)));
    return pets.map((photos) => photos.map(({ width }) => width));
  };
  const both = await shop.run("import", "--photos", "photos");
  expect(both).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("1 photo added.") });
  expect(both.stderr).toContain(
    'skipping "1.jpg": it may be a photo of pet 1 "Rex" (id 1) or of pet 2 "Mia" (reference 1): say what files are named after ' +
      "with --match id or --match reference",
  );
  expect(both.stderr).toContain(
    'skipping "1-2.jpg": it may be a photo of pet 3 "Bo" (reference 1-2) or of pet 1 "Rex" (id 1)',
  );
  expect(await widths()).toEqual([[], [], [5]]);
  const named = await shop.run("import", "--photos", "photos", "--match", "reference");
  expect(named.stderr).toContain(
    'skipping "1-2.jpg": it may be a photo of pet 3 "Bo" (reference 1-2) or of pet 2 "Mia" (reference 1): if it is the first photo ' +
      "of reference 1-2, name it 1-2-1",
  );
  expect(await widths()).toEqual([[], [3], [5]]);
  expect((await shop.run("import", "--photos", "photos", "--match", "id")).stderr).toContain(
    'skipping "1-2-1.jpg": no pet has the id that the file is named after',
  );
  expect(await widths()).toEqual([[3, 4], [3], [5]]);
});

test("--dry-run reads every photo and stores none; a thirteenth photo of a pet is skipped", async () => {
  using shop = await shopWithRex();
  const files: Record<string, Uint8Array> = {};
  for (let nth = 1; nth <= 13; nth++) files[`1-${nth}.png`] = await png(nth, 5);
  addPhotos(shop, files);
  const tried = await shop.run("import", "--photos", "photos", "--dry-run");
  expect(tried).toMatchObject({ exitCode: 0, stdout: "photos has 13 photos that can be read.\n" });
  expect(await photosIn(shop)).toEqual([]);
  const limit = 'skipping "1-13.png": Pet 1 already has 12 photos, which is the limit; remove one first';
  const stdout = expect.stringContaining("12 photos added");
  expect(await shop.run("import", "--photos", "photos")).toEqual({ ...refused(1, limit), stdout });
  expect(await photosIn(shop)).toHaveLength(12);
});

test("an export writes photos only into a new folder, and an import needs a file or a folder", async () => {
  using shop = await shopWithRex();
  addPhotos(shop, { "1.jpg": "taken" });
  const taken = await shop.run("export", "pets.csv", "--photos", "photos");
  expect(taken).toEqual(refused(2, "photos is not empty: name a new folder"));
  expect(await shop.run("import")).toEqual(refused(2, "name a file of pets, or a folder with --photos"));
});
