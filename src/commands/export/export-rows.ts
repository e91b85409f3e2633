import { createWriteStream, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { lineWriter } from "../../contract/exports/exported-lines.ts";
import type { DecimalMark } from "../../contract/exports/spreadsheet-cells.ts";
import type { Format } from "../../files/layouts/layout-formats.ts";
import { InterruptedError, type Report } from "../../files/problems/usage-error.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import type { Sql } from "../../store/engine.ts";
import { openSchema } from "../../store/index.ts";
import { countRows, readBatches } from "../../store/rows.ts";
import { CATEGORIES } from "../../store/schema/tables.ts";
import { giveName } from "../../store/sqlite/disk.ts";
import { type ExportKind, sources, spreadsheetWriter } from "./export-lines.ts";
import { requireNewFile } from "./new-file.ts";

/** What to export, and where to. */
export interface ExportRequest {
  readonly url: string;
  readonly what: ExportKind;
  readonly format: Format;
  /** CSV for people: formatted for display, and safe from formulas. */
  readonly isSpreadsheet: boolean;
  /** The time zone of CSV; undefined for UTC in RFC 3339. */
  readonly timeZone: string | undefined;
  /** The decimal mark of amounts in spreadsheets. */
  readonly decimalMark: DecimalMark;
  /** A new file; undefined for stdout. */
  readonly file: string | undefined;
  readonly now: number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** Exports all rows of a kind. Returns their number. */
export async function exportRows(request: ExportRequest): Promise<number> {
  const { url, what, format, isSpreadsheet, timeZone, decimalMark, file, now, report, signal } = request;
  const source = sources[what];
  requireDatabase(url);
  await using engine = await openSchema(url, now, { mayUpgrade: false });
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    const { sql } = engine;
    const total = await countRows(sql, source.table);
    const { head, line } = isSpreadsheet
      ? spreadsheetWriter(source, await categoryNames(sql), { timeZone, decimalMark })
      : lineWriter(source, format, timeZone);
    if (head !== "") yield head;
    for await (const rows of readBatches(sql, source.table, source.table.start)) {
      if (signal.aborted) throw new InterruptedError("interrupted; the export is incomplete");
      yield (await source.read(sql, rows)).map(line).join("");
      count += rows.length;
      report("exporting", count, Math.max(count, total));
    }
  }
  if (file !== undefined) await writeNew(file, chunks());
  else await pipeline(Readable.from(chunks()), process.stdout, { end: false });
  return count;
}

/** The names of all categories, by id. */
export async function categoryNames(sql: Sql): Promise<ReadonlyMap<bigint, string>> {
  const rows = (await Array.fromAsync(readBatches(sql, CATEGORIES, CATEGORIES.start))).flat();
  return new Map(rows.map(CATEGORIES.read).map(({ id, name }) => [id, name]));
}

/** Writes a new file. Throws if it exists. The file appears once complete. */
export async function writeNew(file: string, chunks: Iterable<string> | AsyncIterable<string>): Promise<void> {
  requireNewFile(file);
  const part = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(chunks), createWriteStream(part, { flags: "wx", mode: 0o600, flush: true }));
    giveName(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}
