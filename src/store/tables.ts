import { INT64_MIN } from "../contract/common.ts";
import type { Sql, Value } from "./engine.ts";

/** A table as whole rows, for whatever copies, compares or counts all of it. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The unique column that rows are read in the order of. Every database orders it alike, whatever its collation. */
  readonly key: string;
  /** A value before every key. */
  readonly start: Value;
  /** What a person calls one of its rows. Bookkeeping has no such word. */
  readonly noun?: string;
  /** The database generates the ids. */
  readonly hasGeneratedIds?: true;
  /** The column that refers to the id of another table. */
  readonly reference?: { readonly column: string; readonly table: string };
  /** The schema creates its one row. */
  readonly hasInitialRow?: true;
}

export type Row = Readonly<Record<string, Value>>;

export const PETS: Table = {
  name: "pets",
  columns: ["id", "name", "name_key", "category_id", "status", "quantity"],
  key: "id",
  start: INT64_MIN,
  noun: "pet",
  hasGeneratedIds: true,
};

export const STOCK_CHANGES: Table = {
  name: "stock_changes",
  columns: ["id", "pet_id", "delta", "quantity", "reason", "note", "order_id", "at"],
  key: "id",
  start: INT64_MIN,
  noun: "stock change",
  hasGeneratedIds: true,
  reference: { column: "pet_id", table: "pets" },
};

const WEBHOOKS: Table = {
  name: "webhooks",
  columns: [
    "id",
    "url",
    "types",
    "description",
    "active",
    "secret",
    "previous_secret",
    "previous_until",
    "created_at",
    "fanned_out_to",
    "failing_since",
    "disabled_reason",
    "deleted_at",
    "revision",
  ],
  key: "id",
  start: INT64_MIN,
  noun: "webhook",
  hasGeneratedIds: true,
};

const DELIVERIES: Table = {
  name: "webhook_deliveries",
  columns: [
    "id",
    "webhook_id",
    "position",
    "type",
    "state",
    "attempts",
    "created_at",
    "due_at",
    "token",
    "attempted_at",
    "status",
    "duration_ms",
    "response",
    "error",
  ],
  key: "id",
  start: INT64_MIN,
  noun: "webhook message",
  hasGeneratedIds: true,
  reference: { column: "webhook_id", table: "webhooks" },
};

/**
 * Every table with facts, each after those that it refers to: the one list behind copies, backups, `doctor` and generated
 * ids. A test compares it with the schema on both engines.
 */
export const TABLES: readonly Table[] = [
  PETS,
  {
    name: "orders",
    columns: ["id", "pet_id", "quantity", "ship_date", "complete"],
    key: "id",
    start: INT64_MIN,
    noun: "order",
    hasGeneratedIds: true,
  },
  {
    name: "categories",
    columns: ["id", "name", "name_key", "description"],
    key: "id",
    start: INT64_MIN,
    noun: "category",
    hasGeneratedIds: true,
  },
  STOCK_CHANGES,
  {
    name: "api_keys",
    columns: ["id", "name", "hint", "hash", "scopes", "created_at", "expires_at", "revoked_at", "last_used_at"],
    // Not the id: collations order upper and lower case differently. A hash has only digits and a to f.
    key: "hash",
    start: "",
    noun: "API key",
  },
  { name: "key_revision", columns: ["only_row", "revision"], key: "only_row", start: 0n, hasInitialRow: true },
  { name: "first_key", columns: ["only_row", "claimed_at"], key: "only_row", start: 0n },
  { name: "idempotency", columns: ["id", "fingerprint", "answer", "created_at"], key: "id", start: "" },
  {
    name: "imports",
    columns: ["content", "begun_at", "lines", "finished_at", "added", "first_id", "last_id"],
    key: "content",
    start: "",
  },
  {
    name: "events",
    columns: ["position", "at", "type", "pet_id", "key_name", "key_hint", "data", "previous", "note"],
    key: "position",
    start: 0n,
  },
  {
    name: "event_head",
    columns: ["only_row", "last_position", "deleted_to"],
    key: "only_row",
    start: 0n,
    hasInitialRow: true,
  },
  { name: "activity", columns: ["id", "day", "type", "events"], key: "id", start: "" },
  WEBHOOKS,
  DELIVERIES,
];

/** Events on their way to the feed, on engines with many writers. A copy empties it first, so it is not in the list. */
export const INBOX = "event_inbox";

/** The tables whose database generates the ids. */
export const GENERATED = TABLES.filter(({ hasGeneratedIds }) => hasGeneratedIds);

/** How many rows are read or written at once: bounds memory and stays below the parameters that a statement may have. */
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

/** Returns how many rows a table has. */
export async function countRows(sql: Sql, { name }: Table): Promise<number> {
  const [row] = await sql<{ count: bigint | number }>(template(`select count(*) as count from ${name}`));
  return Number(row?.count ?? 0);
}

/** Returns the largest key of a table, or undefined when it is empty. */
export async function lastKey(sql: Sql, { name, key }: Table): Promise<Value | undefined> {
  const [row] = await sql<{ key: Value }>(template(`select ${key} as key from ${name} order by ${key} desc limit 1`));
  return row?.key;
}

/** Deletes every row of a table. */
export async function clear(sql: Sql, { name }: Table): Promise<void> {
  await sql(template(`delete from ${name}`));
}

/** Returns the id of one row that refers to a row that does not exist, if there is one. */
export async function findOrphan(sql: Sql, { name, reference }: Table): Promise<Value | undefined> {
  if (reference === undefined) return undefined;
  const { column, table } = reference;
  // An outer join: Citus cannot run `not exists` between a distributed and a local table.
  const [row] = await sql<{ id: Value }>(
    template(
      `select ${name}.id as id from ${name} left join ${table} on ${table}.id = ${name}.${column} ` +
        `where ${table}.id is null order by ${name}.id limit 1`,
    ),
  );
  return row?.id;
}

/** Makes the template of a statement whose table is not written in the source. Never use it with input. */
export function template(...parts: string[]): TemplateStringsArray {
  return Object.assign(parts, { raw: parts });
}
