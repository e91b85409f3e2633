/* The words by which searches find pets and customers' orders. They are written in the transaction that writes these. */
import type { Pet } from "../../contract/pets.ts";
import type { Profile } from "../../contract/profiles.ts";
import { foundText, indexedWords } from "../../core/shop/name-words.ts";
import { fragment, type Row, type Sql } from "../engine.ts";
import { insert } from "../rows.ts";
import { ORDER_WORDS, PET, PET_WORDS, PROFILES } from "../schema/tables.ts";

/** What of a profile a pet is found by. */
const FACTS = PROFILES.only("breed", "color", "tags", "reference", "microchip");

/** A pet with what it is found by besides its name. */
interface FoundPet extends Pet {
  readonly profile?: Profile;
}

/** The columns that `readFound` reads, of pets and their profiles. */
export const FOUND_COLUMNS = fragment`${PET.joined}, ${FACTS.list}`;

/** Reads a pet of a join with its profile. */
export function readFound(row: Row): FoundPet {
  return { ...PET.read(row), profile: FACTS.read(row) };
}

/** Stores the words of new pets. */
export async function insertWords(sql: Sql, pets: readonly FoundPet[]): Promise<void> {
  await insert(sql, PET_WORDS, pets.flatMap(wordsOf));
}

/** Writes the words of pets again after they or their profiles have changed. Nobody else may change them meanwhile. */
export async function rewriteWords(sql: Sql, petIds: readonly bigint[]): Promise<void> {
  if (petIds.length === 0) return;
  await deleteWords(sql, petIds);
  const rows = await sql`
    select ${FOUND_COLUMNS} from pets left join profiles on profiles.pet_id = pets.id where pets.id in (${petIds})`;
  await insertWords(sql, rows.map(readFound));
}

/** Removes the words of pets. */
export async function deleteWords(sql: Sql, petIds: readonly bigint[]): Promise<void> {
  await sql`delete from pet_words where pet_id in (${petIds})`;
}

/** Until the end of the transaction, others who change these pets wait. */
export async function lockPets(sql: Sql, petIds: readonly bigint[]): Promise<void> {
  await sql`update pets set revision = revision where id in (${petIds})`;
}

/** The rows with the words of a pet. */
export function wordsOf({ id, name, status, categoryId, profile }: FoundPet) {
  return indexedWords(foundText(name, profile)).map((words, nth) => ({ petId: id, nth, words, status, categoryId }));
}

interface NamedOrder {
  readonly id: bigint;
  readonly customerName?: string | undefined;
}

/** Stores the words of new orders. */
export async function insertCustomerWords(sql: Sql, orders: readonly NamedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ id, customerName }) =>
    customerName === undefined ? [] : indexedWords(customerName).map((words, nth) => ({ orderId: id, nth, words })),
  );
  await insert(sql, ORDER_WORDS, rows);
}

/** Removes the words of an order. */
export async function deleteCustomerWords(sql: Sql, orderId: bigint): Promise<void> {
  await sql`delete from order_words where order_id = ${orderId}`;
}
