import { existsSync, statSync } from "node:fs";
import { UsageError } from "../cli/exit.ts";
import type { Format } from "../cli/format.ts";
import { type Progress, progress, whole } from "../cli/progress.ts";
import { clock } from "../runtime.ts";
import type { Engine } from "../store/engine.ts";
import { findAnimals, ImportConflict, type ImportedAnimal, isSame } from "../store/queries/animals.ts";
import { beginImport, findImport, finishImport, importAnimals } from "../store/queries/imports.ts";
import { type AnimalLine, BadLines, hashOf, readAnimalLines } from "./pet-file.ts";

export interface ImportFlags {
  readonly format?: Format;
  readonly dryRun?: true;
  readonly allowDuplicates?: true;
}

/** The file was not imported, or not all of it. The message is for the operator. */
class ImportError extends Error {}

/** What an import did, or would do. */
interface Outcome {
  readonly lines: number;
  readonly added: number;
}

/** Imports a file: checks every line first, then takes them over (decision 022). */
export async function importFile(engine: Engine, file: string, format: Format, flags: ImportFlags): Promise<void> {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
  if (!statSync(file).isFile()) throw new UsageError(`${file} is no regular file: it is read more than once`);
  const shown = progress();
  try {
    const content = await hashOf(file);
    const record = await findImport(engine.sql, content);
    if (record?.finishedAt !== undefined && !flags.allowDuplicates) {
      const day = new Date(record.finishedAt).toISOString();
      throw new ImportError(
        `${file} was imported already, at ${day} (${whole(record.lines)} animals). To import it once more, so that animals ` +
          "without an id are there twice, give --allow-duplicates",
      );
    }
    const done = record === undefined || record.finishedAt !== undefined ? 0 : record.lines;
    const checked = await check(engine, file, format, done, shown);
    shown.end();
    if (flags.dryRun) return say(`${file} can be imported`, done, checked, "Nothing was changed (--dry-run).");
    if (record === undefined || record.finishedAt !== undefined) await beginImport(engine, content, clock());
    const imported = await importRows(engine, file, format, content, done, checked.lines, shown);
    await finishImport(engine, content, clock());
    shown.end();
    say(`Imported ${file}`, done, imported, "");
  } finally {
    shown.end();
  }
}

function say(what: string, done: number, { lines, added }: Outcome, more: string): void {
  const before = done === 0 ? "" : `, ${whole(done)} taken over by an import that was interrupted`;
  const unchanged = lines - done - added;
  process.stdout.write(
    `${what}: ${whole(lines)} animals, ${whole(added)} new, ${whole(unchanged)} there already${before}. ${more}`.trim(),
  );
  process.stdout.write("\n");
}

/** Reads every line and compares those with an id with what is there. Throws when one of them cannot be imported. */
async function check(engine: Engine, file: string, format: Format, done: number, shown: Progress): Promise<Outcome> {
  const bad = new BadLines();
  let lines = 0;
  let added = 0;
  for await (const batch of readAnimalLines(file, format, bad, (read, of) =>
    shown.report("checking, bytes", read, of),
  )) {
    const open = batch.slice(Math.max(0, done - lines));
    lines += batch.length;
    const ids = open.flatMap(({ animal }) => (animal.id === undefined ? [] : [animal.id]));
    const known = await findAnimals(engine.sql, ids);
    for (const { line, animal } of open) {
      const existing = animal.id === undefined ? undefined : known.get(animal.id);
      if (existing === undefined) added += 1;
      else if (!isSame(existing, animal)) bad.add(line, new ImportConflict(existing).message);
    }
  }
  shown.end();
  if (bad.count > 0) {
    throw new ImportError(
      `${file}: ${whole(bad.count)} of ${whole(lines + bad.malformed)} lines cannot be imported. Nothing was imported` +
        `${done === 0 ? "" : ` beyond the ${whole(done)} animals of the import that was interrupted`}:\n${bad.report()}`,
    );
  }
  return { lines, added };
}

async function importRows(
  engine: Engine,
  file: string,
  format: Format,
  content: string,
  done: number,
  total: number,
  shown: Progress,
): Promise<Outcome> {
  const bad = new BadLines();
  let lines = 0;
  let added = 0;
  for await (const batch of readAnimalLines(file, format, bad, () => {})) {
    const before = Math.max(lines, done);
    const open = batch.slice(before - lines);
    lines += batch.length;
    if (open.length === 0) continue;
    added += await importAnimals(
      engine,
      content,
      before,
      open.map(({ animal }) => animal),
    ).catch((error: unknown) => {
      throw error instanceof ImportConflict ? conflict(file, open, error, before) : error;
    });
    shown.report("importing", lines, total);
  }
  return { lines, added };
}

/** Two lines with one id, or an animal that came while the file was imported: what the check could not see. */
function conflict(file: string, batch: readonly AnimalLine[], error: ImportConflict, before: number): ImportError {
  const line = batch.findLast(({ animal }: { animal: ImportedAnimal }) => animal.id === error.existing.id)?.line;
  return new ImportError(
    `${file}: line ${line}: ${error.message}. The ${whole(before)} animals before it are imported and stay`,
  );
}
