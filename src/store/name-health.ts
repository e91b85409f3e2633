/* The checks of `petstore doctor` on what searches find by names: of pets, categories and customers. */
import { nameKey } from "../core/shop/name-key.ts";
import { fragment, type Row, type Sql } from "./engine.ts";
import { NAMED_MAX } from "./findings.ts";
import { readAhead, readBatches } from "./rows.ts";
import { TABLES } from "./schema/tables.ts";
import type { Table } from "./view.ts";

/** Problems do not contain the names of customers. */
export async function unfoundCustomers(sql: Sql): Promise<readonly string[]> {
  const [unfound, strays] = await Promise.all([
    unfoundOrders(sql, 0n, NAMED_MAX + 1),
    strayCustomers(sql, 0n, NAMED_MAX + 1),
  ]);
  return [
    ...unfound.map((id) => `order ${id} is not found by its customer`),
    ...strays.map((id) => `order ${id} has no customer, but is found by one`),
  ].slice(0, NAMED_MAX + 1);
}

/** Returns the first orders after an id whose customer is not in the index of words. */
export async function unfoundOrders(sql: Sql, after: bigint, limit: number): Promise<readonly bigint[]> {
  const rows = await sql<{ id: bigint }>`
    select orders.id as id from orders
    left join order_words on order_words.order_id = orders.id and order_words.nth = 0
    where orders.id > ${after} and orders.customer_name is not null and order_words.order_id is null
    order by orders.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Returns the first orders after an id that are found by a customer who is gone. */
export async function strayCustomers(sql: Sql, after: bigint, limit: number): Promise<readonly bigint[]> {
  const rows = await sql<{ id: bigint }>`
    select distinct order_words.order_id as id from order_words left join orders on orders.id = order_words.order_id
    where order_words.order_id > ${after} and orders.customer_name is null order by id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Compares each name with its key. Only the program can compute keys. */
export async function misnamed(sql: Sql): Promise<readonly string[]> {
  const problems: string[] = [];
  for await (const [table, rows] of misnamedRows(sql)) {
    problems.push(...rows.map((row) => describeName(table, row)));
    if (problems.length > NAMED_MAX) return problems;
  }
  return problems;
}

/** The rows of each batch, of pets and of categories, whose key is not that of their name. */
export async function* misnamedRows(sql: Sql): AsyncGenerator<readonly [Table, readonly Row[]]> {
  for (const table of TABLES.filter(({ columns }) => columns.includes("name_key"))) {
    const read = { ...table, list: fragment`id, name, name_key` };
    for await (const rows of readAhead(readBatches(sql, read, table.start))) yield [table, rows.filter(isMisnamed)];
  }
}

function isMisnamed(row: Row): boolean {
  return row["name_key"] !== nameKey(String(row["name"]));
}

function describeName({ noun }: Table, { id, name, name_key }: Row): string {
  return `${noun} ${id} is named ${JSON.stringify(name)} and found by ${JSON.stringify(name_key)}`;
}
