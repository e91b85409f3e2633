/* The record of the steps that a database has. */
import type { Engine, Migration, Sql, Transaction } from "../engine.ts";

/** The table by which a database of this program is recognised. */
export const MIGRATIONS_TABLE = "schema_migrations";

/** The last step that release 1.2 knows. It does not start when `schema_migrations` has a later one, and reads no other record. */
const LAST_OF_1_2 = 22;

/** The record of all later steps, beside which release 1.2 goes on working unless they say otherwise. */
export const STEPS_TABLE = "schema_steps";

/** What a database says of its steps. */
export interface Recorded {
  /** The newest step; 0 for an empty database. */
  readonly version: number;
  /** The step that a program must know at least to work on it. */
  readonly needs: number;
}

/** The step that a program must know at least to run beside a database with this step. */
export function neededBy({ version, needs }: Migration): number {
  return needs ?? (version <= LAST_OF_1_2 ? version : LAST_OF_1_2);
}

/** The newest step that a program knows. */
export function newestOf(migrations: readonly Migration[]): number {
  return migrations.at(-1)?.version ?? 0;
}

/** Whether a release that does not know a step can go on working beside it. */
export function isAddition(step: Migration): boolean {
  return neededBy(step) < step.version;
}

/** Reads the record of a database with these tables. */
export async function recordOf(sql: Sql, tables: readonly string[]): Promise<Recorded> {
  const closed = tables.includes(MIGRATIONS_TABLE) ? await sql<Version>`select version from schema_migrations` : [];
  const steps = tables.includes(STEPS_TABLE) ? await sql<Step>`select version, needs from schema_steps` : [];
  return recorded(closed, steps);
}

interface Version {
  readonly version: number | bigint;
}

interface Step extends Version {
  readonly needs: number | bigint;
}

/** What the rows of both tables say. */
export function recorded(closed: readonly Version[], steps: readonly Step[]): Recorded {
  const known = new Set(steps.map(({ version }) => Number(version)));
  const others = closed.map(({ version }) => Number(version)).filter((version) => !known.has(version));
  return {
    version: Math.max(0, ...known, ...others),
    needs: Math.max(0, ...steps.map(({ needs }) => Number(needs)), ...others),
  };
}

/** Makes the tables of the record, where they are missing. */
export async function prepareRecord({ script }: Transaction): Promise<void> {
  const step = "version integer primary key, name text not null, applied_at bigint not null";
  await script(`create table if not exists ${MIGRATIONS_TABLE} (${step})`);
  await script(
    `create table if not exists ${STEPS_TABLE} (${step}, needs integer not null, position bigint not null, filled_at bigint)`,
  );
}

interface StepRecord {
  readonly at: number;
  /** Whether it has no rows to fill in: otherwise this is recorded when that is done. */
  readonly isFilled: boolean;
  /** Whether this program makes the database. */
  readonly isNew: boolean;
}

/** Records a step. */
export async function recordStep(
  { sql }: Transaction,
  step: Migration,
  { at, isFilled, isNew }: StepRecord,
): Promise<void> {
  const { version, name } = step;
  const needs = isNew && step.isFenceOfNew ? version : neededBy(step);
  if (version <= LAST_OF_1_2 || needs > LAST_OF_1_2) {
    await sql`insert into schema_migrations (version, name, applied_at) values (${version}, ${name}, ${at})`;
  }
  if (version <= LAST_OF_1_2) return;
  await sql`
    insert into schema_steps (version, name, applied_at, needs, position, filled_at)
    values (${version}, ${name}, ${at}, ${needs}, 0, ${isFilled ? at : null})`;
}

/** Whether the rows of a step are filled in while the service runs: of a step beside which other releases run. */
export function fillsBeside(step: Migration): boolean {
  return step.backfill !== undefined && step.version > LAST_OF_1_2;
}

/** Returns the version of the schema, or undefined when the database is not ours. Changes nothing. */
export async function schemaRecord(engine: Engine): Promise<Recorded | undefined> {
  const tables = await engine.tables(engine.sql);
  return tables.includes(MIGRATIONS_TABLE) ? recordOf(engine.sql, tables) : undefined;
}
