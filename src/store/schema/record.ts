/* The record of applied schema steps, and the recognition of this program's databases. */
import { type Engine, type Migration, type Sql, type Transaction, template } from "../engine.ts";

/** This program cannot use the database. The message is for the operator. */
export class SchemaError extends Error {}

/** The record of steps, by which a database of this program is recognized. */
export const STEPS_TABLE = "schema_steps";

/** The record of the milestones before release 1.3. Other programs have a table of this name too. */
const MILESTONE_TABLE = "schema_migrations";

/** A table that every database of this program has. */
const OWN_TABLE = "key_revision";

/** The schema version of a database. */
export interface Recorded {
  /** The newest step; 0 for an empty database. */
  readonly version: number;
  /** The oldest step that a program must know to use it. */
  readonly needs: number;
}

/** The message about a database of a milestone, for the operator. */
export const MILESTONE =
  "is from a milestone before release 1.3, which no release upgrades: export the pets with that milestone and import them into a new database (docs/operations/run.md, Milestones)";

/** Whether a database with these tables is from a milestone before release 1.3. */
export function isMilestone(tables: readonly string[]): boolean {
  return tables.includes(MILESTONE_TABLE) && tables.includes(OWN_TABLE);
}

/** Whether a database with these tables is of a release of this program. */
export function isOurs(tables: readonly string[]): boolean {
  return tables.includes(STEPS_TABLE) && tables.includes(OWN_TABLE) && !isMilestone(tables);
}

/** Throws for a database with tables of something else. */
export function requireOurs(tables: readonly string[]): void {
  if (tables.length === 0 || isOurs(tables)) return;
  if (isMilestone(tables)) throw new SchemaError(`the database ${MILESTONE}`);
  const found = tables.slice(0, 3).join(", ");
  throw new SchemaError(`the database has tables of another program (${found}): use a separate database for petstore`);
}

/** The message about a database that needs a newer program; undefined if this program can use it. */
export function newerProblem(
  { version, needs }: Recorded,
  migrations: readonly Migration[],
): { readonly text: string; readonly remedy: string } | undefined {
  const newest = newestOf(migrations);
  if (needs <= newest) return undefined;
  const text = `version ${version}, this program knows versions up to ${newest}`;
  return { text, remedy: "use the newer program, or restore a backup" };
}

/** The newest step that a program knows. */
export function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** The query for the record, on any connection. */
export const RECORD = `select coalesce(max(version), 0) as version, coalesce(max(needs), 0) as needs from ${STEPS_TABLE}`;

/** Reads a row of `RECORD`. */
export function recorded(row: { readonly version: bigint | number; readonly needs: bigint | number }): Recorded {
  return { version: Number(row.version), needs: Number(row.needs) };
}

/** Reads the record of a database with these tables. Throws for one that was emptied. */
export async function recordOf(sql: Sql, tables: readonly string[]): Promise<Recorded> {
  if (!tables.includes(STEPS_TABLE)) return { version: 0, needs: 0 };
  const [row] = await sql<Recorded>(template(RECORD));
  const record = recorded(row ?? { version: 0, needs: 0 });
  if (record.version === 0) throw new SchemaError(`the table ${STEPS_TABLE} is empty: restore a backup`);
  return record;
}

/** Records a step. `isFilled`: whether it leaves no rows to fill in. */
export async function recordStep(
  { sql }: Transaction,
  { version, name, needs = 1 }: Migration,
  { at, isFilled }: { readonly at: number; readonly isFilled: boolean },
): Promise<void> {
  await sql`
    insert into schema_steps (version, name, applied_at, needs, position, filled_at)
    values (${version}, ${name}, ${at}, ${needs}, 0, ${isFilled ? at : null})`;
}

/** Returns the version of the schema, or undefined for other databases. Changes nothing. */
export async function schemaRecord(engine: Engine): Promise<Recorded | undefined> {
  const tables = await engine.tables(engine.sql);
  return isOurs(tables) ? recordOf(engine.sql, tables) : undefined;
}
