/* Reads a folder of photos named `42.jpg`, `42-2.jpg` and so on, with descriptions in `photos.csv`. */
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { FORMAT_BYTES, imageFormatOf } from "../../core/shop/photos/image-format.ts";
import { ImportError } from "../../files/problems/import-error.ts";
import { isFolder } from "../export/new-file.ts";

/** The file with the descriptions. */
export const TEXTS = "photos.csv";

/** The columns of that file. */
export const TextLine = z.object({ file: z.string(), alt: z.string() });

/** A photo file. */
export interface PhotoFile {
  readonly name: string;
  /**
   * Possible identifiers of its pet, and the photo's order in each case: `A-7.jpg` is the first photo of A-7 or the seventh of A. The
   * full name without extension comes first.
   */
  readonly keys: readonly { readonly key: string; readonly nth: number }[];
  readonly alt: string | undefined;
}

/** A file that is not imported, and why. */
export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

const ENDING = /^(.+?)\.(?:(jpe?g|png|webp|gif)|[^.]*)$/is;

/** The second or a later photo of a pet. */
const NUMBERED = /^(.+?)-(\d{1,3})$/s;

/**
 * Suffixes that systems add to copies: ` (2)` Windows and browsers, ` 2` and ` copy 2` macOS, ` - Copy (2)` Windows, `~2` Android, `_2`
 * and `_edited` cameras and photo editors; German variants too.
 */
const COPY =
  /^(.+?)(?:[ _-]+(?:edited|bearbeitet)|(?: ?[-–])? (?:copy|kopie)(?: ?\(?(\d{1,3})\)?)?| ?\((\d{1,3})\)|[ _~](\d{1,3}))$/is;

/** Prefixes of copies. */
const COPY_OF = /^(?:copy of|kopie von) (.+)$/is;

const EXPECTED =
  "expected files such as 42.jpg and 42-2.jpg, named after the id, the reference or the microchip of a pet";

/** Photos by name or content, and other files, such as `Thumbs.db`. */
export interface PhotoFolder {
  readonly photos: readonly PhotoFile[];
  readonly others: readonly SkippedFile[];
}

/** Reads the names in a folder and the first bytes of its files. Throws `ImportError` if the folder does not exist. */
export function readFolder(folder: string): PhotoFolder {
  if (!existsSync(folder)) throw new ImportError(`--photos: no such folder: ${folder}`);
  if (!isFolder(folder)) throw new ImportError(`--photos: expected a folder with photos; ${folder} is a file`);
  const names = readdirSync(folder).filter((name) => name !== TEXTS && !name.startsWith("."));
  const texts = readTexts(folder);
  const photos: PhotoFile[] = [];
  const others: SkippedFile[] = [];
  for (const name of names.toSorted()) {
    const [, stem = name, ending] = ENDING.exec(name) ?? [];
    const format = ending === undefined ? formatOf(join(folder, name)) : undefined;
    if (ending !== undefined || format?.isPicture) photos.push({ name, keys: keysOf(stem), alt: texts.get(name) });
    else others.push({ name, reason: format === undefined ? EXPECTED : `${format.name}: ${format.advice}` });
  }
  return { photos, others };
}

/** Possible identifiers of a pet in a file name without extension. */
function keysOf(stem: string): PhotoFile["keys"] {
  const keys = [{ key: stem, nth: 1 }];
  const add = (key: string | undefined, nth: number) => {
    if (key !== undefined && !keys.some((other) => other.key === key)) keys.push({ key, nth });
  };
  add(COPY_OF.exec(stem)?.[1], 2);
  // A copy may be a copy of a copy: the loop includes keys added meanwhile.
  for (const { key, nth } of keys) {
    const [, original, ...numbers] = COPY.exec(key) ?? [];
    // Browsers count copies from 1.
    add(original, nth + Number(numbers.find((number) => number !== undefined) ?? 1));
  }
  for (const { key, nth } of [...keys]) {
    const [, pet, number] = NUMBERED.exec(key) ?? [];
    // Copies sort after their original.
    add(pet, Number(number) + (nth - 1) / COPIES_MAX);
  }
  return keys;
}

/** More than a three-digit suffix can count. */
const COPIES_MAX = 10_000;

/** The image format by the first bytes; undefined if unknown. */
function formatOf(path: string): ReturnType<typeof imageFormatOf> {
  try {
    const file = openUnlinked(path);
    try {
      const start = Buffer.alloc(FORMAT_BYTES);
      return fstatSync(file).isFile() ? imageFormatOf(start.subarray(0, readSync(file, start))) : undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

/**
 * Reads a file of a folder. Does not follow symbolic links, which could point at any picture of the person who runs the command, and
 * photos are published. Throws `ImportError`.
 */
export function readFileOf(folder: string, name: string, maxBytes: number): Uint8Array {
  const file = openUnlinked(join(folder, name));
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile()) throw new ImportError("not a regular file");
    if (size > maxBytes) throw new ImportError(`a photo may have at most ${maxBytes} bytes; this one has ${size}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function openUnlinked(path: string): number {
  try {
    // Opening a pipe would block.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    throw new ImportError(code === "ELOOP" ? "a symbolic link, which is not followed" : `cannot be read (${code})`);
  }
}

/** The maximum size of `photos.csv`, in bytes. */
const TEXTS_MAX = 64 * 1024 * 1024;

function readTexts(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, TEXTS);
  if (!existsSync(path)) return new Map();
  const rows: unknown = parse(Buffer.from(readFileOf(folder, TEXTS, TEXTS_MAX)), {
    columns: true,
    bom: true,
    relax_column_count: true,
  });
  const lines = z.array(TextLine).safeParse(rows);
  if (!lines.success) throw new ImportError(`${path}: expected the columns file and alt. No photo was imported`);
  return new Map(lines.data.flatMap(({ file, alt }) => (alt === "" ? [] : [[file, alt]])));
}
