/* A folder of photos: `42.jpg`, `42-2.jpg` and so on, and their texts in `photos.csv`. */
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { ImportError } from "../files/import-error.ts";
import { isFolder } from "./new-file.ts";

/** The file with what each photo shows. */
export const TEXTS = "photos.csv";

/** The columns of that file. */
export const TextLine = z.object({ file: z.string(), alt: z.string() });

/** A file with a photo. */
export interface PhotoFile {
  readonly name: string;
  /** What its pet may be known by, with its place among the photos then: `A-7.jpg` is the first of A-7, or the seventh of A. */
  readonly keys: readonly { readonly key: string; readonly nth: number }[];
  readonly alt: string | undefined;
}

/** A file that is not imported, and why. */
export interface SkippedFile {
  readonly name: string;
  readonly reason: string;
}

const NAME = /^((.+?)(?:-(\d{1,3}))?)\.(?:jpe?g|png|webp|gif)$/i;
const EXPECTED =
  "expected files such as 42.jpg and 42-2.jpg, named after the id, the reference or the microchip of a pet";

/** The files of a folder that have the name of a photo, and the others, such as the `Thumbs.db` of a camera's software. */
export interface PhotoFolder {
  readonly photos: readonly PhotoFile[];
  readonly others: readonly SkippedFile[];
}

/** Reads the names of a folder. Throws `ImportError` if there is none. */
export function readFolder(folder: string): PhotoFolder {
  if (!existsSync(folder)) throw new ImportError(`--photos: no such folder: ${folder}`);
  if (!isFolder(folder)) throw new ImportError(`--photos: expected a folder with photos; ${folder} is a file`);
  const names = readdirSync(folder).filter((name) => name !== TEXTS && !name.startsWith("."));
  const texts = readTexts(folder);
  const photos = names.toSorted().flatMap((name): readonly PhotoFile[] => {
    const [isPhoto, whole = "", key = "", nth] = NAME.exec(name) ?? [];
    if (isPhoto === undefined) return [];
    const first = { key: whole, nth: 1 };
    return [{ name, keys: nth === undefined ? [first] : [first, { key, nth: Number(nth) }], alt: texts.get(name) }];
  });
  const others = names.filter((name) => !NAME.test(name)).map((name) => ({ name, reason: EXPECTED }));
  return { photos, others };
}

/**
 * Reads a file of a folder. A symbolic link is not followed: it may lead to any picture of the person who runs the command, and
 * photos are published. Throws `ImportError`.
 */
export function readFileOf(folder: string, name: string, maxBytes: number): Uint8Array {
  const file = openUnlinked(join(folder, name));
  try {
    const stats = fstatSync(file);
    const { size } = stats;
    if (!stats.isFile()) throw new ImportError("not a regular file");
    if (size > maxBytes) throw new ImportError(`a photo may have ${maxBytes} bytes; this one has ${size}`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function openUnlinked(path: string): number {
  try {
    // A pipe would be waited for.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as { readonly code?: string };
    throw new ImportError(code === "ELOOP" ? "a symbolic link, which is not followed" : `cannot be read (${code})`);
  }
}

/** The largest file of texts, in bytes. */
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
