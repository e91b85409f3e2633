/* The pets of a file that are not imported yet. */
import type { PetLine, Refuse } from "../../core/imports/import-ports.ts";
import type { PetFile } from "../../files/reading/pet-file.ts";
import { readPets } from "../../files/reading/pet-lines.ts";
import { KEPT_BYTES } from "../../files/reading/records.ts";

/** Lines per transaction. Other writers proceed between two. */
export const BATCH_LINES = 256;

/**
 * How many lines of a large file are read before garbage is collected: by itself, Bun lets garbage grow to several times the live
 * memory.
 */
const COLLECTED_LINES = 16 * BATCH_LINES;

/** Reads the pets after the first `done`, in batches, continuing after `before` pets. */
export async function* readOpenPets(
  { file, done }: { readonly file: PetFile; readonly done: number },
  refuse: Refuse,
): AsyncGenerator<{ readonly lines: readonly PetLine[]; readonly before: number }> {
  let read = 0;
  let waiting: PetLine[] = [];
  const isLarge = file.blob.size > KEPT_BYTES;
  const take = (count: number) => {
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    const lines = batch.slice(Math.max(0, done - read));
    read += batch.length;
    return { lines, before: read - lines.length };
  };
  for await (const lines of readPets(file, refuse)) {
    waiting = waiting.concat(lines);
    // Hold the last batch back until the end, where a changed file is noticed.
    while (waiting.length > BATCH_LINES) {
      if (isLarge && read % COLLECTED_LINES === 0) Bun.gc(true);
      yield take(BATCH_LINES);
    }
  }
  if (waiting.length > 0) yield take(waiting.length);
}
