/* The words by which searches find pets. They are written in the transaction that writes the pets. */
import type { Pet } from "../../contract/pets.ts";
import { indexedWords } from "../../core/name-words.ts";
import type { Sql } from "../engine.ts";
import { insert } from "../rows.ts";
import { PET_WORDS } from "../tables.ts";

/** Stores the words of new pets. */
export async function insertWords(sql: Sql, pets: readonly Pet[]): Promise<void> {
  await insert(sql, PET_WORDS, pets.flatMap(wordsOf));
}

/** Replaces the words of pets that have changed. */
export async function replaceWords(sql: Sql, pets: readonly Pet[]): Promise<void> {
  if (pets.length === 0) return;
  await sql`delete from pet_words where pet_id in (${pets.map(({ id }) => id)})`;
  await insertWords(sql, pets);
}

/** What a pet is found by: the rows of its words. */
export function wordsOf({ id, name, status, categoryId }: Pet) {
  return indexedWords(name).map((words, nth) => ({ petId: id, nth, words, status, categoryId }));
}
