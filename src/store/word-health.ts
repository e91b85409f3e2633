/* The check of `petstore doctor` on the words in which searches look for pets. */
import type { Sql } from "./engine.ts";
import { NAMED_MAX } from "./findings.ts";
import { FOUND_COLUMNS, readFound, wordsOf } from "./queries/words.ts";
import { PET_WORDS } from "./schema/tables.ts";

/** How many pets are compared at a time. */
const BATCH_PETS = 1000;

/** Finds pets whose words are not those of their names, and words of pets that do not exist. Only the program can compute words. */
export async function misworded(sql: Sql): Promise<readonly string[]> {
  const problems: string[] = [];
  for (let after = 0n; problems.length <= NAMED_MAX; ) {
    const [batch] = await sql<{ last: bigint | null }>`
      select max(id) as last from (select id from pets where id > ${after} order by id limit ${BATCH_PETS}) batch`;
    if (batch === undefined || batch.last === null) break;
    problems.push(...(await compare(sql, after, batch.last)));
    after = batch.last;
  }
  const stray = await sql<{ id: bigint }>`
    select distinct pet_words.pet_id as id from pet_words left join pets on pets.id = pet_words.pet_id
    where pets.id is null order by id limit ${NAMED_MAX + 1}`;
  const strays = stray.map(({ id }) => `pet ${id} does not exist, but is found by words`);
  return [...problems, ...strays].slice(0, NAMED_MAX + 1);
}

/**
 * Compares the pets with ids after one, up to another. One statement, so that a change that is committed meanwhile counts on both sides
 * or on neither.
 */
async function compare(sql: Sql, after: bigint, last: bigint): Promise<readonly string[]> {
  const rows = await sql`
    select ${FOUND_COLUMNS}, nth, words, pet_words.status as word_status, pet_words.category_id as word_category_id
    from pets left join profiles on profiles.pet_id = pets.id left join pet_words on pet_words.pet_id = pets.id
    where pets.id > ${after} and pets.id <= ${last} order by pets.id, nth`;
  const problems: string[] = [];
  for (const [id, own] of Map.groupBy(rows, (row) => row["id"])) {
    const [first] = own;
    if (first === undefined) continue;
    const expected = wordsOf(readFound(first)).map(textOf);
    const stored = own.flatMap(({ word_status, word_category_id, ...row }) =>
      row["nth"] === null
        ? []
        : [textOf(PET_WORDS.read({ ...row, pet_id: id, status: word_status, category_id: word_category_id } as never))],
    );
    if (expected.join("\n") !== stored.join("\n")) problems.push(`pet ${id} is not found by the words of its name`);
  }
  return problems;
}

function textOf({ nth, words, status, categoryId }: ReturnType<typeof wordsOf>[number]): string {
  return [nth, words, status, categoryId].join(" ");
}
