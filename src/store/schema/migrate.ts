import type { Backfill, Engine, Migration, Transaction } from "../engine.ts";
import { countRows, lastKey } from "../rows.ts";

/** This program may not use the database. The message is for the operator. */
export class SchemaError extends Error {}

/** The table by which a database of this program is recognised. */
export const MIGRATIONS_TABLE = "schema_migrations";

/** The table that the target of `petstore copy` has until the copy is complete and verified. */
export const COPY_MARKER = "unfinished_copy";

/** Receives the progress of an upgrade: rows done, of how many. */
export type ReportProgress = (step: string, done: number, of: number) => void;

/** Exists while a step fills in rows, with how far it is: an interrupted upgrade continues there. */
const BACKFILL_TABLE = "schema_backfill";

/**
 * Upgrades the schema to this program's version. An interrupted upgrade continues at the next start, and several processes may
 * upgrade together. A database of another program, a newer one, or one whose transactions are not atomic is refused unchanged.
 */
export async function migrate(engine: Engine, now: number, report: ReportProgress = () => {}): Promise<void> {
  const newest = engine.migrations.at(-1)?.version ?? 0;
  const tables = await engine.tables(engine.sql);
  requireOurs(tables);
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) throw new SchemaError(`${unfinished.text}: ${unfinished.remedy}`);
  // Without a lock: a process that only reads must not wait for one that writes.
  const isComplete = tables.includes(MIGRATIONS_TABLE) && !tables.includes(BACKFILL_TABLE);
  if (isComplete && (await version(engine.sql)) === newest) return;
  for (;;) {
    const step = await applyScripts(engine, now, newest);
    if (step?.backfill === undefined) return;
    await fillIn(engine, { ...step, backfill: step.backfill }, now, report);
  }
}

/** Applies steps up to the first one that has rows to fill in, and returns that one. */
async function applyScripts(engine: Engine, now: number, newest: number): Promise<Migration | undefined> {
  let unfinished: Migration | undefined;
  await engine.exclusively(async (transaction) => {
    const { sql, script } = transaction;
    const tables = await engine.tables(sql);
    const current = tables.includes(MIGRATIONS_TABLE) ? await version(sql) : 0;
    if (current > newest) {
      throw new SchemaError(
        `the database has schema version ${current}, this program knows versions up to ${newest}: use the newer program, or restore a backup`,
      );
    }
    if (tables.includes(BACKFILL_TABLE)) {
      unfinished = engine.migrations.find((step) => step.version === current);
      return;
    }
    await script(
      `create table if not exists ${MIGRATIONS_TABLE} (version integer primary key, name text not null, applied_at bigint not null)`,
    );
    for (const migration of engine.migrations.filter((step) => step.version > current)) {
      await script(migration.script);
      // Recorded before its rows are filled in: an older program must not start on tables that it does not know.
      await record(transaction, migration, now);
      if (migration.backfill === undefined || (await isEmpty(sql, migration.backfill))) continue;
      await script(`create table ${BACKFILL_TABLE} (position bigint not null, done bigint not null)`);
      await sql`insert into schema_backfill (position, done) values (0, 0)`;
      unfinished = migration;
      return;
    }
  });
  return unfinished;
}

/** Fills in the rows of a step, one transaction per batch. */
async function fillIn(
  engine: Engine,
  { version: filledVersion, backfill }: Migration & Required<Pick<Migration, "backfill">>,
  now: number,
  report: ReportProgress,
): Promise<void> {
  let total: number | undefined;
  for (;;) {
    let done: number | undefined;
    await engine.exclusively(async ({ sql, script }) => {
      // Another process has finished it, and may fill in the next step by now.
      if (!(await engine.tables(sql)).includes(BACKFILL_TABLE) || (await version(sql)) !== filledVersion) return;
      const [row] = await sql<{ position: bigint; done: bigint }>`select position, done from schema_backfill`;
      // Here, because a count of many rows may take longer than a request's statement.
      total ??= await countRows(sql, backfill.table);
      const filled = row && (await backfill.fill(sql, row.position, now));
      if (filled === undefined) return script(`drop table ${BACKFILL_TABLE}`);
      done = Number(row?.done) + filled.rows;
      await sql`update schema_backfill set position = ${filled.position}, done = ${done}`;
    });
    if (done === undefined) return;
    report(`upgrading the database, ${backfill.table.noun ?? backfill.table.name}s`, done, total ?? 0);
  }
}

async function isEmpty(sql: Transaction["sql"], { table }: Backfill): Promise<boolean> {
  return (await lastKey(sql, table)) === undefined;
}

/** Whether an upgrade was interrupted. Changes nothing. */
export async function isUpgrading(engine: Engine): Promise<boolean> {
  return (await engine.tables(engine.sql)).includes(BACKFILL_TABLE);
}

async function record({ sql }: Transaction, { version, name }: Migration, now: number): Promise<void> {
  await sql`insert into schema_migrations (version, name, applied_at) values (${version}, ${name}, ${now})`;
}

/** Returns the version of the schema, or undefined when the database is not ours. Changes nothing. */
export async function schemaVersion(engine: Engine): Promise<number | undefined> {
  return (await engine.tables(engine.sql)).includes(MIGRATIONS_TABLE) ? version(engine.sql) : undefined;
}

/** What is wrong with a database, and what the operator can do. */
export interface SchemaProblem {
  readonly text: string;
  readonly remedy: string;
}

/** Returns the problem of a database that is the target of an unfinished copy. */
export async function unfinishedCopy(engine: Engine): Promise<SchemaProblem | undefined> {
  if (!(await engine.tables(engine.sql)).includes(COPY_MARKER)) return undefined;
  const [marker] = await engine.sql<{ source: string }>`select source from unfinished_copy`;
  return {
    text: `the database is an unfinished copy of ${marker?.source}`,
    remedy: "run the same `petstore copy` command again to finish it, or use another database",
  };
}

async function version(sql: Transaction["sql"]): Promise<number> {
  const [row] = await sql<{ version: bigint | number | null }>`select max(version) as version from schema_migrations`;
  return Number(row?.version ?? 0);
}

/** Refuses a database with tables that are not ours. */
export function requireOurs(tables: readonly string[]): void {
  // Other programs have a table of migrations with this name too, but not both tables.
  if (tables.length === 0 || (tables.includes(MIGRATIONS_TABLE) && tables.includes("key_revision"))) return;
  const found = tables.slice(0, 3).join(", ");
  throw new SchemaError(`the database has tables of another program (${found}): use a separate database for petstore`);
}
