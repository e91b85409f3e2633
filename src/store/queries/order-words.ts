/* The words of customers' names, by which searches find orders. They are written in the transaction that writes the orders. */
import { indexedWords } from "../../core/name-words.ts";
import type { Sql } from "../engine.ts";
import { insert } from "../rows.ts";
import { ORDER_WORDS } from "../tables.ts";

interface NamedOrder {
  readonly id: bigint;
  readonly customerName?: string | undefined;
}

/** Stores the words of new orders. */
export async function insertCustomerWords(sql: Sql, orders: readonly NamedOrder[]): Promise<void> {
  await insert(sql, ORDER_WORDS, orders.flatMap(wordsOf));
}

/** Removes the words of an order. */
export async function deleteCustomerWords(sql: Sql, orderId: bigint): Promise<void> {
  await sql`delete from order_words where order_id = ${orderId}`;
}

function wordsOf({ id, customerName }: NamedOrder) {
  return customerName === undefined
    ? []
    : indexedWords(customerName).map((words, nth) => ({ orderId: id, nth, words }));
}
