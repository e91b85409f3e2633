/* A folder of photos: `42.jpg`, `42-2.jpg` and so on, and their texts in `photos.csv`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { ImportError } from "../files/import-error.ts";

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

const NAME = /^((.+?)(?:-(\d{1,3}))?)\.(?:jpe?g|png|webp|gif)$/i;
const EXPECTED =
  "expected files such as 42.jpg and 42-2.jpg, named after the id, the reference or the microchip of a pet";

/** Reads the names of a folder. Throws `ImportError` for a file that is not a photo. */
export function readFolder(folder: string): readonly PhotoFile[] {
  if (!existsSync(folder)) throw new ImportError(`--photos: no such folder: ${folder}`);
  const names = readdirSync(folder).filter((name) => name !== TEXTS && !name.startsWith("."));
  const others = names.filter((name) => !NAME.test(name));
  if (others.length > 0) {
    throw new ImportError(`--photos: ${EXPECTED}; got ${others.slice(0, 5).join(", ")}. No photo was imported`);
  }
  const texts = readTexts(join(folder, TEXTS));
  return names.toSorted().map((name): PhotoFile => {
    const [, whole = "", key = "", nth] = NAME.exec(name) ?? [];
    const first = { key: whole, nth: 1 };
    return { name, keys: nth === undefined ? [first] : [first, { key, nth: Number(nth) }], alt: texts.get(name) };
  });
}

function readTexts(path: string): ReadonlyMap<string, string> {
  if (!existsSync(path)) return new Map();
  const rows: unknown = parse(readFileSync(path), { columns: true, bom: true, relax_column_count: true });
  const lines = z.array(TextLine).safeParse(rows);
  if (!lines.success) throw new ImportError(`${path}: expected the columns file and alt. No photo was imported`);
  return new Map(lines.data.flatMap(({ file, alt }) => (alt === "" ? [] : [[file, alt]])));
}
