import type { Format } from "../cli/format.ts";
import type { ImportedAnimal } from "../store/queries/animals.ts";
import { BATCH_ROWS } from "../store/tables.ts";
import { readLines } from "./lines.ts";
import { LineError, type Reader, readers } from "./pet-lines.ts";

/** An animal and the number of its line. */
export interface AnimalLine {
  readonly line: number;
  readonly animal: ImportedAnimal;
}

const SHOWN_MAX = 20;

/** The lines that cannot be imported: the first ones with the reason, all counted. */
export class BadLines {
  /** How many there are. */
  count = 0;
  /** How many of them are no animal at all. */
  malformed = 0;
  #shown: { readonly line: number; readonly reason: string }[] = [];

  add(line: number, reason: string): void {
    this.count += 1;
    if (this.#shown.length === SHOWN_MAX && line > (this.#shown.at(-1)?.line ?? 0)) return;
    // What only the database can tell comes a batch later than what the line itself tells.
    this.#shown = [...this.#shown, { line, reason }].sort((one, other) => one.line - other.line).slice(0, SHOWN_MAX);
  }

  /** What to print. */
  report(): string {
    const more = this.count - this.#shown.length;
    const lines = this.#shown.map(({ line, reason }) => `  line ${line}: ${reason}`);
    return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
  }
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashOf(file: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(file).stream()) hash.update(chunk);
  return hash.digest("hex");
}

/** Reads the animals of a file, a batch at a time; lines that are none go to `bad`. */
export async function* readAnimalLines(
  file: string,
  format: Format,
  bad: BadLines,
  onBytes: (read: number, of: number) => void,
): AsyncGenerator<readonly AnimalLine[]> {
  const { hasHead, make } = readers[format];
  const size = Bun.file(file).size;
  let reader: Reader | undefined = hasHead ? undefined : make("");
  let batch: AnimalLine[] = [];
  for await (const lines of readLines(file, (read) => onBytes(read, size))) {
    for (const { number, text, problem } of lines) {
      try {
        if (text === undefined) throw new LineError(problem);
        if (reader === undefined) reader = make(text);
        else batch.push({ line: number, animal: reader(text) });
      } catch (error) {
        if (!(error instanceof LineError)) throw error;
        bad.add(number, error.message);
        bad.malformed += 1;
        // Without the names of its columns, the rest of a file means nothing.
        if (reader === undefined) return;
      }
      if (batch.length === BATCH_ROWS) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}
