/* Many rows of a table at once. */
import type { Sql } from "./engine.ts";
import { BATCH_ROWS, type Row, type Table, template } from "./tables.ts";

/** Inserts rows as they are. Returns these columns of each. */
export async function insertRows(
  sql: Sql,
  { name, columns }: Pick<Table, "name" | "columns">,
  rows: readonly Row[],
  returned: readonly string[] = [],
): Promise<readonly Row[]> {
  return write(sql, { name, columns }, rows, returned.length === 0 ? "" : ` returning ${returned.join(", ")}`);
}

/** Replaces the rows that have the keys of these ones. */
export async function upsertRows(sql: Sql, table: Table, rows: readonly Row[]): Promise<void> {
  const { columns, key } = table;
  const changes = columns.filter((column) => column !== key).map((column) => `${column} = excluded.${column}`);
  await write(sql, table, rows, ` on conflict (${key}) do update set ${changes.join(", ")}`);
}

async function write(
  sql: Sql,
  { name, columns }: Pick<Table, "name" | "columns">,
  rows: readonly Row[],
  end: string,
): Promise<readonly Row[]> {
  const into = `${name} (${columns.join(", ")})`;
  const returned: Row[] = [];
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + statementRows(rows.length - from));
    const values = part.flatMap((row) => columns.map((column) => row[column] ?? null));
    returned.push(...(await sql<Row>(insertTemplate(into, columns.length, part.length, end), ...values)));
    from += part.length;
  }
  return returned;
}

/** How many of so many rows the next statement writes. Engines keep each statement, so there are only a few sizes. */
function statementRows(rows: number): number {
  return rows >= BATCH_ROWS ? BATCH_ROWS : 2 ** Math.floor(Math.log2(rows));
}

const inserts = new Map<string, TemplateStringsArray>();

/** Engines cache the statement of a template, so each is made once. */
function insertTemplate(into: string, columns: number, rows: number, end: string): TemplateStringsArray {
  const known = `${rows} ${into}${end}`;
  const cached = inserts.get(known);
  if (cached !== undefined) return cached;
  const parts: string[] = [`insert into ${into} values (`];
  for (let value = 1; value < rows * columns; value++) parts.push(value % columns === 0 ? "), (" : ", ");
  const made = template(...parts, `)${end}`);
  inserts.set(known, made);
  return made;
}
