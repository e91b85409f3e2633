import { existsSync, statSync } from "node:fs";
import type { Engine } from "../store/engine.ts";
import { openSchema } from "../store/index.ts";
import { beginImport, findImport, finishImport, importRows } from "../store/queries/imports.ts";
import { findPetRows, ImportConflict, isSame } from "../store/queries/pet-rows.ts";
import { type Format, type Report, UsageError } from "./command.ts";
import { BadLines, hashOf, ImportError, type PetLine, readPetLines } from "./pet-file.ts";

export interface ImportOptions {
  /** Check every line and change nothing. */
  readonly dryRun?: true;
  /** Import a file again that was imported before. */
  readonly allowDuplicates?: true;
}

/** What an import did, or would do. */
export interface Imported {
  readonly pets: number;
  readonly added: number;
  /** How many pets an interrupted import of the same file had imported already. */
  readonly resumedAfter: number;
}

interface Job {
  readonly engine: Engine;
  readonly file: string;
  readonly format: Format;
  readonly report: Report;
  readonly clock: () => number;
  /** The SHA-256 of the file. */
  readonly content: string;
  /** How many of its pets are imported already. */
  readonly done: number;
}

/** Imports a file into the database at a URL: checks every line first, then imports them (decision 022). */
export async function importFile(
  url: string,
  file: string,
  format: Format,
  options: ImportOptions,
  clock: () => number,
  report: Report,
): Promise<Imported> {
  if (!existsSync(file)) throw new UsageError(`no such file: ${file}`);
  if (!statSync(file).isFile()) throw new UsageError(`${file} is not a regular file, and it is read more than once`);
  const engine = await openSchema(url, clock(), {}, report);
  try {
    const content = await hashOf(file);
    const record = await findImport(engine.sql, content);
    const isNew = record === undefined || record.finishedAt !== undefined;
    if (record?.finishedAt !== undefined && !options.allowDuplicates) {
      const time = new Date(record.finishedAt).toISOString();
      throw new ImportError(
        `${file} was already imported at ${time} (pets: ${record.lines}). ` +
          "To import it again and duplicate pets without an id, use --allow-duplicates",
      );
    }
    const job: Job = { engine, file, format, report, clock, content, done: isNew ? 0 : record.lines };
    const checked = await checkLines(job);
    if (options.dryRun) return checked;
    if (isNew) await beginImport(engine, content, clock());
    const imported = await importLines(job, checked.pets);
    await finishImport(engine, content, clock());
    return imported;
  } finally {
    await engine.close();
  }
}

/** Reads every line and compares pets with an id with the existing ones. Throws when a line cannot be imported. */
async function checkLines({ engine, file, format, report, done }: Job): Promise<Imported> {
  const bad = new BadLines();
  let pets = 0;
  let added = 0;
  const onBytes = (read: number, of: number) => report("checking, bytes", read, of);
  for await (const batch of readPetLines(file, format, bad, onBytes)) {
    const open = batch.slice(Math.max(0, done - pets));
    pets += batch.length;
    const ids = open.flatMap(({ pet }) => (pet.id === undefined ? [] : [pet.id]));
    const known = await findPetRows(engine.sql, ids);
    for (const { line, pet } of open) {
      const existing = pet.id === undefined ? undefined : known.get(pet.id);
      if (existing === undefined) added += 1;
      else if (!isSame(existing, pet)) bad.add(line, new ImportConflict(existing).message);
    }
  }
  if (bad.count > 0) {
    const kept = done === 0 ? "" : ` beyond the ${done} pets of the interrupted import`;
    throw new ImportError(
      `${file}: ${bad.count} of ${pets + bad.malformed} lines cannot be imported. ` +
        `Nothing was imported${kept}:\n${bad.report()}`,
    );
  }
  return { pets, added, resumedAfter: done };
}

async function importLines(
  { engine, file, format, report, clock, content, done }: Job,
  total: number,
): Promise<Imported> {
  let pets = 0;
  let added = 0;
  for await (const batch of readPetLines(file, format, new BadLines(), () => {})) {
    const before = Math.max(pets, done);
    const open = batch.slice(before - pets);
    pets += batch.length;
    if (open.length === 0) continue;
    const rows = open.map(({ pet }) => pet);
    added += await importRows(engine, content, before, rows, clock()).catch((error: unknown) => {
      throw error instanceof ImportConflict ? conflict(file, open, error, before) : error;
    });
    report("importing", pets, total);
  }
  return { pets, added, resumedAfter: done };
}

/** Two lines with one id, or a pet created during the import: what the check could not see. */
function conflict(file: string, batch: readonly PetLine[], error: ImportConflict, before: number): ImportError {
  const line = batch.findLast(({ pet }) => pet.id === error.existing.id)?.line;
  return new ImportError(
    `${file}: line ${line}: ${error.message}. The pets before it (${before}) are imported and stay`,
  );
}
