import { statSync } from "node:fs";
import { join } from "node:path";
import { readInt64 } from "../contract/common.ts";
import { Failure } from "../contract/errors.ts";
import { type PhotoSize, photoOperations } from "../contract/photos.ts";
import type { Repositories } from "../core/ports.ts";
import type { ConvertedPhoto, StoredPhoto } from "../core/shop/photo-ports.ts";
import { newToken, storePhoto } from "../core/shop/photos.ts";
import { ImportError } from "../files/import-error.ts";
import { InterruptedError, type Report } from "../files/usage-error.ts";
import { convertExported, readImage } from "../photos/convert.ts";
import { secrets } from "../service/runtime.ts";
import type { Engine } from "../store/engine.ts";
import { openSchema, repositoriesOn } from "../store/index.ts";
import { changing } from "./import.ts";
import { type PhotoFile, readFolder } from "./photo-folder.ts";

/** Photos to import. */
export interface PhotoImport {
  readonly url: string;
  readonly folder: string;
  /** The address of a photo with a token, for its event. */
  readonly photoUrl: (token: string, size: PhotoSize) => string;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** What an import of photos did. */
export interface ImportedPhotos {
  readonly added: number;
  /** How many the pets had already. */
  readonly known: number;
}

/** A file, and the pet that it shows. */
interface Placed extends PhotoFile, Place {}

interface Place {
  readonly petId: bigint;
  /** Its place among the photos of the pet. */
  readonly nth: number;
}

/** Checks that every file of a folder is a photo. Returns how many there are. Throws `ImportError`. */
export async function checkPhotos(folder: string): Promise<number> {
  const files = readFolder(folder);
  for (const { name } of files) await explained(name, "No photo was imported", () => readPhoto(folder, name));
  return files.length;
}

/**
 * Adds the photos of a folder to the pets that their files are named after. A pet that has the same photo keeps it: an import that was
 * interrupted may be repeated. Throws `ImportError`.
 */
export async function importPhotos(request: PhotoImport): Promise<ImportedPhotos> {
  const { url, folder, now, report, signal } = request;
  const files = readFolder(folder);
  const engine = await openSchema(url, now);
  try {
    const repositories = repositoriesOn(engine.sql, engine);
    const placed = await placeFiles(files, repositories);
    const done = { added: 0, known: 0 };
    const matched = new Set<string>();
    for (const file of placed) {
      if (signal.aborted)
        throw new InterruptedError("interrupted; run the same command again to import the other photos");
      const kept = `The photos before it (${done.added}) are imported and stay`;
      const isNew = await explained(file.name, kept, () => importOne(engine, repositories, file, request, matched));
      done[isNew ? "added" : "known"] += 1;
      report("importing photos", done.added + done.known, placed.length);
    }
    return done;
  } finally {
    await engine.close();
  }
}

/** How many files a message names. */
const NAMED_MAX = 5;

/** Finds the pet of each file, and puts them into the order of their numbers. Throws before anything is stored if a file has no pet. */
async function placeFiles(files: readonly PhotoFile[], { pets }: Repositories): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  const lost: string[] = [];
  for (const file of files) {
    const place = await placeOf(file, pets);
    if (place === undefined) lost.push(file.name);
    else placed.push({ ...file, ...place });
  }
  if (lost.length === 0) return placed.toSorted((a, b) => a.nth - b.nth);
  const named =
    lost.slice(0, NAMED_MAX).join(", ") + (lost.length > NAMED_MAX ? ` and ${lost.length - NAMED_MAX} more` : "");
  const problem = "no pet has the id, the reference or the microchip that these files are named after";
  throw new ImportError(`--photos: ${problem}: ${named}. No photo was imported`);
}

async function placeOf({ keys }: PhotoFile, pets: Repositories["pets"]): Promise<Place | undefined> {
  for (const { key, nth } of keys) {
    const id = readInt64(key);
    if (id !== undefined && (await pets.find(id)) !== undefined) return { petId: id, nth };
    for (const filter of [{ reference: key }, { microchip: key }]) {
      const { items } = await pets.list(filter, { after: 0n, limit: 2 });
      if (items.length > 1) throw new ImportError(`--photos: several pets have ${key}: name the files after their ids`);
      if (items[0] !== undefined) return { petId: items[0].id, nth };
    }
  }
  return undefined;
}

/** Stores a photo unless its pet has it. `matched` has the tokens of the photos that files were found to be. Returns whether it did. */
async function importOne(
  engine: Engine,
  { photos }: Repositories,
  { petId, name, alt }: Placed,
  { folder, photoUrl, now }: PhotoImport,
  matched: Set<string>,
): Promise<boolean> {
  const photo = await convertExported(await readPhoto(folder, name));
  const others = (await photos.list([petId])).filter(({ token }) => !matched.has(token));
  const known = await findSame(photos, others, photo);
  const token = known ?? newToken(secrets.random);
  // A pet may have the same photo twice.
  matched.add(token);
  if (known !== undefined) return false;
  const added = { petId, alt, token };
  await changing(engine, (_, unit) => storePhoto({ ...unit, photoUrl }, added, photo, { key: undefined, now }));
  return true;
}

/** Returns the token of the photo with the same large file, if there is one. */
async function findSame(
  photos: Repositories["photos"],
  stored: readonly StoredPhoto[],
  { files }: ConvertedPhoto,
): Promise<string | undefined> {
  for (const { token } of stored) {
    const bytes = await photos.file(token, "large");
    if (bytes !== undefined && Buffer.compare(bytes, files.large) === 0) return token;
  }
  return undefined;
}

async function readPhoto(folder: string, name: string) {
  const path = join(folder, name);
  const { maxBytes } = photoOperations.addPhoto.file;
  const { size } = statSync(path);
  if (size > maxBytes) throw new ImportError(`a photo may have ${maxBytes} bytes; this one has ${size}`);
  return readImage(await Bun.file(path).bytes());
}

/** Adds the name of the file to its errors. */
async function explained<Result>(name: string, kept: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure || error instanceof ImportError)) throw error;
    throw new ImportError(`${name}: ${error.message}. ${kept}`);
  }
}
