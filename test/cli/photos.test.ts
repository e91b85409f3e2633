/* `--photos` of `petstore export` and `petstore import`. */
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { photoSizes } from "../../src/contract/photos.ts";
import { convertImage } from "../../src/ops/photos/convert.ts";
import { openStore } from "../../src/store/index.ts";
import { photoOf } from "../support/examples.ts";
import { addPet, NOON } from "../support/harness.ts";
import { asFromPhone, jpeg, png } from "../support/images.ts";
import { type Folder, kinds, openFolder } from "./folder.ts";

/** What a database says of the photos of a pet, down to their bytes. */
async function photosIn(url: string, petId: bigint) {
  const store = await openStore(url, NOON);
  const found = [];
  for (const { token, id: _, createdAt: __, ...photo } of await store.photos.list([petId])) {
    const files = await Promise.all(
      photoSizes.map(async (size) => Bun.SHA256.hash((await store.photos.file(token, size)) ?? "", "hex")),
    );
    found.push({ ...photo, files });
  }
  await store.close();
  return found;
}

/** A folder with these files. */
function folderWith(folder: Folder, name: string, files: Readonly<Record<string, Uint8Array | string>>): string {
  mkdirSync(folder.file(name));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder.file(name), file), content);
  return name;
}

async function addRex(url: string): Promise<void> {
  const store = await openStore(url, NOON);
  await addPet(store);
  await store.close();
}

for (const [kind, makeUrl] of Object.entries(kinds)) {
  test(`an export and an import of photos lose nothing: order, texts, and every byte (${kind})`, async () => {
    using folder = openFolder();
    const [from, to] = [await makeUrl(folder, "a.db"), await makeUrl(folder, "b.db")];
    const store = await openStore(from, NOON);
    for (const side of [1, 2]) {
      await addPet(store);
      const converted = [await jpeg(1700, 900), await png(40, side * 30), await jpeg(1700, 900)].map((bytes) =>
        convertImage({ bytes }),
      );
      for (const [index, photo] of (await Promise.all(converted)).entries()) {
        const { files, ...facts } = photo;
        const alt = index === 1 ? undefined : `=1+1, "no ${index}",\nsecond line`;
        const stored = { ...photoOf(BigInt(side), index + 1), ...facts, ...(alt && { alt }) };
        await store.transaction(({ photos }) => photos.insert(stored, files));
      }
    }
    await store.close();
    const exported = await folder.petstore(from, "export", "pets.csv", "--photos", "photos");
    expect(exported).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("exported 6 photos to photos") });
    expect(readdirSync(folder.file("photos")).sort()).toEqual([
      "1-2.webp",
      "1-3.webp",
      "1.webp",
      "2-2.webp",
      "2-3.webp",
      "2.webp",
      "photos.csv",
    ]);
    const imported = await folder.petstore(to, "import", "pets.csv", "--photos", "photos");
    expect(imported).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Imported photos: 6 photos added."),
    });
    for (const petId of [1n, 2n]) {
      const photos = await photosIn(to, petId);
      expect(photos).toHaveLength(3);
      expect(photos).toEqual(await photosIn(from, petId));
    }
    // As after an interruption.
    const again = await folder.petstore(to, "import", "pets.csv", "--photos", "photos");
    expect(again).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("Imported photos: 0 photos added, 6 photos there already."),
      stderr: expect.stringContaining("the pets in pets.csv were already imported; only photos are added"),
    });
    expect(await folder.petstore(to, "doctor")).toMatchObject({ exitCode: 0 });
  }, 60_000);

  test(`photos find their pet by its id, its reference or its chip, in the order of their numbers (${kind})`, async () => {
    using folder = openFolder();
    const url = await makeUrl(folder, "a.db");
    const store = await openStore(url, NOON);
    for (const profile of [{}, { reference: "A-7" }, { microchip: "276098106123456" }]) {
      const { id } = await addPet(store);
      if (Object.keys(profile).length > 0)
        await store.transaction(({ profiles }) => profiles.put([{ petId: id, ...profile }]));
    }
    await store.close();
    const phone = asFromPhone(await jpeg(20, 10), 6, await jpeg());
    const photos = folderWith(folder, "photos", {
      "1-2.png": await png(),
      "1.jpg": phone,
      "A-7.JPG": await jpeg(),
      "A-7-2.jpeg": await jpeg(9, 9),
      "276098106123456.jpg": await jpeg(7, 7),
      "photos.csv": "\ufefffile,alt\r\n1.jpg,Upright\r\n",
      ".DS_Store": "",
    });
    expect(await folder.petstore(url, "import", "--photos", photos)).toMatchObject({ exitCode: 0, stderr: "" });
    const sizes = async (petId: bigint) =>
      (await photosIn(url, petId)).map(({ width, height }) => `${width}x${height}`);
    expect([await sizes(1n), await sizes(2n), await sizes(3n)]).toEqual([["10x20", "8x6"], ["8x6", "9x9"], ["7x7"]]);
    expect((await photosIn(url, 1n)).map(({ alt }) => alt)).toEqual(["Upright", undefined]);
  }, 60_000);
}

