/* The check of `petstore doctor` on the words in which searches look for pets. */
import type { Eventual } from "../core/after.ts";
import { nextTurn, partsOf } from "../core/turns.ts";
import { type Engine, fragment, type Row, type Sql } from "./engine.ts";
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

/** A pet that is not found by what it should be found by. */
interface Misworded {
  readonly id: bigint;
  /** Whether it is found by its name, as release 1.2 wrote its words, and only not by its profile. */
  readonly hasName: boolean;
}

/** Where the words of a database are. */
export interface WordPlaces {
  /** In `pet_words`, also those of profiles. */
  readonly isWhole: boolean;
  /** In `pet_words`: the only place, or the one where release 1.2 looks for those of names. */
  readonly hasEntries: boolean;
  /** In the index that the engine writes itself. */
  readonly hasTexts: boolean;
}

/** Looks where the words are. */
export async function wordPlaces({ sql, words }: Pick<Engine, "sql" | "words">): Promise<WordPlaces> {
  if (words === undefined) return { isWhole: true, hasEntries: true, hasTexts: false };
  const [step] = await sql<{ kept: bigint; filled: bigint }>`
    select needs < version as kept, filled_at is not null as filled from schema_steps where name = 'pet_terms'`;
  return { isWhole: false, hasEntries: step?.kept !== 0n, hasTexts: step?.filled === 1n };
}

/** The first pets that are not found by what they should be found by, one more than a finding names. */
export interface WordProblems {
  /** Pets whose words are not those of their names, and words of pets that do not exist. */
  readonly names: readonly string[];
  /** Pets whose words lack those of their profiles: an upgrade has yet to fill them in, or release 1.2 wrote them since. */
  readonly profiles: readonly string[];
}

/** Compares the words of all pets with their names and profiles. Only the program can compute words. */
export async function wordProblems(sql: Sql, places: WordPlaces): Promise<WordProblems> {
  const { isWhole, hasTexts, hasEntries } = places;
  const names: string[] = [];
  const profiles: string[] = [];
  const what = `is not found by the words of its ${isWhole ? "name" : "name and profile"}`;
  if (hasTexts) {
    for await (const ids of batches(sql, TEXTS)) {
      names.push(...ids.map((id) => `pet ${id} ${what}`));
      if (names.length > NAMED_MAX) break;
    }
    names.push(...(await wrongIndex(sql)));
  }
  if (hasEntries) {
    for await (const wrong of batches(sql, entries(places))) {
      for (const { id, hasName } of wrong) {
        const [problems, text] = hasName
          ? [profiles, "found by its name only"]
          : [names, "not found by the words of its name"];
        // After an upgrade, all pets may be found by their names only.
        if (problems.length <= NAMED_MAX) problems.push(`pet ${id} is ${text}`);
      }
      if (names.length > NAMED_MAX && (!isWhole || profiles.length > NAMED_MAX)) break;
    }
  }
  const strays = (await strayWords(sql, places, NAMED_MAX + 1)).map(
    (id) => `pet ${id} does not exist, but is found by words`,
  );
  const first = (problems: readonly string[]) => [...new Set(problems)].slice(0, NAMED_MAX + 1);
  return { names: first([...names, ...strays]), profiles: first(profiles) };
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
  const { sql, transaction } = engine;
  const places = await wordPlaces(engine);
  const repaired = new Set<bigint>();
  const write = async (ids: readonly bigint[]) => {
    for (const id of ids) repaired.add(id);
    if (isDryRun || ids.length === 0) return;
    await transaction((open) => (places.isWhole ? rewriteLocked(open.sql, ids) : noteAgain(open.sql, ids)));
  };
  const wrong = places.hasTexts ? await wrongIndex(sql) : [];
  if (places.hasTexts) for await (const ids of batches(sql, TEXTS)) await write(ids);
  if (places.hasEntries) {
    for await (const pets of batches(sql, entries(places))) await write(pets.map(({ id }) => id));
  }
  await write(await strayWords(sql, places, STRAYS_MAX));
  if (places.hasTexts && !isDryRun && repaired.size + wrong.length > 0) {
    // What was found by words that were wrong is in the index still.
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

async function strayWords(sql: Sql, { hasTexts, hasEntries }: WordPlaces, limit: number): Promise<readonly bigint[]> {
  const tables = [...(hasTexts ? [PET_TEXTS.table] : []), ...(hasEntries ? [PET_WORDS.table] : [])];
  const strays = new Set<bigint>();
  for (const table of tables) {
    const rows = await sql<{ id: bigint }>`
      select distinct words.pet_id as id from ${table} words left join pets on pets.id = words.pet_id
      where pets.id is null order by id limit ${limit}`;
    for (const { id } of rows) strays.add(id);
  }
  return [...strays];
}

/** How pets are compared with what they are found by. */
interface Comparison<Problem> {
  /** Reads the pets with ids after one, up to another. */
  read(sql: Sql, after: bigint, last: bigint): Eventual<readonly Row[]>;
  /** What is wrong with one of them. */
  judge(row: Row): Problem | undefined;
}

/** The misworded pets of each batch, in the order of id. A server reads the next batch while the program compares one. */
async function* batches<Problem>(
  sql: Sql,
  { read, judge }: Comparison<Problem>,
): AsyncGenerator<readonly NonNullable<Problem>[]> {
  for await (const rows of readAhead(ranges(sql, read))) {
    const found: NonNullable<Problem>[] = [];
    for (const part of partsOf(rows, TURN_PETS)) {
      await nextTurn();
      found.push(...part.flatMap((row) => judge(row) ?? []));
    }
    yield found;
  }
}

async function* ranges(sql: Sql, read: Comparison<unknown>["read"]): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const [batch] = await sql<{ last: bigint | null }>`
      select max(id) as last from (select id from pets where id > ${after} order by id limit ${BATCH_PETS}) batch`;
    if (batch === undefined || batch.last === null) return;
    yield await read(sql, after, batch.last);
    after = batch.last;
  }
}

