import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lineWriter } from "../../contract/exports/exported-lines.ts";
import { InterruptedError, type Report, UsageError } from "../../files/problems/usage-error.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import { openSchema, repositoriesOn } from "../../store/index.ts";
import { countRows, readBatches } from "../../store/rows.ts";
import { PHOTOS } from "../../store/schema/tables.ts";
import { isFolder } from "../export/new-file.ts";
import { TEXTS, TextLine } from "./photo-folder.ts";

/** Where to write photos. */
export interface PhotoExport {
  readonly url: string;
  /** A new or empty folder. */
  readonly folder: string;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Writes the large size of every photo, named after its pet's id (`42.webp` is the main one, `42-2.webp` the second), and their
 * descriptions to `photos.csv`. Returns the number of photos.
 */
export async function exportPhotos({ url, folder, now, report, signal }: PhotoExport): Promise<number> {
  requireDatabase(url);
  await using engine = await openSchema(url, now, { mayUpgrade: false });
  const { photos } = repositoriesOn(engine.sql, engine);
  const { head, line } = lineWriter({ schema: TextLine, columns: Object.keys(TextLine.shape) }, "csv");
  const texts = [head];
  const total = await countRows(engine.sql, PHOTOS);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let count = 0;
  for await (const rows of readBatches(engine.sql, PHOTOS, PHOTOS.start)) {
    for (const { petId, token, position, alt } of rows.map(PHOTOS.read)) {
      if (signal.aborted) throw new InterruptedError(`interrupted; ${folder} is incomplete`);
      const bytes = await photos.file(token, "large");
      // Deleted since.
      if (bytes === undefined) continue;
      const file = `${petId}${position === 1 ? "" : `-${position}`}.webp`;
      writeFileSync(join(folder, file), bytes, { mode: 0o600 });
      if (alt !== undefined) texts.push(line({ file, alt }));
      count += 1;
      report("exporting photos", count, Math.max(count, total));
    }
  }
  writeFileSync(join(folder, TEXTS), texts.join(""), { mode: 0o600 });
  return count;
}

/** Throws `UsageError` unless the folder is new or empty. */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (!isFolder(folder)) throw new UsageError(`--photos: expected a new or empty folder; ${folder} is a file`);
  if (readdirSync(folder).length === 0) return;
  throw new UsageError(`--photos: ${folder} is not empty: name a new folder`);
}
