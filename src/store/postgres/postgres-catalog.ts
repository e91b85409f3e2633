/* The tables, columns and indexes of a database on a server. */
import type { Column, Engine } from "../engine.ts";

/** Implements this part of an engine. */
export const catalog: Pick<Engine, "tables" | "columns" | "indexes"> = {
  async tables(sql) {
    const rows = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> 'schema_lock'`;
    return rows.map(({ name }) => name);
  },
  columns: async (sql) =>
    sql<Column>`
      select table_name as "table", column_name as name from information_schema.columns
      where table_schema = current_schema()`,
  async indexes(sql) {
    const rows = await sql<{ name: string }>`
      select indexname as name from pg_indexes where schemaname = current_schema()`;
    return rows.map(({ name }) => name);
  },
};
