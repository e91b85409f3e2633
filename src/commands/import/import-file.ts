import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { carryOut, type Unit } from "../../core/execute.ts";
import { ImportCheck } from "../../core/imports/import-check.ts";
import type { ImportRules, Refuse } from "../../core/imports/import-ports.ts";
import type { ImportRun, StoredPart } from "../../core/imports/run-ports.ts";
import { KnownKinds, knownKinds } from "../../core/imports/similar-kinds.ts";
import { claimIdentifiers, StaleLineError, storeLines, UndoneError } from "../../core/imports/store-lines.ts";
import { eventOf } from "../../core/recorded-events.ts";
import { namedCategories } from "../../files/layouts/mapping.ts";
import { AlreadyImported, ImportError, refusal } from "../../files/problems/import-error.ts";
import { InterruptedError, type Report } from "../../files/problems/usage-error.ts";
import { ChangedError, surveyFile } from "../../files/reading/encoding.ts";
import { type FileOptions, openFile } from "../../files/reading/open-file.ts";
import { labelOf, matchColumnOf, type PetFile, titlesOf } from "../../files/reading/pet-file.ts";
import { databaseExists } from "../../service/existing-database.ts";
import type { Engine, Transaction } from "../../store/engine.ts";
import { openSchema, repositoriesOn } from "../../store/index.ts";
import {
  beginImport,
  continueImport,
  findImport,
  findStopped,
  finishImport,
  type ImportRecord,
  importRows,
} from "../../store/queries/imports/import-queries.ts";
import { rememberLines } from "../../store/queries/imports/photo-addresses.ts";
import { readOpenPets } from "./open-pets.ts";

export interface ImportOptions extends FileOptions {
  /** Check every line without changing anything. */
  readonly dryRun?: true;
  /** Import a file even if it was imported before. */
  readonly allowDuplicates?: true;
  /** Update a pet by its id even if its name and category both differ. */
  readonly allowOtherPets?: true;
  /** Create missing categories. */
  readonly createCategories?: true;
}

/** The result of an import or a dry run. */
export interface Imported extends ReturnType<ImportCheck["report"]> {
  /** How many pets an interrupted import of the same file had already imported. */
  readonly resumedAfter: number;
  /** The id for undoing it; undefined if nothing was stored. */
  readonly id?: bigint | undefined;
}

/** Receives progress and warnings, and stops the import. */
export interface ImportObserver {
  readonly report: Report;
  /** Called once, when it is known how the file is read. */
  readonly onLayout: (file: PetFile) => void;
  /** Called for likely mistakes. */
  readonly onWarning: (warning: string) => void;
  readonly signal: AbortSignal;
}

export interface Job {
  readonly engine: Engine;
  readonly path: string;
  readonly file: PetFile;
  readonly rules: ImportRules;
  readonly observer: ImportObserver;
  readonly clock: () => number;
  /** How many pets are already imported. */
  readonly done: number;
}

/** Imports a file into a database: checks every line first, then imports (decision 022). */
export async function importFile(
  url: string,
  path: string,
  options: ImportOptions,
  clock: () => number,
  observer: ImportObserver,
): Promise<Imported> {
  const { update = false, allowOtherPets = false, createCategories = false, dryRun = false } = options;
  const file = await openFile(path, { ...options, now: clock() });
  observer.onLayout(file);
  const match = matchColumnOf(file, options.match);
  const { option } = file.mapping;
  const named = { kinds: new KnownKinds([]), namedCategories: namedCategories(file.mapping) };
  const empty = {
    update,
    match,
    allowOtherPets,
    createCategories,
    now: clock(),
    today: file.today,
    label: labelOf(file),
    option,
    ...named,
  };
  const request = { path, file, rules: empty, observer, clock };
  const early = databaseExists(url) ? undefined : await checkForNewDatabase(request);
  if (early !== undefined && dryRun) return { ...early.report(reportOf(request)), resumedAfter: 0 };
  await using engine = await openSchema(url, clock(), { mayUpgrade: false });
  const { content } = file.survey;
  const record = await findImport(engine.sql, content);
  const isNew = record === undefined || record.finishedAt !== undefined;
  const requireNew = () => options.allowDuplicates || requireNotImported(engine, request, record);
  if (!update) await requireNew();
  const rules = { ...empty, kinds: await knownKinds(repositoriesOn(engine.sql, engine)) };
  const job: Job = { ...request, rules, engine, done: isNew ? 0 : record.lines };
  const checked = early ?? (await checkLines(job));
  if (update && checked.unidentified > 0) await requireNew();
  const report = { ...checked.report(reportOf(job)), resumedAfter: job.done };
  if (dryRun) return report;
  // Checking a large file takes long. Import only what was checked.
  if ((await surveyFile(file.blob, file.header === undefined)).content !== content) throw changed(path, 0);
  const newRun = { content, at: clock(), file: basename(path).slice(0, 255) };
  const run = isNew ? await beginImport(engine, newRun, record) : await continueImport(engine, record.importId);
  const stored = await importLines(job, run, checked.pets);
  const now = clock();
  const isKept = await changing(engine, async (transaction, { store, events }) => {
    const added = await finishImport(transaction, content, now);
    if (added !== undefined) events.push(eventOf({ key: undefined, now }, "import.completed", added));
    return store.importRuns.finish(run.id, now);
  });
  return { ...report, ...stored, id: isKept ? run.id : undefined };
}

