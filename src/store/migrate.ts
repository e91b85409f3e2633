import type { Engine, Migration, Transaction } from "./engine.ts";

/** This program may not use the database. The message is for the operator. */
export class SchemaError extends Error {}

/** The table by which a database of this program is recognised. */
export const MIGRATIONS_TABLE = "schema_migrations";

/** The table that the target of `petstore copy` has until the copy is complete and verified. */
export const COPY_MARKER = "unfinished_copy";

/** The progress of a step that fills in rows: rows done, of how many. */
export type ReportProgress = (step: string, done: number, of: number) => void;

/** The table that a step which fills in rows has until it is done: what an interrupted one continues from. */
const BACKFILL_TABLE = "schema_backfill";

/**
 * Upgrades the schema to this program's version, one step at a time; an interrupted upgrade continues at the next start. A database
 * of another program, or a newer one, is refused unchanged.
 */
export async function migrate(engine: Engine, now: number, report: ReportProgress = () => {}): Promise<void> {
  const newest = engine.migrations.at(-1)?.version ?? 0;
  const tables = await engine.tables(engine.sql);
  requireOurs(tables);
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) throw new SchemaError(unfinished);
  // Without a lock: a process that only reads must not wait for one that writes.
  if (tables.includes(MIGRATIONS_TABLE) && (await version(engine.sql)) === newest) return;
  for (;;) {
    const next = await nextStep(engine, now, newest);
    if (next === undefined) return;
    await backfill(engine, next, now, report);
  }
}

/** Applies the steps up to one that fills in rows, whose script it applies too. Returns that step. */
async function nextStep(engine: Engine, now: number, newest: number): Promise<Migration | undefined> {
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
    await script(
      `create table if not exists ${MIGRATIONS_TABLE} (version integer primary key, name text not null, applied_at bigint not null)`,
    );
    for (const migration of engine.migrations.filter((step) => step.version > current)) {
      const isBegun = migration.backfill !== undefined && tables.includes(BACKFILL_TABLE);
      if (!isBegun) await script(migration.script);
      if (migration.backfill === undefined) {
        await record(transaction, migration, now);
        continue;
      }
      if (!isBegun) {
        await script(`create table ${BACKFILL_TABLE} (position bigint not null)`);
        await sql`insert into schema_backfill (position) values (0)`;
      }
      unfinished = migration;
      return;
    }
  });
  return unfinished;
}

/** Fills in the rows of a step, a transaction per batch, then records the step. Several processes may do this together. */
async function backfill(engine: Engine, step: Migration, now: number, report: ReportProgress): Promise<void> {
  const [total] = await engine.sql<{ count: bigint | number }>`select count(*) as count from pets`;
  let done = 0;
  for (let isDone = false; !isDone; ) {
    await engine.exclusively(async (transaction) => {
      const { sql, script } = transaction;
      const [row] = (await engine.tables(sql)).includes(BACKFILL_TABLE)
        ? await sql<{ position: bigint }>`select position from schema_backfill`
        : [];
      const next = row && (await step.backfill?.(transaction, row.position, now));
      if (next !== undefined) {
        await sql`update schema_backfill set position = ${next}`;
        done = Number(next);
        return;
      }
      isDone = true;
      // Another process was faster.
      if (row === undefined) return;
      await script(`drop table ${BACKFILL_TABLE}`);
      await record(transaction, step, now);
    });
    report("upgrading the database", Math.min(done, Number(total?.count ?? 0)), Number(total?.count ?? 0));
  }
}

async function record({ sql }: Transaction, { version, name }: Migration, now: number): Promise<void> {
  await sql`insert into schema_migrations (version, name, applied_at) values (${version}, ${name}, ${now})`;
}

/** Returns the version of the schema, or undefined when the database is not ours. Changes nothing. */
export async function schemaVersion(engine: Engine): Promise<number | undefined> {
  return (await engine.tables(engine.sql)).includes(MIGRATIONS_TABLE) ? version(engine.sql) : undefined;
}

/** Returns the message for the operator when the database is the target of an unfinished copy. */
export async function unfinishedCopy(engine: Engine): Promise<string | undefined> {
  if (!(await engine.tables(engine.sql)).includes(COPY_MARKER)) return undefined;
  const [marker] = await engine.sql<{ source: string }>`select source from unfinished_copy`;
  return `the database is an unfinished copy of ${marker?.source}: run the same \`petstore copy\` command again to finish it, or use another database`;
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
  throw new SchemaError(`the database has tables of another program (${found}): give petstore one of its own`);
}
