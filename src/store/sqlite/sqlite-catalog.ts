/* The tables, columns and indexes of a SQLite file. */
import type { Database } from "bun:sqlite";
import { type Column, type Engine, template } from "../engine.ts";
import { tablesOf } from "./sqlite-connection.ts";

/** The query for the columns of every table, on any connection. */
export const COLUMNS = `select tables.name as "table", columns.name as name
  from sqlite_schema tables join pragma_table_info(tables.name) columns where tables.type = 'table'`;

/** Implements this part of an engine. */
export function catalog(writer: Database): Pick<Engine, "tables" | "columns" | "indexes"> {
  return {
    tables: async () => tablesOf(writer),
    columns: async (sql) => sql<Column>(template(COLUMNS)),
    async indexes(sql) {
      const rows = await sql<{ name: string }>`select name from sqlite_schema where type = 'index'`;
      return rows.map(({ name }) => name);
    },
  };
}
