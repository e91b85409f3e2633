/* Which files were imported, and how far: one row for each file content. */

import type { Engine, Sql } from "../engine.ts";
import { type ImportedPet, insertPetRows } from "./pet-rows.ts";

/** An import that was started. */
export interface ImportRecord {
  /** How many pets of the file are imported. */
  readonly lines: number;
  readonly begunAt: number;
  readonly finishedAt: number | undefined;
}

/** Another process is importing the same file. */
export class ImportRace extends Error {}

/** Returns the import of the file with this SHA-256, if one was ever started. */
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

/** Starts the import of a file, from the beginning when one was finished before. */
export async function beginImport(engine: Engine, content: string, now: number): Promise<void> {
  await engine.transaction(
    ({ sql }) => sql`
      insert into imports (content, begun_at, lines) values (${content}, ${now}, 0)
      on conflict (content) do update set begun_at = ${now}, lines = 0, finished_at = null`,
  );
}

/**
 * Imports the pets of a file that follow the first `done`, in one transaction with the record of it: each line counts
 * once, whenever the import is interrupted. Returns how many pets did not exist.
 */
export function importRows(
  engine: Engine,
  content: string,
  done: number,
  pets: readonly ImportedPet[],
  now: number,
): Promise<number> {
  return engine.transaction(async (transaction) => {
    const claimed = await transaction.sql`
      update imports set lines = ${done + pets.length} where content = ${content} and lines = ${done} returning lines`;
    if (claimed.length === 0) throw new ImportRace("another process is importing the same file: wait until it is done");
    return insertPetRows(engine, transaction, pets, now);
  });
}

/** Records that the whole file is imported. */
export async function finishImport(engine: Engine, content: string, now: number): Promise<void> {
  await engine.transaction(({ sql }) => sql`update imports set finished_at = ${now} where content = ${content}`);
}
