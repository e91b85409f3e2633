/* Many rows of a table at once. */
import { type Row, type Sql, template, type Value } from "./engine.ts";
import type { Table, View } from "./view.ts";

/** How many rows are read or written at once: bounds memory and stays below the parameters that a statement may have. */
export const BATCH_ROWS = 2000;

/** Reads all rows of a table after a key, in the order of the key, a batch at a time. */
export async function* readBatches(sql: Sql, table: Table, after: Value): AsyncGenerator<readonly Row[]> {
  const { name, columns, key, batchRows = BATCH_ROWS } = table;
  const select = template(`select ${columns.join(", ")} from ${name} where ${key} > `, ` order by ${key} limit `, "");
  let position = after;
  for (;;) {
    const rows = await sql<Row>(select, position, batchRows);
    const last = rows.at(-1)?.[key];
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchRows) return;
    position = last;
  }
}

/** Returns how many rows a table has. */
export async function countRows(sql: Sql, { name }: Pick<Table, "name">): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>(template(`select count(*) as count from ${name}`));
  return Number(row?.count ?? 0);
}

/** Returns the largest key of a table, or undefined when it is empty. */
export async function lastKey(sql: Sql, { name, key }: Pick<Table, "name" | "key">): Promise<Value | undefined> {
  const [row] = await sql<{ key: Value }>(template(`select ${key} as key from ${name} order by ${key} desc limit 1`));
  return row?.key;
}

/** Deletes every row of a table. */
export async function clear(sql: Sql, { name }: Table): Promise<void> {
  await sql(template(`delete from ${name}`));
}

/** Returns the key of one row that refers to a row that does not exist, if there is one. */
export async function findOrphan(sql: Sql, { name, key, reference }: Table): Promise<Value | undefined> {
  if (reference === undefined) return undefined;
  const { column, table } = reference;
  // An outer join: Citus cannot run `not exists` between a distributed and a local table.
  const [row] = await sql<{ id: Value }>(
    template(
      `select ${name}.${key} as id from ${name} left join ${table} on ${table}.id = ${name}.${column} ` +
        `where ${table}.id is null order by ${name}.${key} limit 1`,
    ),
  );
  return row?.id;
}

/** Inserts rows as they were read from a table. */
export async function insertRows(sql: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  await insertValues(
    sql,
    table,
    rows.map((row) => table.columns.map((column) => row[column] ?? null)),
    "",
  );
}

/** Inserts a row for each of these. Returns the columns of another view of the same table. */
export async function insert<Held, Returned = never>(
  sql: Sql,
  view: View<Held>,
  held: readonly Held[],
  returned?: View<Returned>,
): Promise<readonly Returned[]> {
  const rows = await insertValues(sql, view, held.map(view.values), returned === undefined ? "" : returning(returned));
  return returned === undefined ? [] : rows.map(returned.read);
}

/** Inserts a row for each of these. Those that have the same keys are replaced, or changed by the assignments. */
export async function upsert<Held>(
  sql: Sql,
  table: View<Held> & Pick<Table, "key">,
  held: readonly Held[],
  assignments = replacement(table),
): Promise<void> {
  await insertValues(sql, table, held.map(table.values), ` on conflict (${table.key}) do update set ${assignments}`);
}

function replacement({ columns, key }: Pick<Table, "columns" | "key">): string {
  const others = columns.filter((column) => column !== key);
  return others.map((column) => `${column} = excluded.${column}`).join(", ");
}

function returning({ list }: View<unknown>): string {
  return ` returning ${list.parts[0]}`;
}

/** What a statement inserts into. */
type Target = Pick<Table, "name" | "columns">;

async function insertValues(
  sql: Sql,
  target: Target,
  rows: readonly (readonly Value[])[],
  end: string,
): Promise<readonly Row[]> {
  const returned: Row[] = [];
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + statementRows(rows.length - from));
    returned.push(...(await sql(insertTemplate(target, part.length, end), ...part.flat())));
    from += part.length;
  }
  return returned;
}

/** The rows of one change: a statement of each size up to here is kept, so that a change is one statement. */
const SMALL_ROWS = 8;

/** How many of so many rows the next statement writes. Engines keep each statement, so there are only a few sizes. */
function statementRows(rows: number): number {
  if (rows <= SMALL_ROWS) return rows;
  return rows >= BATCH_ROWS ? BATCH_ROWS : 2 ** Math.floor(Math.log2(rows));
}

const inserts = new WeakMap<Target, Map<string, TemplateStringsArray>>();

/** Engines cache the statement of a template, so each is made once. */
function insertTemplate(target: Target, rows: number, end: string): TemplateStringsArray {
  let known = inserts.get(target);
  if (known === undefined) inserts.set(target, (known = new Map()));
  let made = known.get(`${rows}${end}`);
  if (made === undefined) known.set(`${rows}${end}`, (made = makeInsert(target, rows, end)));
  return made;
}

function makeInsert({ name, columns }: Target, rows: number, end: string): TemplateStringsArray {
  const parts = [`insert into ${name} (${columns.join(", ")}) values (`];
  for (let value = 1; value < rows * columns.length; value++) {
    parts.push(value % columns.length === 0 ? "), (" : ", ");
  }
  return template(...parts, `)${end}`);
}
