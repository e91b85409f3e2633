/*
 * The words of pets. Triggers note the pets whose words may have changed, in the transaction that changes them; the words are written
 * once for all transactions of a commit, as the last thing before it. FTS5 writes what it has collected at each savepoint, also at
 * that of a statement which writes several rows: so its own rows come last, one by one.
 */
import { after, type Eventual } from "../../core/after.ts";
import { nextTurn, partsOf } from "../../core/turns.ts";
import { fragment, type Row, type Sql } from "../engine.ts";
import { deleteWords, FOUND_COLUMNS, insertWords, readFound, textOf } from "../queries/words.ts";
import { upsert } from "../rows.ts";
import { PET, PET_TEXTS } from "../schema/tables.ts";

/** Pets whose words are read and written before others have a turn. */
const BATCH_PETS = 200;

/** Batches of a commit, at most: only others than this program note more pets at once. */
const BATCHES_MAX = 50;

/** Entries that are written, and pages that are merged, before others have a turn. */
const TURN_ENTRIES = 50;

/**
 * Entries that are written before pages are merged. A merge counts the pages that are left of it, so one that removes 10,000 entries
 * took 20 ms in one turn.
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

interface WordIndex {
  /** Writes the words of the pets that are noted, as the last thing before a commit of the one writing connection. */
  write(sql: Sql): Promise<void>;
  /**
   * Whether an upgrade has filled it in. Release 1.2 notes the pets that it changes, too: then a search first has their words written,
   * by commits of its own.
   */
  isReady(sql: Sql, commit?: () => Promise<void>): Eventual<boolean>;
}

/** Makes the index of words. */
export function wordIndex(): WordIndex {
  let hasTables = false;
  let keepsNames: boolean | undefined;
  let isFilled = false;

  return {
    async write(sql) {
      // Not before the step of the schema that makes them.
      hasTables ||= (await sql`select 1 from sqlite_schema where name = 'unindexed_pets'`).length > 0;
      if (!hasTables || (await firstNoted(sql)).length === 0) return;
      keepsNames ??= await mayRunBeside(sql);
      const changes: Change[] = [];
      for (let batches = 0; batches < BATCHES_MAX; batches++) {
        const batch = await nextNoted(sql);
        if (batch.length === 0) break;
        changes.push(...(await writeTexts(sql, batch)));
        if (keepsNames) await writeNames(sql, batch);
        await sql`delete from unindexed_pets where pet_id in (${batch.map(idOf)})`;
        if (batch.length === BATCH_PETS) await nextTurn();
      }
      await writeTerms(sql, changes);
    },

    isReady(sql, commit) {
      const afterFilling = (unfilled: readonly Row[]) => {
        isFilled = unfilled.length === 0;
        if (!isFilled || commit === undefined) return isFilled;
        return after(firstNoted(sql), (noted) => noted.length === 0 || writeNoted(sql, commit));
      };
      return isFilled ? afterFilling([]) : after(unfilledStep(sql), afterFilling);
    },
  };
}

async function writeNoted(sql: Sql, commit: () => Promise<void>): Promise<true> {
  do await commit();
  while ((await firstNoted(sql)).length > 0);
  return true;
}

function firstNoted(sql: Sql): Eventual<readonly Row[]> {
  return sql`select pet_id from unindexed_pets limit 1`;
}

function unfilledStep(sql: Sql): Eventual<readonly Row[]> {
  return sql`select version from schema_steps where name = 'pet_terms' and filled_at is null`;
}

async function writeTerms(sql: Sql, changes: readonly Change[]): Promise<void> {
  for (const part of partsOf(changes, MERGE_ENTRIES)) {
    await writeEntries(sql, part);
    await mergePages(sql, part.length);
  }
}

async function writeEntries(sql: Sql, changes: readonly Change[]): Promise<void> {
  for (const [nth, { petId, old, words }] of changes.entries()) {
    if (nth % TURN_ENTRIES === TURN_ENTRIES - 1) await nextTurn();
    if (old !== undefined) {
      await sql`insert into pet_terms (pet_terms, rowid, words) values ('delete', ${petId}, ${old})`;
    }
    if (words !== undefined) await sql`insert into pet_terms (rowid, words) values (${petId}, ${words})`;
  }
}

/** Merges as many pages as entries were written. */
async function mergePages(sql: Sql, entries: number): Promise<void> {
  for (let pages = entries; pages > 0; pages -= TURN_ENTRIES) {
    if (entries > TURN_ENTRIES) await nextTurn();
    const merged = Math.min(Math.max(pages, MERGED_MIN), TURN_ENTRIES);
    await sql`insert into pet_terms (pet_terms, rank) values ('merge', ${merged})`;
  }
}

/** Whether release 1.2 may run on this database, which looks for the words of names in `pet_words`. */
async function mayRunBeside(sql: Sql): Promise<boolean> {
  return (await sql`select version from schema_steps where name = 'pet_terms' and needs < version`).length > 0;
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

/** Writes the words of names as release 1.2 does. */
async function writeNames(sql: Sql, batch: readonly Row[]): Promise<void> {
  await deleteWords(sql, batch.map(idOf));
  await insertWords(sql, batch.filter((row) => row["id"] !== null).map(PET.read));
}
