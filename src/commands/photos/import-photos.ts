import { readInt64 } from "../../contract/common.ts";
import { Failure } from "../../contract/errors/errors.ts";
import { identifiers } from "../../contract/imports/import-line.ts";
import { type PhotoSize, photoOperations } from "../../contract/pets/photos.ts";
import type { MatchColumn } from "../../core/imports/import-ports.ts";
import type { Repositories } from "../../core/ports.ts";
import { newToken, storePhoto } from "../../core/shop/photos/photo-handlers.ts";
import type { ConvertedPhoto, StoredPhoto } from "../../core/shop/photos/photo-ports.ts";
import { ImportError } from "../../files/problems/import-error.ts";
import { InterruptedError, type Report } from "../../files/problems/usage-error.ts";
import { convertExported, readImage } from "../../photos/convert.ts";
import { secrets } from "../../service/runtime.ts";
import type { Engine } from "../../store/engine.ts";
import { openSchema, repositoriesOn } from "../../store/index.ts";
import { changing } from "../import/import-file.ts";
import { printable } from "../terminal/printable.ts";
import { type PhotoFile, readFileOf, readFolder, type SkippedFile } from "./photo-folder.ts";

export interface PhotoImport {
  readonly url: string;
  readonly folder: string;
  readonly photos: readonly PhotoFile[];
  /** The identifier in file names; undefined for any. */
  readonly match: MatchColumn | undefined;
  /** The URL of a photo by token, for its event. */
  readonly photoUrl: (token: string, size: PhotoSize) => string;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** The result of an import of photos. */
export interface ImportedPhotos {
  readonly added: number;
  /** How many the pets already had. */
  readonly known: number;
  /** Files that could not be imported. */
  readonly failed: readonly SkippedFile[];
}

/** A file and its pet. */
interface Placed extends PhotoFile, Place {}

interface Place {
  readonly petId: bigint;
  /** Its order among the photos of the pet. */
  readonly nth: number;
}

/**
 * Reads every file of a folder. Returns the photos and the files that cannot be imported. Throws `ImportError` if the folder does not
 * exist.
 */
export async function checkPhotos(folder: string): Promise<{
  readonly photos: readonly PhotoFile[];
  readonly others: readonly SkippedFile[];
  readonly failed: readonly SkippedFile[];
}> {
  const { photos, others } = readFolder(folder);
  const readable: PhotoFile[] = [];
  const failed: SkippedFile[] = [];
  for (const photo of photos) {
    const reason = await reasonAgainst(() => readPhoto(folder, photo.name));
    if (reason === undefined) readable.push(photo);
    else failed.push({ name: photo.name, reason });
  }
  return { photos: readable, others, failed };
}

/**
 * Adds the photos of a folder to the pets that the file names identify. Skips photos that a pet already has, so an interrupted import
 * can be repeated. A failure does not stop the others.
 */
export async function importPhotos(request: PhotoImport): Promise<ImportedPhotos> {
  const { url, photos, match, now, report, signal } = request;
  await using engine = await openSchema(url, now, { mayUpgrade: false });
  const repositories = repositoriesOn(engine.sql, engine);
  const failed: SkippedFile[] = [];
  const placed = await placeFiles(photos, match, repositories, failed);
  const done = { added: 0, known: 0 };
  const matched = new Set<string>();
  for (const file of placed) {
    if (signal.aborted)
      throw new InterruptedError("interrupted; run the same command again to import the other photos");
    const reason = await reasonAgainst(async () => {
      const isNew = await importOne(engine, repositories, file, request, matched);
      done[isNew ? "added" : "known"] += 1;
    });
    if (reason !== undefined) failed.push({ name: file.name, reason });
    report("importing photos", done.added + done.known + failed.length, photos.length);
  }
  return { ...done, failed };
}

/** Finds the pet of each file and sorts the files by number. A file that matches no pet or several fails. */
async function placeFiles(
  files: readonly PhotoFile[],
  match: MatchColumn | undefined,
  { pets }: Repositories,
  failed: SkippedFile[],
): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  for (const file of files) {
    const reason = await reasonAgainst(async () => {
      const { petId, nth } = await placeOf(file, pets, match);
      placed.push({ ...file, petId, nth });
    });
    if (reason !== undefined) failed.push({ name: file.name, reason });
  }
  return placed.toSorted((a, b) => a.nth - b.nth);
}

/** A pet that matches a file name. */
interface Match extends Place {
  readonly name: string;
  readonly column: MatchColumn;
  readonly key: string;
}

async function placeOf({ keys }: PhotoFile, pets: Repositories["pets"], only: MatchColumn | undefined): Promise<Place> {
  const columns = identifiers.filter((column) => only === undefined || column === only);
  const matches: Match[] = [];
  for (const { key, nth } of keys) {
    for (const column of columns) {
      for (const { id, name } of await petsWith(column, key, pets)) {
        if (!matches.some(({ petId }) => petId === id)) matches.push({ petId: id, nth, name, column, key });
      }
    }
  }
  const [place] = matches;
  const names = columns.length > 1 ? "the id, the reference or the microchip" : `the ${only}`;
  if (place === undefined) throw new ImportError(`no pet has ${names} that the file is named after`);
  if (matches.length === 1) return place;
  const named = matches.map(({ petId, name, column, key }) => `pet ${petId} ${printable(name)} (${column} ${key})`);
  throw new ImportError(`it may be a photo of ${named.join(" or of ")}: ${remedyFor(matches, place)}`);
}

/** How to make an ambiguous file name unique. */
function remedyFor(matches: readonly Match[], { column, key }: Match): string {
  const columns = new Set(matches.map((match) => match.column));
  if (columns.size > 1)
    return `say what files are named after with ${[...columns].map((one) => `--match ${one}`).join(" or ")}`;
  const isOneKey = matches.every((match) => match.key === key);
  return isOneKey
    ? "name the file after the id of its pet"
    : `if it is the first photo of ${column} ${key}, name it ${key}-1`;
}

async function petsWith(column: MatchColumn, key: string, pets: Repositories["pets"]) {
  if (column !== "id") return (await pets.list({ [column]: key }, { after: 0n, limit: 3 })).items;
  const id = readInt64(key);
  const pet = id === undefined ? undefined : await pets.find(id);
  return pet === undefined ? [] : [pet];
}

/**
 * Stores a photo unless its pet has it. `matched` contains the tokens that files were matched with so far. Returns whether it was
 * stored.
 */
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

/** Returns the token of the photo with an identical large file, if any. */
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

function readPhoto(folder: string, name: string) {
  return readImage(readFileOf(folder, name, photoOperations.addPhoto.file.maxBytes));
}

/** Runs work on a file. Returns why it failed, if it did. */
export async function reasonAgainst(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Failure || error instanceof ImportError) return error.message;
    throw error;
  }
}
