import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transaction } from "../store/engine.ts";
import { openSchema } from "../store/index.ts";
import { beginImport, findImport, finishImport, importRows } from "../store/queries/imports.ts";
import { databaseExists, type Format, UsageError } from "./command.ts";
import { surveyFile } from "./encoding.ts";
import { LateError, storeBatch } from "./import-batch.ts";
import { checkLines } from "./import-check.ts";
import { type Imported, type ImportObserver, interrupted, type Job, readOpenPets } from "./import-job.ts";
import type { Mapping } from "./pet-columns.ts";
import { formatOf, type PetFile } from "./pet-file.ts";
import { ChangedError, ImportError, Problems } from "./problems.ts";

export interface ImportOptions {
  /** The format of the file, if it does not show. */
  readonly format?: Format | undefined;
  /** Check every line and change nothing. */
  readonly dryRun?: true;
  /** Import a file again that was imported before. */
  readonly allowDuplicates?: true;
  /** Change pets that exist. */
  readonly update?: true;
  /** Create the categories that do not exist. */
  readonly createCategories?: true;
  /** Columns with other titles. */
  readonly mapping: Mapping;
}

/** Imports a file into the database at a URL: checks every line first, then imports them (decision 022). */
export async function importFile(
  url: string,
  path: string,
  options: ImportOptions,
  clock: () => number,
  observer: ImportObserver,
): Promise<Imported> {
  const file = await openFile(path, options);
  const { update = false, createCategories = false } = options;
  const request = { file, rules: { update, createCategories }, observer, clock };
  const early = databaseExists(url) ? undefined : await checkForNewDatabase(request);
  if (early !== undefined && options.dryRun) return early;
  const engine = await openSchema(url, clock(), {}, observer.report);
  try {
    const { content } = file.survey;
    const record = await findImport(engine.sql, content);
    const isNew = record === undefined || record.finishedAt !== undefined;
    const requireNew = () => {
      if (record?.finishedAt === undefined || options.allowDuplicates) return;
      const time = new Date(record.finishedAt).toISOString();
      throw new ImportError(
        `${path} was already imported at ${time} (pets: ${record.lines}). ` +
          "To import it again and duplicate pets without an id, use --allow-duplicates",
      );
    };
    if (!options.update) requireNew();
    const job: Job = { ...request, engine, done: isNew ? 0 : record.lines };
    const checked = early ?? (await checkLines(job));
    if (checked.unnumbered > 0) requireNew();
    if (options.dryRun) return checked;
    // The check of a large file takes long. What was not checked is not imported.
    if ((await surveyFile(path, file.format === "ndjson")).content !== content) throw new ChangedError(path);
    if (isNew) await beginImport(engine, content, clock());
    const imported = await importLines(job, checked.pets);
    await finishImport(engine, content, clock());
    return imported;
  } finally {
    await engine.close();
  }
}

/**
 * Checks a file against an empty database in a temporary folder. A file that cannot be imported must not leave a database behind,
 * perhaps in the wrong folder.
 */
async function checkForNewDatabase(request: Omit<Job, "engine" | "done">): Promise<Imported> {
  const folder = mkdtempSync(join(tmpdir(), "petstore-import-"));
  try {
    const engine = await openSchema(`sqlite://${join(folder, "petstore.db")}`, request.clock());
    return await checkLines({ ...request, engine, done: 0 }).finally(() => engine.close());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function importLines(job: Job, total: number): Promise<Imported> {
  const { engine, file, observer, clock, done } = job;
  const sum = { added: 0, updated: 0, createdCategories: 0 };
  const problems = new Problems();
  let pets = 0;
  try {
    for await (const { lines, before, rules } of readOpenPets(job, problems)) {
      if (observer.signal.aborted) throw interrupted(Math.max(done, before));
      // The check found none: these lines are not those that it read.
      if (problems.lines > 0) throw new ChangedError(file.path);
      pets = before + lines.length;
      if (lines.length === 0) continue;
      const position = { done: before, count: lines.length };
      const now = clock();
      const store = (transaction: Transaction) => storeBatch(engine, transaction, lines, rules, now);
      const batch = await importRows(engine, file.survey.content, position, store).catch((error: unknown) => {
        throw error instanceof LateError ? late(file.path, error, before) : error;
      });
      sum.added += batch.added.length;
      sum.updated += batch.updated;
      sum.createdCategories += batch.createdCategories;
      observer.report("importing", pets, total);
    }
  } catch (error) {
    throw error instanceof ChangedError ? new ChangedError(file.path, Math.max(done, pets)) : error;
  }
  return { pets, ...sum, resumedAfter: done, unnumbered: 0, preview: [] };
}

/** Two lines with one id, or a pet changed during the import: what the check could not see. */
function late(path: string, { line, message }: LateError, before: number): ImportError {
  return new ImportError(`${path}: line ${line}: ${message}. The pets before it (${before}) are imported and stay`);
}

async function openFile(path: string, { format: given, mapping, update }: ImportOptions): Promise<PetFile> {
  if (path === "-") throw new UsageError("the input is read more than once: save it to a file and import that");
  if (!existsSync(path)) throw new UsageError(`no such file: ${path}`);
  if (!statSync(path).isFile()) throw new UsageError(`${path} is not a regular file, and it is read more than once`);
  const format = await formatOf(path, given);
  if (format === "ndjson" && mapping.length > 0)
    throw new UsageError("--map is for CSV; in NDJSON, rename the members");
  return { path, format, survey: await surveyFile(path, format === "ndjson"), mapping, isUpdate: update === true };
}
