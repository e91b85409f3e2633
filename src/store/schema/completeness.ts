/* Whether a database has every table and column of this program: its record of steps alone does not say so. */
import type { Column, Engine } from "../engine.ts";
import type { Table } from "../view.ts";
import { SchemaError } from "./record.ts";
import { DERIVED, EVENT_INBOX, PET_TEXTS, PET_WORDS, TABLES } from "./tables.ts";

/** The remedy for a database that lacks a table or a column. */
export const INCOMPLETE =
  "restore a backup; or if a program before release 1.3 made the database, export the pets with that program and import them into a new one (docs/operations/run.md, Milestones)";

/** The tables that only SQLite has. */
export const SQLITE_TABLES: readonly Table[] = [PET_TEXTS];

/** The problems of a database that lacks tables or columns. `own` are the tables that only its kind has. */
export function missingFrom(columns: readonly Column[], own: readonly Table[]): readonly string[] {
  return [...TABLES, ...DERIVED, ...own].flatMap((table) => {
    const found = columns.filter((column) => column.table === table.name).map(({ name }) => name);
    if (found.length === 0) return [`the table ${table.name} is missing`];
    const missing = table.columns.filter((column) => !found.includes(column));
    return missing.map((column) => `the column ${column} of ${table.name} is missing`);
  });
}

/** The problems of an engine's database that lacks tables or columns. */
export async function missingIn({ sql, columns, indexesWords }: Engine): Promise<readonly string[]> {
  return missingFrom(await columns(sql), indexesWords ? SQLITE_TABLES : [EVENT_INBOX, PET_WORDS]);
}

/** Throws for a database that lacks something: otherwise the service starts and requests fail. */
export async function requireComplete(engine: Engine): Promise<void> {
  const [problem] = await missingIn(engine);
  if (problem !== undefined) throw new SchemaError(`${problem}: ${INCOMPLETE}`);
}
