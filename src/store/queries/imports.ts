/* Which files were imported, and how far: one row for each file content. */

import { nameKey } from "../../core/name-key.ts";
import type { Engine, Sql, Transaction } from "../engine.ts";
import { events } from "./events.ts";

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

/** Starts the import of a file, from the beginning when one was finished before. Throws `ImportRace` if another has started it. */
export async function beginImport(engine: Engine, content: string, now: number): Promise<void> {
  const begun = await engine.transaction(
    ({ sql }) => sql`
      insert into imports (content, begun_at, lines) values (${content}, ${now}, 0)
      on conflict (content) do update set
        begun_at = ${now}, lines = 0, finished_at = null, added = 0, first_id = null, last_id = null
      where imports.finished_at is not null
      returning content`,
  );
  if (begun.length === 0) throw new ImportRace("another process is importing the same file: wait until it is done");
}

/** What a batch of an import did. */
export interface ImportedBatch {
  /** The ids of the pets that it added. */
  readonly added: readonly bigint[];
}

/**
 * Imports the pets of a file that follow the first `done`, in one transaction with the record of it: each line counts
 * once, whenever the import is interrupted. `store` stores them.
 */
export function importRows<Batch extends ImportedBatch>(
  engine: Engine,
  content: string,
  { done, count }: { readonly done: number; readonly count: number },
  store: (transaction: Transaction) => Promise<Batch>,
): Promise<Batch> {
  return engine.transaction(async (transaction) => {
    const claimed = await transaction.sql`
      update imports set lines = ${done + count} where content = ${content} and lines = ${done} returning lines`;
    if (claimed.length === 0) throw new ImportRace("another process is importing the same file: wait until it is done");
    const batch = await store(transaction);
    await recordAdded(transaction, content, batch.added);
    return batch;
  });
}

/** Remembers what the import has added, for its event: it may be interrupted. */
async function recordAdded({ sql }: Transaction, content: string, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  const first = ids.reduce((one, other) => (one < other ? one : other));
  const last = ids.reduce((one, other) => (one > other ? one : other));
  await sql`
    update imports set added = added + ${ids.length},
      first_id = case when first_id < ${first} then first_id else ${first} end,
      last_id = case when last_id > ${last} then last_id else ${last} end
    where content = ${content}`;
}

interface Added {
  readonly added: bigint;
  readonly first_id: bigint | null;
  readonly last_id: bigint | null;
}

/** Records that the whole file is imported, with one event if any pet was added. */
export async function finishImport(engine: Engine, content: string, now: number): Promise<void> {
  await engine.transaction(async ({ sql }) => {
    const [row] = await sql<Added>`
      update imports set finished_at = ${now} where content = ${content} and finished_at is null
      returning added, first_id, last_id`;
    if (row === undefined || row.first_id === null || row.last_id === null) return;
    const data = { count: Number(row.added), firstId: row.first_id, lastId: row.last_id };
    await events(sql, engine.runTogether !== undefined).append({ type: "import.completed", at: now, data });
  });
}

/** Returns the ids of the categories with these names, whatever their case, by `nameKey`. */
export async function findCategoryIds(sql: Sql, names: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const keys = [...new Set(names.map(nameKey))];
  if (keys.length === 0) return new Map();
  const rows = await sql<{ id: bigint; name_key: string }>`
    select id, name_key from categories where name_key in (${keys})`;
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}
