/* The imported files and their progress: one row for each file content. */

import type { EventData } from "../../../contract/events/events.ts";
import type { MaybePromise } from "../../../core/concurrency/maybe-promise.ts";
import { summaryOf } from "../../../core/imports/import-ids.ts";
import type { ImportedFile } from "../../../core/imports/import-ports.ts";
import type { ImportRun, NewImportRun, StoredPart } from "../../../core/imports/run-ports.ts";
import type { Engine, Sql, Transaction } from "../../engine.ts";
import { IMPORTS } from "../../schema/import-tables.ts";
import { beginRun, findRun, readRanges } from "./import-run-queries.ts";

const PROGRESS = IMPORTS.only("lines", "begunAt", "finishedAt", "importId");
const LISTED = IMPORTS.only("importId");

/** An import that was started. */
export interface ImportRecord {
  /** How many pets of the file are imported. */
  readonly lines: number;
  readonly begunAt: number;
  readonly finishedAt?: number | undefined;
  /** The import to continue; undefined if it is finished. */
  readonly importId?: bigint | undefined;
}

/** Another process imports the same file, or has done so since this import began. */
export class ImportRace extends Error {
  override readonly message =
    "another process is importing the same file, or has just imported or undone it: run the import again when it is done";
}

/** Returns the import of the file with this SHA-256, if one was ever started. */
export function findImport(sql: Sql, content: string): MaybePromise<ImportRecord | undefined> {
  return PROGRESS.first(sql`select ${PROGRESS.list} from imports where content = ${content}`);
}

/** Returns the newest import of another file that stopped halfway after a time, if there is one. */
export function findStopped(sql: Sql, content: string, after: number): MaybePromise<ImportRecord | undefined> {
  return PROGRESS.first(sql`
    select ${PROGRESS.list} from imports
    where finished_at is null and lines > 0 and content <> ${content} and begun_at > ${after}
    order by begun_at desc limit 1`);
}

/**
 * Starts the import of a file, from the beginning when one was finished before. `last` is its record as it was when the file was
 * checked: throws `ImportRace` if another process has started or finished an import since.
 */
export function beginImport(engine: Engine, file: NewImportRun, last?: ImportRecord): Promise<ImportRun> {
  const { content, at } = file;
  return engine.transaction(async ({ sql }) => {
    const run = await beginRun(sql, file);
    const begun = await sql`
      insert into imports (content, begun_at, lines, import_id) values (${content}, ${at}, 0, ${run.id})
      on conflict (content) do update set import_id = ${run.id},
        begun_at = ${at}, lines = 0, finished_at = null
      where imports.finished_at = ${last?.finishedAt ?? null}
      returning content`;
    if (begun.length === 0) throw new ImportRace();
    return run;
  });
}

/** Continues an import. Throws `ImportRace` if it is gone. */
export async function continueImport({ sql }: Pick<Engine, "sql">, importId: bigint | undefined): Promise<ImportRun> {
  const run = importId === undefined ? undefined : await findRun(sql, importId);
  if (run === undefined) throw new ImportRace();
  return run;
}

/** Records a file that was imported as a whole. Returns whether it is the first one with this content. */
export async function addImport(sql: Sql, { content, lines }: ImportedFile, at: number): Promise<boolean> {
  const rows = await sql`
    insert into imports (content, begun_at, lines, finished_at) values (${content}, ${at}, ${lines}, ${at})
    on conflict (content) do nothing returning content`;
  return rows.length > 0;
}

/**
 * Imports the pets of a file after the first `done`, in the transaction that records the progress: each line counts once, even after
 * interruptions. `store` stores them. Throws `ImportRace` if another process imports the same file.
 */
export async function importRows<Stored extends StoredPart>(
  transaction: Transaction,
  content: string,
  { done, count }: { readonly done: number; readonly count: number },
  store: () => Promise<Stored>,
): Promise<Stored> {
  const claimed = await transaction.sql`
    update imports set lines = ${done + count} where content = ${content} and lines = ${done} returning lines`;
  if (claimed.length === 0) throw new ImportRace();
  return store();
}

/** Records that the whole file is imported. Returns what was added, or undefined if that is nothing or was recorded before. */
export async function finishImport(
  { sql }: Transaction,
  content: string,
  now: number,
): Promise<EventData<"import.completed"> | undefined> {
  const [row] = await sql`
    update imports set finished_at = ${now} where content = ${content} and finished_at is null
    returning ${LISTED.list}`;
  const importId = row && LISTED.read(row).importId;
  return importId === undefined ? undefined : summaryOf(await readRanges(sql, importId, "pet"));
}
