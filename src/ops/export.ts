import { createWriteStream, existsSync, linkSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openSchema } from "../store/index.ts";
import { readPetRows } from "../store/queries/pet-rows.ts";
import { type Format, type Report, requireDatabase, UsageError } from "./command.ts";
import { writers } from "./pet-formats.ts";

/**
 * Exports all pets to a new file, or without one to stdout. Returns how many, or undefined when the reader of stdout left
 * before the end, as `head` does.
 */
export async function exportPets(
  url: string,
  format: Format,
  file: string | undefined,
  now: number,
  report: Report,
): Promise<number | undefined> {
  requireDatabase(url);
  if (file !== undefined && existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  const engine = await openSchema(url, now, {}, report);
  const { head, line } = writers[format];
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    if (head !== "") yield head;
    for await (const pets of readPetRows(engine.sql)) {
      yield pets.map(line).join("");
      count += pets.length;
      report("exported", count, 0);
    }
  }
  try {
    if (file !== undefined) await writeFile(file, chunks());
    else if (!(await writeStdout(chunks()))) return undefined;
    return count;
  } finally {
    await engine.close();
  }
}

/** Returns whether the reader took everything. */
async function writeStdout(chunks: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return false;
    throw error;
  }
}

/** The file appears when it is complete. */
async function writeFile(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    linkSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
