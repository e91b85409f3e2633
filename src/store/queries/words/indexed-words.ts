/*
 * The words by which searches find pets and customers' orders. Changes write them in their own transaction; on SQLite, the engine writes
 * those of pets before the commit (src/store/sqlite/word-index.ts).
 */
import type { Pet, PetStatus } from "../../../contract/pets/pets.ts";
import type { Profile } from "../../../contract/pets/profiles.ts";
import { distinctWords, foundText, indexedWords } from "../../../core/shop/name-words.ts";
import { type Engine, fragment, type Row, type Sql } from "../../engine.ts";
import { insert } from "../../rows.ts";
import { ORDER_WORDS } from "../../schema/order-tables.ts";
import { PET, PET_WORDS, PROFILES } from "../../schema/tables.ts";

/** The members of a profile that are searched. */
const FACTS = PROFILES.only("breed", "color", "tags", "reference", "microchip");

/** A pet with the other members that are searched. */
interface FoundPet extends Pet {
  readonly profile?: Profile;
}

/** The columns that `readFound` reads, of pets and their profiles. */
export const FOUND_COLUMNS = fragment`${PET.joined}, ${FACTS.list}`;

/** Reads a pet of a join with its profile. */
export function readFound(row: Row): FoundPet {
  return { ...PET.read(row), profile: FACTS.read(row) };
}

/** The words of pets, as changes write them. */
export interface PetWords {
  /** Stores those of new pets. */
  insert(pets: readonly FoundPet[]): Promise<void>;
  /** Rewrites them after pets or their profiles have changed. The pets must be locked. */
  rewrite(petIds: readonly bigint[]): Promise<void>;
  /** The columns stored with the words of a pet. */
  move(pet: Pick<Pet, "id" | "categoryId" | "status">): Promise<void>;
  changeStatus(petId: bigint, status: PetStatus): Promise<void>;
  delete(petIds: readonly bigint[]): Promise<void>;
}

/** The words of pets on a connection. Where the engine itself writes them, changes have nothing to do. */
export function petWords(sql: Sql, { indexesWords }: Pick<Engine, "indexesWords">): PetWords {
  if (indexesWords) {
    return { async insert() {}, async rewrite() {}, async move() {}, async changeStatus() {}, async delete() {} };
  }
  return {
    insert: (pets) => insertWords(sql, pets),
    rewrite: (petIds) => rewriteWords(sql, petIds),
    async move({ id, status, categoryId }) {
      await sql`update pet_words set status = ${status}, category_id = ${categoryId} where pet_id = ${id}`;
    },
    async changeStatus(petId, status) {
      await sql`update pet_words set status = ${status} where pet_id = ${petId}`;
    },
    delete: (petIds) => deleteWords(sql, petIds),
  };
}

/** Stores the words of new pets. */
export async function insertWords(sql: Sql, pets: readonly FoundPet[]): Promise<void> {
  await insert(sql, PET_WORDS, pets.flatMap(rowsOf));
}

/** Rewrites the words of pets after they or their profiles have changed. The pets must be locked. */
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

/** Locks these pets until the end of the transaction. */
export async function lockPets(sql: Sql, petIds: readonly bigint[]): Promise<void> {
  await sql`update pets set revision = revision where id in (${petIds})`;
}

/** The words of a pet, each once, where an index has words alone. A pet may have none: then the text is empty. */
export function textOf({ name, profile }: FoundPet): string {
  return distinctWords(foundText(name, profile)).join(" ");
}

/** The entries of a pet in `pet_words`, in the order of its rows. */
export function wordsOf({ name, profile }: FoundPet): readonly string[] {
  return indexedWords(foundText(name, profile));
}

function rowsOf(pet: FoundPet) {
  const { id, status, categoryId } = pet;
  return wordsOf(pet).map((words, nth) => ({ petId: id, nth, words, status, categoryId }));
}

interface NamedOrder {
  readonly id: bigint;
  readonly customerName?: string | undefined;
}

/** The entries of an order, in the order of its rows. An order without a customer has none. */
export function customerWords(customerName: string | undefined): readonly string[] {
  return customerName === undefined ? [] : indexedWords(customerName);
}

/** Stores the words of new orders. */
export async function insertCustomerWords(sql: Sql, orders: readonly NamedOrder[]): Promise<void> {
  const rows = orders.flatMap(({ id, customerName }) =>
    customerWords(customerName).map((words, nth) => ({ orderId: id, nth, words })),
  );
  await insert(sql, ORDER_WORDS, rows);
}

/** Removes the words of an order. */
export async function deleteCustomerWords(sql: Sql, orderId: bigint): Promise<void> {
  await sql`delete from order_words where order_id = ${orderId}`;
}
