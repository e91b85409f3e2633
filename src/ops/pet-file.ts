import type { ImportedPet } from "../store/queries/pet-rows.ts";
import { BATCH_ROWS } from "../store/tables.ts";
import type { Format } from "./command.ts";
import { readLines } from "./lines.ts";
import { LineError, type PetReader, readers } from "./pet-formats.ts";

/** A pet and the number of its line. */
export interface PetLine {
  readonly line: number;
  readonly pet: ImportedPet;
}

/** The file was not imported, or not all of it. The message is for the operator. */
export class ImportError extends Error {}

const SHOWN_MAX = 20;

/** The lines that cannot be imported: all are counted, the first ones are kept with their reason. */
export class BadLines {
  /** How many there are. */
  count = 0;
  /** How many of them are not a pet at all. */
  malformed = 0;
  #shown: { readonly line: number; readonly reason: string }[] = [];

  add(line: number, reason: string): void {
    this.count += 1;
    if (this.#shown.length === SHOWN_MAX && line > (this.#shown.at(-1)?.line ?? 0)) return;
    // Conflicts with the database are found one batch later than malformed lines.
    this.#shown = [...this.#shown, { line, reason }].sort((one, other) => one.line - other.line).slice(0, SHOWN_MAX);
  }

  /** The text to print. */
  report(): string {
    const more = this.count - this.#shown.length;
    const lines = this.#shown.map(({ line, reason }) => `  line ${line}: ${reason}`);
    return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file).stream()) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads the pets of a file, a batch at a time. Malformed lines go to `bad`; a bad header throws `ImportError`. */
export async function* readPetLines(
  file: string,
  format: Format,
  bad: BadLines,
  onBytes: (read: number, of: number) => void,
): AsyncGenerator<readonly PetLine[]> {
  const { hasHeader, open } = readers[format];
  const size = Bun.file(file).size;
  let reader: PetReader | undefined = hasHeader ? undefined : open("");
  const batch: PetLine[] = [];
  for await (let lines of readLines(file, (read) => onBytes(read, size))) {
    if (reader === undefined) {
      const [header, ...rest] = lines;
      if (header === undefined) continue;
      reader = openReader(file, header.number, () => open(header.text ?? fail(header.problem)));
      lines = rest;
    }
    const readable = lines.filter(({ text }) => text !== undefined);
    const read = reader(readable.map(({ text = "" }) => text));
    const failed = lines.filter(({ text }) => text === undefined).map(({ number, problem }) => ({ number, problem }));
    for (const [index, { number }] of readable.entries()) {
      const pet = read[index];
      if (pet instanceof LineError) failed.push({ number, problem: pet.message });
      else if (pet !== undefined) batch.push({ line: number, pet });
    }
    for (const { number, problem } of failed) bad.add(number, problem);
    bad.malformed += failed.length;
    while (batch.length >= BATCH_ROWS) yield batch.splice(0, BATCH_ROWS);
  }
  if (batch.length > 0) yield batch;
}

/** Without the names of its columns, the rest of a file means nothing. */
function openReader(file: string, line: number, open: () => PetReader): PetReader {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new ImportError(`${file}: line ${line}: ${error.message}. Nothing was imported`);
  }
}

function fail(problem: string): never {
  throw new LineError(problem);
}