/** Creates a report. */
function reportOf({ file, rules }: Pick<Job, "file" | "rules">) {
  return { titleOf: titlesOf(file), update: rules.update };
}

/** How long after an import stopped a run with an edited file counts as its continuation, in milliseconds. */
const STOPPED_MS = 7 * 86_400_000;

/** Refuses a file if pets without ids would be imported twice. */
async function requireNotImported(
  { sql }: Engine,
  { path, file, clock }: Pick<Job, "path" | "file" | "clock">,
  record: ImportRecord | undefined,
): Promise<void> {
  const remedy = "To import it anyway and duplicate pets without an id, use --allow-duplicates";
  if (record?.finishedAt !== undefined) {
    const time = new Date(record.finishedAt).toISOString();
    throw new AlreadyImported(`${path} was already imported at ${time} (pets: ${record.lines}). ${remedy}`);
  }
  const stopped = record === undefined && (await findStopped(sql, file.survey.content, clock() - STOPPED_MS));
  if (!stopped) return;
  throw new ImportError(
    `an import that began at ${new Date(stopped.begunAt).toISOString()} stopped after ${stopped.lines} pets, or is still ` +
      `running. If ${path} is its file with corrections, import the original file to its end instead. ${remedy}`,
  );
}

/**
 * Checks a file against an empty database in a temporary folder, so that a bad file does not leave a new database behind, perhaps in the
 * wrong folder.
 */
async function checkForNewDatabase(request: Omit<Job, "engine" | "done">): Promise<ImportCheck> {
  const folder = mkdtempSync(join(tmpdir(), "petstore-import-"));
  try {
    await using engine = await openSchema(`sqlite://${join(folder, "petstore.db")}`, request.clock());
    return await checkLines({ ...request, engine, done: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks every line and decides what the import would do. Throws if one cannot be imported. */
export async function checkLines({ engine, path, file, rules, observer, done }: Job): Promise<ImportCheck> {
  const check = new ImportCheck();
  const repositories = repositoriesOn(engine.sql, engine);
  const total = file.blob.size;
  for await (const { lines, before } of readOpenPets({ file, done }, check.refuse)) {
    if (observer.signal.aborted) throw interrupted(done);
    await check.add(lines, repositories, rules);
    check.pets = before + lines.length;
    observer.report("checking, pets", check.pets, 0);
  }
  check.requireIdentifiers(rules);
  check.end();
  observer.report("checking, bytes", total, total);
  for (const { message } of [...file.warnings.list(), ...check.report(reportOf({ file, rules })).warnings])
    observer.onWarning(message);
  if (check.problems.lines > 0) throw refusal(path, file, check, rules, done);
  if (check.pets === 0) throw new ImportError(`${path}: the file has no pets. Nothing was imported`);
  return check;
}

/** Imports the remaining lines. Each batch and its progress record share a transaction. */
async function importLines({ engine, path, file, rules, observer, clock, done }: Job, run: ImportRun, total: number) {
  const sum = { added: 0, updated: 0, createdCategories: 0 };
  let pets = done;
  const refuse: Refuse = () => {
    // The check found no such line, so the file has changed.
    throw new ChangedError();
  };
  try {
    for await (const { lines, before } of readOpenPets({ file, done }, refuse)) {
      if (observer.signal.aborted) throw interrupted(Math.max(done, before));
      if (lines.length === 0) continue;
      const position = { done: before, count: lines.length };
      const author = { key: undefined, now: clock() };
      const stored = await changing(engine, (transaction, unit): Promise<StoredPart> => {
        const store = async () => {
          await claimIdentifiers(unit.store, lines);
          const part = await storeLines(unit, lines, rules, author, run);
          if (file.mapping.takesPhotos) await rememberLines(transaction.sql, file.survey.content, part.lines);
          return part;
        };
        return importRows(transaction, file.survey.content, position, store);
      });
      pets = before + lines.length;
      sum.added += stored.added.length;
      sum.updated += stored.updated.length;
      sum.createdCategories += stored.createdCategories.length;
      observer.report("importing", pets, total);
    }
  } catch (error) {
    if (error instanceof ChangedError) throw changed(path, pets);
    if (error instanceof UndoneError) throw new ImportError(`${path}: ${error.message} before it was complete`);
    if (!(error instanceof StaleLineError)) throw error;
    const kept = `The pets before it (${pets}) are imported and stay`;
    throw new ImportError(`${path}: line ${error.line}: ${error.message}. ${kept}`);
  }
  return sum;
}

/** Runs a change in one transaction with its events. */
export function changing<Result>(
  engine: Engine,
  work: (transaction: Transaction, unit: Unit) => Promise<Result>,
): Promise<Result> {
  return engine.transaction((transaction) =>
    carryOut(repositoriesOn(transaction.sql, engine), (unit) => work(transaction, unit)),
  );
}

/** The error for a file that changed after it was first read. */
export function changed(path: string, kept: number): ImportError {
  const imported = kept === 0 ? "Nothing was imported now" : `${kept} pets are imported and stay`;
  return new ImportError(`${path} changed while it was read. Import it again when nothing writes to it. ${imported}`);
}

function interrupted(done: number): InterruptedError {
  if (done === 0) return new InterruptedError("interrupted; nothing was imported");
  return new InterruptedError(`interrupted after ${done} pets; run the same command again to import the rest`);
}
