/** Opens the peers' database with the driver of the runtime. */
import { schema } from "./sql.ts";

/** A prepared statement, as far as better-sqlite3 and bun:sqlite agree on it. */
export interface Prepared {
  all(...values: (string | number)[]): unknown[];
  get(...values: (string | number)[]): unknown;
}

/** Opens the database with the driver of the runtime; the result prepares statements. */
export async function openDatabase(path: string): Promise<(text: string) => Prepared> {
  if (typeof Bun !== "undefined") {
    const { Database } = await import("bun:sqlite");
    const database = new Database(path);
    for (const statement of schema) database.run(statement);
    return (text) => database.query(text);
  }
  const { default: Database } = await import("better-sqlite3");
  const database = new Database(path);
  for (const statement of schema) database.exec(statement);
  return (text) => database.prepare(text);
}
