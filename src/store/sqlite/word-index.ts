/*
 * The words of pets. Triggers note the pets whose words may have changed, in the transaction that changes them; the words are written
 * once for all transactions of a commit, as the last thing before it. FTS5 writes what it has collected at each savepoint, also at
 * that of a statement which writes several rows: so its own rows come last, one by one.
 */
import { batchesOf, yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import { fragment, type Row, type Sql } from "../engine.ts";
import { FOUND_COLUMNS, readFound, textOf } from "../queries/words/indexed-words.ts";
import { upsert } from "../rows.ts";
import { PET_TEXTS } from "../schema/tables.ts";

/** Pets whose words are read and written between two yields. */
const BATCH_PETS = 200;

/** Batches of a commit, at most. */
const BATCHES_MAX = 50;

/** Entries that are written, and pages that are merged, between two yields. */
const TURN_ENTRIES = 50;

/**
 * Entries that are written before pages are merged. A merge counts the pages that are left of it, so one that removes 10,000 entries
 * took 20 ms in one iteration.
 */
const MERGE_ENTRIES = 1000;

/** Pages that are merged in a commit, at least; and one for each pet. Fewer would leave ever more parts to search. */
const MERGED_MIN = 4;

/** What has to be written to the index for a pet. */
interface Change {
  readonly petId: bigint;
  readonly old: string | undefined;
  readonly words: string | undefined;
}

/** Creates what writes the words of the pets that are noted, as the last thing before a commit of the one writing connection. */
export function wordIndex(): (sql: Sql) => Promise<void> {
  let hasTables = false;
  return async (sql) => {
    // A database that is opened as it is may have no schema.
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
    if (nth % TURN_ENTRIES === TURN_ENTRIES - 1) await yieldToEventLoop();
    if (old !== undefined) {
      await sql`insert into pet_terms (pet_terms, rowid, words) values ('delete', ${petId}, ${old})`;
    }
    if (words !== undefined) await sql`insert into pet_terms (rowid, words) values (${petId}, ${words})`;
  }
}

/** Merges as many pages as entries were written. */
async function mergePages(sql: Sql, entries: number): Promise<void> {
  for (let pages = entries; pages > 0; pages -= TURN_ENTRIES) {
    if (entries > TURN_ENTRIES) await yieldToEventLoop();
    const merged = Math.min(Math.max(pages, MERGED_MIN), TURN_ENTRIES);
    await sql`insert into pet_terms (pet_terms, rank) values ('merge', ${merged})`;
  }
}

const idOf = (row: Row) => row["noted_id"] as bigint;

/** The next pets that are noted, with what they are found by; those that do not exist have no `id`. */
async function nextNoted(sql: Sql): Promise<readonly Row[]> {
  return sql`
    select noted.pet_id as noted_id, pet_texts.words as old_words, ${FOUND_COLUMNS}
    from (select pet_id from unindexed_pets order by pet_id limit ${BATCH_PETS} + 0) noted
    left join pets on pets.id = noted.pet_id left join profiles on profiles.pet_id = noted.pet_id
    left join pet_texts on pet_texts.pet_id = noted.pet_id`;
}

/** Writes the words of pets. Returns what that changes. */
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
