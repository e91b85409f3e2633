/* The check of `petstore doctor` on the words in which searches look for pets. */
import type { Eventual } from "../core/after.ts";
import { nextTurn, partsOf } from "../core/turns.ts";
import type { Engine, Row, Sql } from "./engine.ts";
import { NAMED_MAX } from "./findings.ts";
import { FOUND_COLUMNS, lockPets, readFound, rewriteWords, textOf, wordsOf } from "./queries/words.ts";
import { readAhead } from "./rows.ts";
import { PET_TEXTS, PET_WORDS } from "./schema/tables.ts";

/** How many pets are compared at a time. */
const BATCH_PETS = 1000;

/** How many pets are compared before what a server sends meanwhile is received: it would wait for room in the connection. */
const TURN_PETS = 100;

/** How many pets that do not exist lose their words in one repair. */
const STRAYS_MAX = 1000;

/** Compares the words of all pets with their names and profiles, which only the program can compute. Returns the first problems. */
export async function wordProblems(engine: Engine): Promise<readonly string[]> {
  const { sql } = engine;
  const problems: string[] = [];
  for await (const ids of batches(sql, comparisonOf(engine))) {
    problems.push(...ids.map((id) => `pet ${id} is not found by the words of its name and profile`));
    if (problems.length > NAMED_MAX) break;
  }
  if (engine.indexesWords) problems.push(...(await wrongIndex(sql)));
  const strays = await strayWords(engine, NAMED_MAX + 1);
  problems.push(...strays.map((id) => `pet ${id} does not exist, but is found by words`));
  return problems.slice(0, NAMED_MAX + 1);
}

/** Compares the number of entries: that they are sorted and complete in themselves is a check of SQLite. */
async function wrongIndex(sql: Sql): Promise<readonly string[]> {
  const [counted] = await sql<{ entries: bigint; words: bigint | null }>`
    select (select count(*) from pet_postings) as entries,
      (select sum(length(words) - length(replace(words, ' ', '')) + 1) from pet_texts where words <> '') as words`;
  const { entries = 0n, words } = counted ?? {};
  return entries === (words ?? 0n) ? [] : [`the index of words has ${entries} entries for ${words ?? 0n} words`];
}

/** Writes wrong words again, a batch of pets in a transaction; `isDryRun` only counts. Returns how many pets that are. */
export async function repairWords(engine: Engine, isDryRun: boolean): Promise<number> {
  const { sql, transaction, indexesWords } = engine;
  const repaired = new Set<bigint>();
  const write = async (ids: readonly bigint[]) => {
    for (const id of ids) repaired.add(id);
    if (isDryRun || ids.length === 0) return;
    await transaction((open) => (indexesWords ? noteAgain(open.sql, ids) : rewriteLocked(open.sql, ids)));
  };
  const wrong = indexesWords ? await wrongIndex(sql) : [];
  for await (const ids of batches(sql, comparisonOf(engine))) await write(ids);
  await write(await strayWords(engine, STRAYS_MAX));
  if (indexesWords && !isDryRun && repaired.size + wrong.length > 0) {
    // Words that were wrong still lead to pets in the index.
    await transaction(({ script }) => script("insert into pet_terms (pet_terms) values ('rebuild')"));
  }
  return repaired.size;
}

async function rewriteLocked(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await lockPets(sql, ids);
  await rewriteWords(sql, ids);
}

/** The engine writes the words of pets that are noted. */
async function noteAgain(sql: Sql, ids: readonly bigint[]): Promise<void> {
  for (const id of ids) await sql`insert or ignore into unindexed_pets (pet_id) values (${id})`;
}

async function strayWords({ sql, indexesWords }: Engine, limit: number): Promise<readonly bigint[]> {
  const { table } = indexesWords ? PET_TEXTS : PET_WORDS;
  const rows = await sql<{ id: bigint }>`
    select distinct words.pet_id as id from ${table} words left join pets on pets.id = words.pet_id
    where pets.id is null order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** How pets are compared with what they are found by. */
interface Comparison {
  /** Reads the pets with ids after one, up to another. */
  read(sql: Sql, after: bigint, last: bigint): Eventual<readonly Row[]>;
  isRight(row: Row): boolean;
}

function comparisonOf({ indexesWords }: Engine): Comparison {
  return indexesWords ? TEXTS : ENTRIES;
}

/** The ids of each batch whose words are wrong, in order. A server reads the next batch while the program compares one. */
async function* batches(sql: Sql, { read, isRight }: Comparison): AsyncGenerator<readonly bigint[]> {
  for await (const rows of readAhead(ranges(sql, read))) {
    const found: bigint[] = [];
    for (const part of partsOf(rows, TURN_PETS)) {
      await nextTurn();
      found.push(...part.filter((row) => !isRight(row)).map((row) => readFound(row).id));
    }
    yield found;
  }
}

async function* ranges(sql: Sql, read: Comparison["read"]): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const [batch] = await sql<{ last: bigint | null }>`
      select max(id) as last from (select id from pets where id > ${after} order by id limit ${BATCH_PETS}) batch`;
    if (batch === undefined || batch.last === null) return;
    yield await read(sql, after, batch.last);
    after = batch.last;
  }
}

/** Compares words in `pet_texts`. Those of pets that are noted are written by the next commit. */
const TEXTS: Comparison = {
  read: (sql, after, last) => sql`
    select ${FOUND_COLUMNS}, pet_texts.words as found_by
    from pets left join profiles on profiles.pet_id = pets.id left join pet_texts on pet_texts.pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} and pets.id not in (select pet_id from unindexed_pets)
    order by pets.id`,
  isRight: (row) => row["found_by"] === textOf(readFound(row)),
};

/**
 * Compares words in `pet_words`. One statement, so that a change that is committed meanwhile counts on both sides or on neither. The
 * database joins the words of each pet: to receive and to compare one text takes half as long as a row for each word. What is the same
 * in each of its rows it compares itself, and has no words for a pet where one differs. Each range by itself, so that no table is looked
 * up pet by pet.
 */
const ENTRIES: Comparison = {
  read: (sql, after, last) => sql`
    select ${FOUND_COLUMNS}, entries, case
      when entries = last_nth + 1 and first_status = pets.status and last_status = pets.status
        and first_category = pets.category_id and last_category = pets.category_id then found_by end as found_by
    from pets
    left join profiles on profiles.pet_id = pets.id and profiles.pet_id > ${after} and profiles.pet_id <= ${last}
    left join (
      select word_pet_id, cast(count(*) as integer) as entries, max(nth) as last_nth, string_agg(words, '\n') as found_by,
        min(word_status) as first_status, max(word_status) as last_status,
        min(word_category) as first_category, max(word_category) as last_category
      from (
        select pet_id as word_pet_id, nth, words, status as word_status, category_id as word_category from pet_words
        where pet_id > ${after} and pet_id <= ${last} order by pet_id, nth
      ) entries group by word_pet_id
    ) stored on stored.word_pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} order by pets.id`,
  isRight(row) {
    const words = wordsOf(readFound(row));
    return Number(row["entries"]) === words.length && row["found_by"] === words.join("\n");
  },
};
