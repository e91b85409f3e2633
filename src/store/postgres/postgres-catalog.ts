/* The tables, columns and indexes of a database on a server. */
import type { Engine, Schema } from "../engine.ts";

/** Implements this part of an engine. */
export const catalog: Pick<Engine, "tables" | "schema"> = {
  async tables(sql) {
    const rows = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'schema_lock'`;
    return rows.map(({ name }) => name);
  },
  async schema(sql) {
    const columns = await sql<Schema["columns"][number]>`
      select table_name as "table", column_name as name from information_schema.columns
      where table_schema = current_schema()`;
    const indexes = await sql<{ name: string }>`
      select indexname as name from pg_indexes where schemaname = current_schema()`;
    return { columns, indexes: indexes.map(({ name }) => name) };
  },
};
