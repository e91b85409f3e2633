import type { Backfill, Engine, Migration, Transaction } from "../engine.ts";
import { countRows, lastKey } from "../rows.ts";
import { fillsBeside, isAddition, MIGRATIONS_TABLE, newestOf, prepareRecord, recordOf, recordStep } from "./record.ts";

/** This program may not use the database. The message is for the operator. */
export class SchemaError extends Error {}

/** The table that the target of `petstore copy` has until the copy is complete and verified. */
export const COPY_MARKER = "unfinished_copy";

/** Who may upgrade a database. */
export interface Upgrades {
  /** False for commands: the service of the release before may run on it. They may still make a new one. */
  readonly mayUpgrade?: boolean;
}

/** Receives the progress of an upgrade: rows done, of how many. */
export type ReportProgress = (step: string, done: number, of: number) => void;

/** Exists while a step of a release up to 1.2 fills in rows, with how far it is: an interrupted upgrade continues there. */
const BACKFILL_TABLE = "schema_backfill";

/** Rows per transaction: bounds memory, and the work that is lost when the upgrade is interrupted. */
const BATCH_ROWS = 5000;

/**
 * Upgrades the schema to this program's version. An interrupted upgrade continues at the next start, and several processes may
 * upgrade together. A database of another program, or one that needs a newer program, is refused unchanged. `now` is when it
 * begins.
 */
export async function migrate(
  engine: Engine,
  now: number,
  report: ReportProgress = () => {},
  { mayUpgrade = true }: Upgrades = {},
): Promise<void> {
  const tables = await engine.tables(engine.sql);
  requireOurs(tables);
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) throw new SchemaError(`${unfinished.text}: ${unfinished.remedy}`);
  // Without a lock: a process that only reads must not wait for one that writes.
  if (await isCurrent(engine, tables)) return;
  if (!mayUpgrade && tables.length > 0) {
    const { version, needs } = await recordOf(engine.sql, tables);
    const newest = newestOf(engine.migrations);
    if (needs <= newest)
      throw new SchemaError(
        `the database has schema version ${version}, but this program needs ${newest}: start the service, which upgrades it`,
      );
  }
  if (await takesAway(engine, tables)) await engine.requireNoOlder?.();
  const startedAt = performance.now();
  const clock = () => Math.round(now + performance.now() - startedAt);
  for (;;) {
    const step = await applyScripts(engine, clock);
    if (step?.backfill === undefined) return;
    await fillIn(engine, { ...step, backfill: step.backfill }, now, report);
  }
}

async function isCurrent({ migrations, sql }: Engine, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes(MIGRATIONS_TABLE) || tables.includes(BACKFILL_TABLE)) return false;
  const newest = newestOf(migrations);
  const { version, needs } = await recordOf(sql, tables);
  return version >= newest && needs <= newest;
}

/** Whether the next steps take away what older programs need. A new database has nothing yet. */
async function takesAway({ migrations, sql }: Engine, tables: readonly string[]): Promise<boolean> {
  const { version, needs } = await recordOf(sql, tables);
  if (version === 0 || needs > newestOf(migrations)) return false;
  return migrations.some((step) => step.version > version && !isAddition(step));
}

/** Applies steps up to the first one whose rows have to be filled in before anybody is served, and returns that one. */
async function applyScripts(engine: Engine, clock: () => number): Promise<Migration | undefined> {
  let unfinished: Migration | undefined;
  await engine.exclusively(async (transaction) => {
    const { sql, script } = transaction;
    const tables = await engine.tables(sql);
    const newest = newestOf(engine.migrations);
    const { version, needs } = await recordOf(sql, tables);
    if (needs > newest) {
      throw new SchemaError(
        `the database has schema version ${version}, this program knows versions up to ${newest}: use the newer program, or restore a backup`,
      );
    }
    if (tables.includes(BACKFILL_TABLE)) {
      unfinished = engine.migrations.find((step) => step.version === version);
      return;
    }
    await prepareRecord(transaction);
    const missing = engine.migrations.filter((step) => step.version > version);
    if (missing.some((step) => !isAddition(step))) await engine.fenceOld?.(tables, transaction);
    for (const migration of missing) {
      await script(migration.script);
      const isFilled = migration.backfill === undefined || (await isEmpty(sql, migration.backfill));
      // Recorded before its rows are filled in: an older program must not start on tables that it does not know.
      await recordStep(transaction, migration, { at: clock(), isFilled, isNew: version === 0 });
      if (isFilled || fillsBeside(migration)) continue;
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
      const tables = await engine.tables(sql);
      // Another process has finished it, and may fill in the next step by now.
      if (!tables.includes(BACKFILL_TABLE) || (await recordOf(sql, tables)).version !== filledVersion) return;
      const [row] = await sql<{ position: bigint; done: bigint }>`select position, done from schema_backfill`;
      // Here, because a count of many rows may take longer than a request's statement.
      total ??= await countRows(sql, backfill.table);
      const filled = row && (await backfill.fill(sql, row.position, { now, limit: BATCH_ROWS }));
      if (filled === undefined) return script(`drop table ${BACKFILL_TABLE}`);
      done = Number(row?.done) + filled.rows;
      await sql`update schema_backfill set position = ${filled.position}, done = ${done}`;
    });
    if (done === undefined) return;
    // More than were counted, if rows were added meanwhile.
    report(`upgrading the database, ${backfill.table.name.replace("_", " ")}`, done, Math.max(done, total ?? 0));
  }
}

async function isEmpty(sql: Transaction["sql"], { table }: Backfill): Promise<boolean> {
  return (await lastKey(sql, table)) === undefined;
}

/** Whether an upgrade was interrupted. Changes nothing. */
export async function isUpgrading(engine: Engine): Promise<boolean> {
  return (await engine.tables(engine.sql)).includes(BACKFILL_TABLE);
}

/** Returns what is wrong with a database that is the target of an unfinished copy, and what the operator can do. */
export async function unfinishedCopy(
  engine: Engine,
): Promise<{ readonly text: string; readonly remedy: string } | undefined> {
  if (!(await engine.tables(engine.sql)).includes(COPY_MARKER)) return undefined;
  const [marker] = await engine.sql<{ source: string }>`select source from unfinished_copy`;
  return {
    text: `the database is an unfinished copy of ${marker?.source}`,
    remedy: "run the same `petstore copy` command again to finish it, or use another database",
  };
}

/** Refuses a database with tables that are not ours. */
export function requireOurs(tables: readonly string[]): void {
  // Other programs have a table of migrations with this name too, but not both tables.
  if (tables.length === 0 || (tables.includes(MIGRATIONS_TABLE) && tables.includes("key_revision"))) return;
  const found = tables.slice(0, 3).join(", ");
  throw new SchemaError(`the database has tables of another program (${found}): use a separate database for petstore`);
}
