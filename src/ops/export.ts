import { createWriteStream, existsSync, linkSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openSchema } from "../store/index.ts";
import { readPetRows } from "../store/queries/pet-rows.ts";
import { countRows, PETS } from "../store/tables.ts";
import { type Format, InterruptedError, type Report, requireDatabase, UsageError } from "./command.ts";
import { writers } from "./pet-formats.ts";

/** What to export, and where to. */
export interface ExportRequest {
  readonly url: string;
  readonly format: Format;
  /** A new file; undefined for stdout. */
  readonly file: string | undefined;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Exports all pets. Returns how many. */
export async function exportPets(request: ExportRequest): Promise<number> {
  const { url, format, file, now, report, signal } = request;
  requireDatabase(url);
  if (file !== undefined && existsSync(file)) throw new UsageError(`${file} already exists: name a new file`);
  const engine = await openSchema(url, now, {}, report);
  const { head, line } = writers[format];
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    const total = await countRows(engine.sql, PETS);
    if (head !== "") yield head;
    for await (const pets of readPetRows(engine.sql)) {
      if (signal.aborted) throw new InterruptedError("interrupted; the export is incomplete");
      yield pets.map(line).join("");
      count += pets.length;
      report("exporting", count, Math.max(count, total));
    }
  }
  try {
    if (file !== undefined) await writeFile(file, chunks());
    else await pipeline(Readable.from(chunks()), process.stdout, { end: false });
    return count;
  } finally {
    await engine.close();
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