/** Compares words in `pet_texts`. Those of pets that are noted are written by the next commit. */
const TEXTS: Comparison<bigint> = {
  read: (sql, after, last) => sql`
    select ${FOUND_COLUMNS}, pet_texts.words as found_by
    from pets left join profiles on profiles.pet_id = pets.id left join pet_texts on pet_texts.pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} and pets.id not in (select pet_id from unindexed_pets)
    order by pets.id`,
  judge(row) {
    const pet = readFound(row);
    return row["found_by"] === textOf(pet) ? undefined : pet.id;
  },
};

/**
 * Compares words in `pet_words`. One statement, so that a change that is committed meanwhile counts on both sides or on neither. The
 * database joins the words of each pet: to receive and to compare one text takes half as long as a row for each word. What is the same
 * in each of its rows it compares itself, and has no words for a pet where one differs. Each range by itself, so that no table is looked
 * up pet by pet.
 */
function entries({ isWhole }: WordPlaces): Comparison<Misworded> {
  // SQLite of macOS may not know the name that PostgreSQL has for it.
  const joined = isWhole ? fragment`string_agg` : fragment`group_concat`;
  return {
    read: (sql, after, last) => sql`
      select ${FOUND_COLUMNS}, entries, case
        when entries = last_nth + 1 and first_status = pets.status and last_status = pets.status
          and first_category = pets.category_id and last_category = pets.category_id then found_by end as found_by
      from pets
      left join profiles on profiles.pet_id = pets.id and profiles.pet_id > ${after} and profiles.pet_id <= ${last}
      left join (
        select word_pet_id, cast(count(*) as integer) as entries, max(nth) as last_nth, ${joined}(words, '\n') as found_by,
          min(word_status) as first_status, max(word_status) as last_status,
          min(word_category) as first_category, max(word_category) as last_category
        from (
          select pet_id as word_pet_id, nth, words, status as word_status, category_id as word_category from pet_words
          where pet_id > ${after} and pet_id <= ${last} order by pet_id, nth
        ) entries group by word_pet_id
      ) stored on stored.word_pet_id = pets.id
      where pets.id > ${after} and pets.id <= ${last} order by pets.id`,
    judge(row) {
      const pet = readFound(row);
      const isStored = (found: typeof pet) => {
        const words = wordsOf(found);
        return Number(row["entries"]) === words.length && row["found_by"] === words.join("\n");
      };
      if (isWhole && isStored(pet)) return undefined;
      const hasName = isStored({ ...pet, profile: {} });
      return hasName && !isWhole ? undefined : { id: pet.id, hasName };
    },
  };
}
