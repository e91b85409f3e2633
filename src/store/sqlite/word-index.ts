/*
 * The index of the words of pets. Triggers note the pets whose words may have changed, in the transaction that changes them; the words are
 * written once for all transactions of a commit, right before it. FTS5 flushes at each savepoint, also at that of a statement which writes
 * several rows: so its own rows come last, one by one.
 */
import { batchesOf, yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import { fragment, type Row, type Sql } from "../engine.ts";
import { FOUND_COLUMNS, readFound, textOf } from "../queries/words/indexed-words.ts";
import { upsert } from "../rows.ts";
import { PET_TEXTS } from "../schema/tables.ts";

/** Pets per iteration of the event loop. */
const BATCH_PETS = 200;

/** The most batches per commit. */
const BATCHES_MAX = 50;

/** Entries written, and pages merged, per iteration of the event loop. */
const ENTRIES_PER_ITERATION = 50;

/**
 * Entries written before pages are merged. A merge counts its remaining pages, so one that removes 10,000 entries took 20 ms in one
 * iteration.
 */
const MERGE_ENTRIES = 1000;

/** The fewest pages merged in a commit; at least one for each pet. Fewer would leave ever more parts to search. */
const MERGED_MIN = 4;

/** A change of the index for a pet. */
interface Change {
  readonly petId: bigint;
  readonly old: string | undefined;
  readonly words: string | undefined;
}

/** Creates the function that writes the words of noted pets, right before a commit of the one writing connection. */
export function wordIndex(): (sql: Sql) => Promise<void> {
  let hasTables = false;
  return async (sql) => {
    // A database opened without migration may have no schema.
    hasTables ||= (await sql`select 1 from sqlite_schema where name = 'unindexed_pets'`).length > 0;
    if (hasTables) await writeNoted(sql);
  };
}

async function writeNoted(sql: Sql): Promise<void> {
  if ((await sql`select pet_id from unindexed_pets limit 1`).length === 0) return;
  const changes: Change[] = [];
  for (let batches = 0; batches < BATCHES_MAX; batches++) {
    const batch = await nextNoted(sql);
    if (batch.length === 0) break;
    changes.push(...(await writeTexts(sql, batch)));
    await sql`delete from unindexed_pets where pet_id in (${batch.map(idOf)})`;
    if (batch.length === BATCH_PETS) await yieldToEventLoop();
  }
  await writeTerms(sql, changes);
}

async function writeTerms(sql: Sql, changes: readonly Change[]): Promise<void> {
  for (const part of batchesOf(changes, MERGE_ENTRIES)) {
    await writeEntries(sql, part);
    await mergePages(sql, part.length);
  }
}

async function writeEntries(sql: Sql, changes: readonly Change[]): Promise<void> {
  for (const [nth, { petId, old, words }] of changes.entries()) {
    if (nth % ENTRIES_PER_ITERATION === ENTRIES_PER_ITERATION - 1) await yieldToEventLoop();
    if (old !== undefined) {
      await sql`insert into pet_terms (pet_terms, rowid, words) values ('delete', ${petId}, ${old})`;
    }
    if (words !== undefined) await sql`insert into pet_terms (rowid, words) values (${petId}, ${words})`;
  }
}

/** Merges as many pages as entries were written. */
async function mergePages(sql: Sql, entries: number): Promise<void> {
  for (let pages = entries; pages > 0; pages -= ENTRIES_PER_ITERATION) {
    if (entries > ENTRIES_PER_ITERATION) await yieldToEventLoop();
    const merged = Math.min(Math.max(pages, MERGED_MIN), ENTRIES_PER_ITERATION);
    await sql`insert into pet_terms (pet_terms, rank) values ('merge', ${merged})`;
  }
}

const idOf = (row: Row) => row["noted_id"] as bigint;

/** The next noted pets, with their searched members; removed ones have no `id`. */
async function nextNoted(sql: Sql): Promise<readonly Row[]> {
  return sql`
    select noted.pet_id as noted_id, pet_texts.words as old_words, ${FOUND_COLUMNS}
    from (select pet_id from unindexed_pets order by pet_id limit ${BATCH_PETS} + 0) noted
    left join pets on pets.id = noted.pet_id left join profiles on profiles.pet_id = noted.pet_id
    left join pet_texts on pet_texts.pet_id = noted.pet_id`;
}

/** Writes the words of pets. Returns the changes of the index. */
async function writeTexts(sql: Sql, batch: readonly Row[]): Promise<readonly Change[]> {
  const changes = batch
    .map((row): Change => {
      const old = row["old_words"] as string | null;
      return {
        petId: idOf(row),
        old: old ?? undefined,
        words: row["id"] === null ? undefined : textOf(readFound(row)),
      };
    })
    .filter(({ old, words }) => old !== words);
  const written = changes.flatMap(({ petId, words }) => (words === undefined ? [] : [{ petId, words }]));
  await upsert(sql, PET_TEXTS, written, fragment`(pet_id) do update set words = excluded.words`);
  const gone = changes.filter(({ words }) => words === undefined).map(({ petId }) => petId);
  if (gone.length > 0) await sql`delete from pet_texts where pet_id in (${gone})`;
  return changes;
}
