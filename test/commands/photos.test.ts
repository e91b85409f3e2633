/* `--photos` of `petstore export` and `petstore import`. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { photoSizes } from "../../src/contract/photos.ts";
import { convertImage } from "../../src/photos/convert.ts";
import { photoOf } from "../support/examples.ts";
import { addPet } from "../support/harness.ts";
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

test.each([
  ["a file of another kind", "notes.txt", "x", "expected files such as 42.jpg and 42-2.jpg"],
  ["a photo of no pet", "9.jpg", await jpeg(), "files are named after: 9.jpg. No photo was imported"],
  ["what is no image", "1.jpg", "text", "1.jpg: The file is not an image: expected JPEG, PNG, WebP or GIF. No photo"],
  ["texts without their columns", "photos.csv", "name\n1\n", "expected the columns file and alt"],
])("refuses a folder with %s before anything is stored", async (_, name, content, message) => {
  using shop = await shopWithRex();
  addPhotos(shop, { "1-9.jpg": await jpeg(), [name]: content });
  const run = await shop.run("import", "--photos", "photos");
  expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(message) });
  expect(await photosIn(shop)).toEqual([]);
});

test("--dry-run reads every photo and stores none; a thirteenth photo ends the import and keeps those before it", async () => {
  using shop = await shopWithRex();
  const files: Record<string, Uint8Array> = {};
  for (let nth = 1; nth <= 13; nth++) files[`1-${nth}.png`] = await png(nth, 5);
  addPhotos(shop, files);
  const tried = await shop.run("import", "--photos", "photos", "--dry-run");
  expect(tried).toMatchObject({ exitCode: 0, stdout: "photos has 13 photos that can be read.\n" });
  expect(await photosIn(shop)).toEqual([]);
  const limit =
    "1-13.png: Pet 1 already has 12 photos, which is the limit; remove one first. The photos before it (12)";
  expect(await shop.run("import", "--photos", "photos")).toEqual({ ...refused(1, limit), stdout: tried.stdout });
  expect(await photosIn(shop)).toHaveLength(12);
});

test("an export writes photos only into a new folder, and an import needs a file or a folder", async () => {
  using shop = await shopWithRex();
  addPhotos(shop, { "1.jpg": "taken" });
  const taken = await shop.run("export", "pets.csv", "--photos", "photos");
  expect(taken).toEqual(refused(2, "photos is not empty: name a new folder"));
  expect(await shop.run("import")).toEqual(refused(2, "name a file of pets, or a folder with --photos"));
});
