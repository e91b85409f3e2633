/* The checks of `petstore doctor` on pets, their stock and their orders. None needs more memory for more rows. */
import { nameKey } from "../core/name-key.ts";
import type { Sql } from "./engine.ts";
import type { Finding } from "./health.ts";
import { type Row, readBatches, TABLES, type Table } from "./tables.ts";

/** How many rows a finding names. */
const NAMED_MAX = 5;

/** Checks what must hold between pets, stock changes and orders. */
export async function* examinePets(sql: Sql): AsyncGenerator<Finding> {
  yield finding("stock", await differences(sql), "every pet's stock changes add up to its quantity");
  yield finding("quantities", await negatives(sql), "no quantity is negative");
  yield finding("open orders", await strayOrders(sql), "every open order has its pet");
  yield finding("names", await misnamed(sql), "every pet and every category is found by its name");
}

/** The first problems, one more than a finding names. */
type Problems = readonly string[];

function finding(check: string, problems: Problems, whenOk: string): Finding {
  if (problems.length === 0) return { level: "ok", check, text: whenOk };
  const more = problems.length > NAMED_MAX ? "; and more" : "";
  return { level: "FAIL", check, text: `${problems.slice(0, NAMED_MAX).join("; ")}${more}` };
}

/** One statement, so that a change that is committed meanwhile counts on both sides or on neither. */
async function differences(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; quantity: bigint | number; total: bigint | number }>`
    select pets.id as id, pets.quantity as quantity, coalesce(sum(stock_changes.delta), 0) as total
    from pets left join stock_changes on stock_changes.pet_id = pets.id
    group by pets.id, pets.quantity having coalesce(sum(stock_changes.delta), 0) <> pets.quantity
    order by pets.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, quantity, total }) => {
    const difference = Number(quantity) - Number(total);
    return `pet ${id} has quantity ${quantity}, but its changes add up to ${total} (difference ${difference})`;
  });
}

async function negatives(sql: Sql): Promise<Problems> {
  const rows = await sql<{ id: bigint; quantity: bigint | number }>`
    select id, quantity from pets where quantity < 0 order by id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, quantity }) => `pet ${id} has quantity ${quantity}`);
}

async function strayOrders(sql: Sql): Promise<Problems> {
  // An outer join: Citus cannot run `not exists` between a distributed and a local table.
  const rows = await sql<{ id: bigint; pet_id: bigint }>`
    select orders.id as id, orders.pet_id as pet_id from orders left join pets on pets.id = orders.pet_id
    where orders.complete = 0 and pets.id is null order by orders.id limit ${NAMED_MAX + 1}`;
  return rows.map(({ id, pet_id }) => `order ${id} is open, but its pet ${pet_id} does not exist`);
}

/** Compares each name with what the pet is found by. Only the program can compute that. */
async function misnamed(sql: Sql): Promise<Problems> {
  const problems: string[] = [];
  for (const table of TABLES.filter(({ columns }) => columns.includes("name_key"))) {
    for await (const rows of readBatches(sql, table, table.start)) {
      problems.push(...rows.filter(isMisnamed).map((row) => describeName(table, row)));
      if (problems.length > NAMED_MAX) return problems;
    }
  }
  return problems;
}

function isMisnamed(row: Row): boolean {
  return row["name_key"] !== nameKey(String(row["name"]));
}

function describeName({ noun }: Table, { id, name, name_key }: Row): string {
  return `${noun} ${id} is named ${JSON.stringify(name)} and found by ${JSON.stringify(name_key)}`;
}