test.each([
  ["a file of another kind", { "notes.txt": "x" }, "expected files such as 42.jpg and 42-2.jpg"],
  ["a photo of no pet", { "9.jpg": "jpeg" }, "files are named after: 9.jpg. No photo was imported"],
  [
    "what is no image",
    { "1.jpg": "text" },
    "1.jpg: The file is not an image: expected JPEG, PNG, WebP or GIF. No photo",
  ],
  ["texts without their columns", { "photos.csv": "name\n1\n" }, "expected the columns file and alt"],
] as const)("refuses a folder with %s before anything is stored", async (_, files, message) => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await addRex(url);
  const content = await jpeg();
  const given = Object.entries(files).map(([name, text]) => [name, text === "jpeg" ? content : text] as const);
  const photos = folderWith(folder, "photos", { "1-9.jpg": content, ...Object.fromEntries(given) });
  const refused = await folder.petstore(url, "import", "--photos", photos);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(await photosIn(url, 1n)).toEqual([]);
});

test("--dry-run reads every photo and stores none; a thirteenth photo ends the import and keeps those before it", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await addRex(url);
  const files: Record<string, Uint8Array> = {};
  for (let nth = 1; nth <= 13; nth++) files[`1-${nth}.png`] = await png(nth, 5);
  const photos = folderWith(folder, "photos", files);
  const tried = await folder.petstore(url, "import", "--photos", photos, "--dry-run");
  expect(tried).toMatchObject({ exitCode: 0, stdout: "photos has 13 photos that can be read.\n" });
  expect(await photosIn(url, 1n)).toEqual([]);
  const ended = await folder.petstore(url, "import", "--photos", photos);
  expect([ended.exitCode, ended.stderr]).toEqual([
    1,
    expect.stringContaining(
      "1-13.png: Pet 1 already has 12 photos, which is the limit; remove one first. The photos before it (12)",
    ),
  ]);
  expect(await photosIn(url, 1n)).toHaveLength(12);
});

test("an export writes photos only into a new folder, and an import needs a file or a folder", async () => {
  using folder = openFolder();
  const url = folder.url("a.db");
  await addRex(url);
  folderWith(folder, "photos", { "1.jpg": readFileSync(import.meta.path) });
  const taken = await folder.petstore(url, "export", "pets.csv", "--photos", "photos");
  expect([taken.exitCode, taken.stderr]).toEqual([
    2,
    expect.stringContaining("photos is not empty: name a new folder"),
  ]);
  const nothing = await folder.petstore(url, "import");
  expect([nothing.exitCode, nothing.stderr]).toEqual([
    2,
    expect.stringContaining("name a file of pets, or a folder with --photos"),
  ]);
});
