/* The words by which searches find pets and customers' orders. They are written in the transaction that writes these. */
import type { Pet } from "../../contract/pets.ts";
import { indexedWords } from "../../core/shop/name-words.ts";
import type { Sql } from "../engine.ts";
import { insert } from "../rows.ts";
import { ORDER_WORDS, PET_WORDS } from "../schema/tables.ts";

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

/** The rows with the words of a pet. */
export function wordsOf({ id, name, status, categoryId }: Pet) {
  return indexedWords(name).map((words, nth) => ({ petId: id, nth, words, status, categoryId }));
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
