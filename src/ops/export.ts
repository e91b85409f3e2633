import { createWriteStream, existsSync, linkSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { UsageError } from "../cli/exit.ts";
import type { Format } from "../cli/format.ts";
import { progress, whole } from "../cli/progress.ts";
import type { Engine } from "../store/engine.ts";
import { readAnimals } from "../store/queries/animals.ts";
import { writers } from "./pet-lines.ts";

/** Exports all animals to a file, or without one to stdout. */
export async function exportAnimals(engine: Engine, format: Format, file: string | undefined): Promise<void> {
  const { head, line } = writers[format];
  const shown = progress();
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    if (head !== "") yield head;
    for await (const animals of readAnimals(engine.sql)) {
      yield animals.map(line).join("");
      count += animals.length;
      shown.report("exported", count, 0);
    }
  }
  try {
    if (file === undefined && !(await toStdout(chunks()))) return;
    if (file !== undefined) await toFile(file, chunks());
  } finally {
    shown.end();
  }
  process.stderr.write(`petstore: exported ${whole(count)} animals\n`);
}

/** Says whether the reader took all of it: one like `head` goes when it has enough. */
async function toStdout(chunks: AsyncIterable<string>): Promise<boolean> {
  try {
    await pipeline(Readable.from(chunks), process.stdout, { end: false });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EPIPE") return false;
    throw error;
  }
}

/** The file appears when it is complete. */
async function toFile(file: string, chunks: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already: name a file that is not`);
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    linkSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
