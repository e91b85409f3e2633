import type { Backfill, Engine, Sql } from "../engine.ts";
import { lastKey } from "../rows.ts";
import { requireComplete } from "./completeness.ts";
import { newerProblem, newestOf, recordOf, recordStep, requireOurs, SchemaError } from "./record.ts";

/** A table in the target of `petstore copy` until the copy is complete and verified. */
export const COPY_MARKER = "unfinished_copy";

/** Who may upgrade a database. */
export interface Upgrades {
  /** False for commands: the service of the release before may run on it. They may still create a new one. */
  readonly mayUpgrade?: boolean;
}

/**
 * Upgrades the schema to this program's version, in one transaction; several processes may do so at once. Throws, and changes nothing, for
 * a database of another program, of a milestone, one that needs a newer program, or one that lacks a table or a column. `now` is when it begins.
 */
export async function migrate(engine: Engine, now: number, { mayUpgrade = true }: Upgrades = {}): Promise<void> {
  const { migrations, sql } = engine;
  const newest = newestOf(migrations);
  const tables = await engine.tables(sql);
  requireOurs(tables);
  const unfinished = await unfinishedCopy(engine);
  if (unfinished !== undefined) throw new SchemaError(`${unfinished.text}: ${unfinished.remedy}`);
  // Without a lock: a process that only reads must not wait for one that writes.
  const record = await recordOf(sql, tables);
  const problem = newerProblem(record, migrations);
  if (problem !== undefined) throw new SchemaError(`the database has schema ${problem.text}: ${problem.remedy}`);
  if (record.version >= newest) return requireComplete(engine);
  if (!mayUpgrade && record.version > 0) {
    throw new SchemaError(
      `the database has schema version ${record.version}, but this program needs ${newest}: start the service, which upgrades it`,
    );
  }
  await applySteps(engine, now);
}

async function applySteps(engine: Engine, now: number): Promise<void> {
  await engine.exclusively(async (transaction) => {
    const { sql, script } = transaction;
    const { version } = await recordOf(sql, await engine.tables(sql));
    for (const step of engine.migrations.filter((step) => step.version > version)) {
      await script(step.script);
      if (step.needs !== undefined) await engine.fence(transaction, step.needs);
      const isFilled = step.backfill === undefined || (await isEmpty(sql, step.backfill));
      await recordStep(transaction, step, { at: now, isFilled });
    }
  });
}

async function isEmpty(sql: Sql, { table }: Backfill): Promise<boolean> {
  return (await lastKey(sql, table)) === undefined;
}

/** Returns the problem of a database that is the target of an unfinished copy, and its remedy. */
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
