/* Which files were imported, and how far: one row for each content. */

import type { Engine, Sql } from "../engine.ts";
import { type ImportedAnimal, insertAnimals } from "./animals.ts";

/** An import that was begun. */
export interface ImportRecord {
  /** How many of the file's animals are taken over. */
  readonly lines: number;
  readonly begunAt: number;
  readonly finishedAt: number | undefined;
}

/** Another process imports the same file at this moment. */
export class ImportRace extends Error {}

/** The import of a file with this SHA-256, if it was ever begun. */
export async function findImport(sql: Sql, content: string): Promise<ImportRecord | undefined> {
  const [row] = await sql<{ lines: bigint; begun_at: bigint; finished_at: bigint | null }>`
    select lines, begun_at, finished_at from imports where content = ${content}`;
  return (
    row && {
      lines: Number(row.lines),
      begunAt: Number(row.begun_at),
      finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    }
  );
}

/** Begins the import of a file, or begins one again that was finished. */
export async function beginImport(engine: Engine, content: string, now: number): Promise<void> {
  await engine.transaction(
    ({ sql }) => sql`
      insert into imports (content, begun_at, lines) values (${content}, ${now}, 0)
      on conflict (content) do update set begun_at = ${now}, lines = 0, finished_at = null`,
  );
}

/**
 * Takes over the animals of a file that come after `done` others, in one transaction with the record of it: each line
 * counts once, whatever interrupts the import. Answers how many did not exist.
 */
export function importAnimals(
  engine: Engine,
  content: string,
  done: number,
  animals: readonly ImportedAnimal[],
): Promise<number> {
  return engine.transaction(async (transaction) => {
    const claimed = await transaction.sql`
      update imports set lines = ${done + animals.length} where content = ${content} and lines = ${done} returning lines`;
    if (claimed.length === 0) throw new ImportRace("the same file is being imported by another process: let it finish");
    return insertAnimals(engine, transaction, animals);
  });
}

/** Records that all of a file is taken over. */
export async function finishImport(engine: Engine, content: string, now: number): Promise<void> {
  await engine.transaction(({ sql }) => sql`update imports set finished_at = ${now} where content = ${content}`);
}
