/* Many rows of a table at once. */
import { yieldToEventLoop } from "../core/concurrency/event-loop.ts";
import { type Fragment, fragment, named, type Row, type Sql, type Value } from "./engine.ts";
import type { Table, View } from "./view.ts";

/** How many rows are read or written at once: limits memory, and stays below the parameters that a statement may have. */
export const BATCH_ROWS = 2000;

/** Reads all rows of a table after a key, in the order of the key, a batch at a time. */
export async function* readBatches(sql: Sql, table: Table, after: Value): AsyncGenerator<readonly Row[]> {
  const { key, batchRows = BATCH_ROWS } = table;
  const byKey = named(key);
  let position = after;
  for (;;) {
    const rows = await sql`
      select ${table.list} from ${table.table} where ${byKey} > ${position} order by ${byKey} limit ${batchRows}`;
    const last = rows.at(-1)?.[key];
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchRows) return;
    position = last;
  }
}

/** Yields the same items, and requests the next one while one is used: for reads from a database server. */
export async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const begin = () => {
    const next = items.next();
    // The caller that awaits it gets the error; until then it must not count as unhandled.
    next.catch(() => {});
    return next;
  };
  for (let next = begin(); ; ) {
    const { done, value } = await next;
    if (done) return;
    next = begin();
    // Requested before this one is used.
    await yieldToEventLoop();
    yield value;
  }
}

/** Returns how many rows a table has. */
export async function countRows(sql: Sql, { name }: Pick<Table, "name">): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>`select count(*) as count from ${named(name)}`;
  return Number(row?.count ?? 0);
}

/** Counts the rows of a query. */
export async function count(sql: Sql, rows: Fragment): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>`select count(*) as count from (${rows}) found`;
  return Number(row?.count ?? 0);
}

/** Returns the largest key of a table, or undefined when it is empty. */
export async function lastKey(sql: Sql, { name, key }: Pick<Table, "name" | "key">): Promise<Value | undefined> {
  const byKey = named(key);
  const [row] = await sql<{ key: Value }>`select ${byKey} as key from ${named(name)} order by ${byKey} desc limit 1`;
  return row?.key;
}

/** Deletes every row of a table. */
export async function clear(sql: Sql, { table }: Table): Promise<void> {
  await sql`delete from ${table}`;
}

/** Returns the first key of a row that refers to a row that does not exist, if there is one. */
export async function findOrphan(sql: Sql, { name, key, reference }: Table): Promise<Value | undefined> {
  if (reference === undefined) return undefined;
  const [own, id, parent, parentId] = [named(name), named(key), named(reference.table), named(reference.column)];
  // Not in the order of the key: for that, PostgreSQL looks up the parent row by row.
  const [row] = await sql<{ id: Value }>`
    select min(${own}.${id}) as id from ${own} left join ${parent} on ${parent}.id = ${own}.${parentId}
    where ${parent}.id is null`;
  return row?.id ?? undefined;
}

/** Inserts rows as they were read from a table. */
export async function insertRows(sql: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => table.columns.map((column) => row[column] ?? null));
  await insertValues(sql, table, values, fragment``);
}

/** Inserts a row. Returns the columns of another view of the same table. */
export async function insertOne<Held, Returned>(
  sql: Sql,
  view: View<Held>,
  held: Held,
  returned: View<Returned>,
): Promise<Returned> {
  const [row] = await sql`insert into ${view.row(held)} returning ${returned.list}`;
  if (row === undefined) throw new Error("insert returned no row");
  return returned.read(row);
}

/** Inserts rows. Returns the columns of another view of the same table. */
export async function insert<Held, Returned = never>(
  sql: Sql,
  view: View<Held>,
  held: readonly Held[],
  returned?: View<Returned>,
): Promise<readonly Returned[]> {
  const end = returned === undefined ? fragment`` : fragment` returning ${returned.list}`;
  const rows = await insertValues(sql, view, held.map(view.values), end);
  return returned === undefined ? [] : rows.map(returned.read);
}

/** Inserts rows, and updates those whose key exists: fragment`(id) do update set ...`. */
export async function upsert<Held>(
  sql: Sql,
  view: View<Held>,
  held: readonly Held[],
  conflict: Fragment,
): Promise<void> {
  await insertValues(sql, view, held.map(view.values), fragment` on conflict ${conflict}`);
}

async function insertValues(
  sql: Sql,
  { into }: Pick<Table, "into">,
  values: readonly (readonly Value[])[],
  end: Fragment,
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (const rows of statementRows(values)) {
    returned.push(...(await sql`insert into ${into} values ${{ rows }}${end}`));
  }
  return returned;
}

/** Up to here each size has its own cached statement, so that a change is one statement. */
const SMALL_ROWS = 8;

/** Splits rows into statements. Engines cache each statement, so there are only a few sizes. */
export function* statementRows<Written>(rows: readonly Written[]): Generator<readonly Written[], undefined> {
  for (let from = 0; from < rows.length; ) {
    const left = rows.length - from;
    const size = left <= SMALL_ROWS ? left : left >= BATCH_ROWS ? BATCH_ROWS : 2 ** Math.floor(Math.log2(left));
    yield rows.slice(from, from + size);
    from += size;
  }
}
