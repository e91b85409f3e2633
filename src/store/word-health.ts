/* The check of `petstore doctor` on the words in which searches look for pets. */
import type { Engine, Sql } from "./engine.ts";
import { NAMED_MAX } from "./findings.ts";
import { deleteWords, FOUND_COLUMNS, lockPets, readFound, rewriteWords, wordsOf } from "./queries/words.ts";
import { PET_WORDS } from "./schema/tables.ts";

/** How many pets are compared at a time. */
const BATCH_PETS = 1000;

/** How many pets that do not exist lose their words in one repair. */
const STRAYS_MAX = 1000;

/** A pet that is not found by what it should be found by. */
interface Misworded {
  readonly id: bigint;
  /** Whether it is found by its name, as release 1.2 wrote its words, and only not by its profile. */
  readonly hasName: boolean;
}

/** Finds pets whose words are not those of their names, and words of pets that do not exist. Only the program can compute words. */
export async function misworded(sql: Sql): Promise<readonly string[]> {
  const problems = await describeFirst(sql, false, "is not found by the words of its name");
  const strays = (await strayWords(sql, NAMED_MAX + 1)).map((id) => `pet ${id} does not exist, but is found by words`);
  return [...problems, ...strays].slice(0, NAMED_MAX + 1);
}

/** Finds pets whose words lack those of their profiles: an upgrade has yet to fill them in, or release 1.2 wrote them since. */
export function unfoundProfiles(sql: Sql): Promise<readonly string[]> {
  return describeFirst(sql, true, "is found by its name only");
}

async function describeFirst(sql: Sql, hasName: boolean, what: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for await (const pets of batches(sql)) {
    problems.push(...pets.filter((pet) => pet.hasName === hasName).map(({ id }) => `pet ${id} ${what}`));
    if (problems.length > NAMED_MAX) break;
  }
  return problems.slice(0, NAMED_MAX + 1);
}

/** Writes wrong words again, a batch of pets in a transaction; `isDryRun` only counts. Returns how many pets that are. */
export async function repairWords({ sql, transaction }: Engine, isDryRun: boolean): Promise<number> {
  let repaired = 0;
  for await (const pets of batches(sql)) {
    const ids = pets.map(({ id }) => id);
    repaired += ids.length;
    if (isDryRun || ids.length === 0) continue;
    await transaction(async (open) => {
      await lockPets(open.sql, ids);
      await rewriteWords(open.sql, ids);
    });
  }
  const strays = await strayWords(sql, STRAYS_MAX);
  if (!isDryRun && strays.length > 0) await transaction((open) => deleteWords(open.sql, strays));
  return repaired + strays.length;
}

async function strayWords(sql: Sql, limit: number): Promise<readonly bigint[]> {
  const stray = await sql<{ id: bigint }>`
    select distinct pet_words.pet_id as id from pet_words left join pets on pets.id = pet_words.pet_id
    where pets.id is null order by id limit ${limit}`;
  return stray.map(({ id }) => id);
}

/** The misworded pets of each batch, in the order of id. */
async function* batches(sql: Sql): AsyncGenerator<readonly Misworded[]> {
  for (let after = 0n; ; ) {
    const [batch] = await sql<{ last: bigint | null }>`
      select max(id) as last from (select id from pets where id > ${after} order by id limit ${BATCH_PETS}) batch`;
    if (batch === undefined || batch.last === null) return;
    yield await compare(sql, after, batch.last);
    after = batch.last;
  }
}

/**
 * Compares the pets with ids after one, up to another. One statement, so that a change that is committed meanwhile counts on both sides
 * or on neither.
 */
async function compare(sql: Sql, after: bigint, last: bigint): Promise<readonly Misworded[]> {
  const rows = await sql`
    select ${FOUND_COLUMNS}, nth, words, pet_words.status as word_status, pet_words.category_id as word_category_id
    from pets left join profiles on profiles.pet_id = pets.id left join pet_words on pet_words.pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} order by pets.id, nth`;
  const problems: Misworded[] = [];
  for (const [id, own] of Map.groupBy(rows, (row) => row["id"])) {
    const [first] = own;
    if (first === undefined) continue;
    const pet = readFound(first);
    const stored = own.flatMap(({ word_status, word_category_id, ...row }) =>
      row["nth"] === null
        ? []
        : [textOf(PET_WORDS.read({ ...row, pet_id: id, status: word_status, category_id: word_category_id } as never))],
    );
    const isStored = (words: ReturnType<typeof wordsOf>) => words.map(textOf).join("\n") === stored.join("\n");
    if (!isStored(wordsOf(pet))) problems.push({ id: pet.id, hasName: isStored(wordsOf({ ...pet, profile: {} })) });
  }
  return problems;
}

function textOf({ nth, words, status, categoryId }: ReturnType<typeof wordsOf>[number]): string {
  return [nth, words, status, categoryId].join(" ");
}
