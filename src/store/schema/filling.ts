/* Backfills of schema steps, which run while the service does. Requests never wait for them. */
import type { Store } from "../../core/ports.ts";
import { type Engine, type Migration, named } from "../engine.ts";
import { lastKey } from "../rows.ts";
import { STEPS_TABLE } from "./record.ts";

/** Rows per transaction: other writes wait for it. */
const BATCH_ROWS = 100;

/** Fills in the next batch of the first step that is not complete. Returns false when all are. Several processes may do it together. */
export async function fillNext(engine: Engine, now: number): Promise<boolean> {
  const [step] = await unfilled(engine);
  if (step === undefined) return false;
  const { version, backfill } = step;
  await engine.transaction(async ({ sql }) => {
    // Locks the row: another process waits and continues after this batch.
    const [row] = await sql<{ position: bigint }>`
      update schema_steps set position = position where version = ${version} and filled_at is null returning position`;
    if (row === undefined) return;
    const filled = await backfill.fill(sql, row.position, { now, limit: BATCH_ROWS });
    if (filled === undefined) await sql`update schema_steps set filled_at = ${now} where version = ${version}`;
    else await sql`update schema_steps set position = ${filled.position} where version = ${version}`;
  });
  return true;
}

/** The progress of the steps that are not complete. */
export async function fillings(engine: Engine): ReturnType<Store["fillings"]> {
  const steps = await unfilled(engine);
  return Promise.all(
    steps.map(async ({ name, position, backfill: { table } }) => {
      const last = await lastKey(engine.unqueued, table);
      const percent = last === undefined ? 0 : Math.min(99, Math.floor((100 * Number(position)) / Number(last)));
      return { step: name, table: table.name, percent };
    }),
  );
}

type Unfilled = Migration & Required<Pick<Migration, "backfill">> & { readonly position: bigint };

async function unfilled({ migrations, unqueued }: Engine): Promise<readonly Unfilled[]> {
  const steps = migrations.filter(({ backfill }) => backfill !== undefined);
  if (steps.length === 0) return [];
  const rows = await unqueued<{ version: bigint | number; position: bigint }>`
    select version, position from ${named(STEPS_TABLE)} where filled_at is null order by version`;
  return rows.flatMap(({ version, position }) => {
    const step = steps.find((one) => one.version === Number(version));
    return step?.backfill === undefined ? [] : [{ ...step, backfill: step.backfill, position }];
  });
}
