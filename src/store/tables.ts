import { INT64_MIN } from "../contract/common.ts";
import type { Sql, Value } from "./engine.ts";

/** A table as whole rows, for what moves or compares all of it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The unique column in whose order rows are read. Every database orders it alike, whatever its collation. */
  readonly key: string;
  /** A value before every key. */
  readonly start: Value;
}

export type Row = Readonly<Record<string, Value>>;

/** Every table with facts, each after those that it refers to. A test compares this list with the schema. */
export const TABLES: readonly Table[] = [
  { name: "pets", columns: ["id", "name", "category_id", "status", "quantity"], key: "id", start: INT64_MIN },
  { name: "orders", columns: ["id", "pet_id", "quantity", "ship_date", "complete"], key: "id", start: INT64_MIN },
  {
    name: "api_keys",
    columns: ["id", "name", "hint", "hash", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"],
    // Not the id: collations differ in the order of letters of both cases. A hash has digits and a to f.
    key: "hash",
    start: "",
  },
  { name: "key_revision", columns: ["only_row", "revision"], key: "only_row", start: 0n },
  { name: "first_key", columns: ["only_row", "claimed_at"], key: "only_row", start: 0n },
  { name: "idempotency", columns: ["id", "fingerprint", "answer", "created_at"], key: "id", start: "" },
  { name: "imports", columns: ["content", "begun_at", "lines", "finished_at"], key: "content", start: "" },
];

/** How many rows are read or written at once: bounds memory, and stays below the parameters that a statement may have. */
export const BATCH_ROWS = 2000;

/** Reads all rows of a table after a key, in the order of the key, a batch at a time. */
export async function* readBatches(sql: Sql, table: Table, after: Value): AsyncGenerator<readonly Row[]> {
  const { name, columns, key } = table;
  const select = template(`select ${columns.join(", ")} from ${name} where ${key} > `, ` order by ${key} limit `, "");
  let position = after;
  for (;;) {
    const rows = await sql<Row>(select, position, BATCH_ROWS);
    const last = rows.at(-1)?.[key];
    if (last === undefined) return;
    yield rows;
    if (rows.length < BATCH_ROWS) return;
    position = last;
  }
}

/** Writes rows as they are. */
export async function insertRows(sql: Sql, { name, columns }: Table, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.flatMap((row) => columns.map((column) => row[column] ?? null));
  await sql(insertTemplate(name, columns, rows.length), ...values);
}

const inserts = new Map<string, TemplateStringsArray>();

/** Engines keep what they made of a template: a full batch uses the same one every time, the rest is let go. */
function insertTemplate(name: string, columns: readonly string[], rows: number): TemplateStringsArray {
  const into = `${name} (${columns.join(", ")})`;
  const kept = rows === BATCH_ROWS ? inserts.get(into) : undefined;
  if (kept !== undefined) return kept;
  const parts: string[] = [`insert into ${into} values (`];
  for (let value = 1; value < rows * columns.length; value++) {
    parts.push(value % columns.length === 0 ? "), (" : ", ");
  }
  const made = template(...parts, ")");
  if (rows === BATCH_ROWS) inserts.set(into, made);
  return made;
}

/** How many rows a table has. */
export async function countRows(sql: Sql, { name }: Table): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>(template(`select count(*) as count from ${name}`));
  return Number(row?.count ?? 0);
}

/** The largest key of a table, or undefined when it is empty. */
export async function lastKey(sql: Sql, { name, key }: Table): Promise<Value | undefined> {
  const [row] = await sql<{ key: Value }>(template(`select ${key} as key from ${name} order by ${key} desc limit 1`));
  return row?.key;
}

/** Deletes every row of a table. */
export async function clear(sql: Sql, { name }: Table): Promise<void> {
  await sql(template(`delete from ${name}`));
}

/** What the `sql` tag is given, for a statement whose table is not written in the source. Never made of input. */
function template(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}
