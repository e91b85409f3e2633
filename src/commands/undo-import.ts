import type { UndoneImport } from "../contract/stored-imports.ts";
import { idsIn } from "../core/imports/import-ids.ts";
import { endUndo, undoPets } from "../core/imports/undo-import.ts";
import { InterruptedError, type Report, UsageError } from "../files/usage-error.ts";
import { requireDatabase } from "../service/existing-database.ts";
import { formatCount } from "../store/figures.ts";
import { openSchema, repositoriesOn } from "../store/index.ts";
import { BATCH_ROWS } from "../store/rows.ts";
import { changing } from "./import.ts";

/** Which import to undo, and what stops it. */
export interface UndoRequest {
  readonly url: string;
  readonly id: bigint;
  readonly clock: () => number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Undoes an import: the pets of a batch in one transaction, and the end of it in another. After an interruption, the next call
 * continues: what is removed is removed, and the one event at the end has all of it.
 */
export async function undoImport({ url, id, clock, report, signal }: UndoRequest): Promise<UndoneImport> {
  requireDatabase(url);
  await using engine = await openSchema(url, clock(), { mayUpgrade: false });
  const author = () => ({ key: undefined, now: clock() });
  const found = await changing(engine, (_, { store }) => store.importRuns.beginUndo(id, clock()));
  if (found === undefined) throw new UsageError(`no import has the id ${id}`);
  const undone = { removed: 0, kept: [] as UndoneImport["kept"] };
  let done = 0;
  // Read after the undoing began: the import adds nothing from then on.
  const ranges = await repositoriesOn(engine.sql, engine).importRuns.ranges(id, "pet");
  for (const petIds of idsIn(ranges, BATCH_ROWS)) {
    if (signal.aborted) throw new InterruptedError("interrupted; run the same command again to undo the rest");
    const part = await changing(engine, async (_, unit) => {
      const run = await unit.store.importRuns.beginUndo(id, clock());
      return undoPets(unit, run ?? found, petIds);
    });
    undone.removed += part.removed;
    undone.kept.push(...part.kept);
    done += petIds.length;
    report("undoing, pets", done, found.added);
  }
  await changing(engine, (_, unit) => endUndo(unit, found, author()));
  return undone;
}

/** How many pets that stay are named. */
const NAMED_MAX = 20;

/** Says what undoing did. */
export function describeUndo(id: bigint, { removed, kept }: UndoneImport): string {
  const named = kept.slice(0, NAMED_MAX).map(({ petId, reason }) => `${petId} (${reason})`);
  const more = kept.length > NAMED_MAX ? ", …" : "";
  const stay = kept.length === 0 ? "" : `; ${formatCount(kept.length, "pet")} kept: ${named.join(", ")}${more}`;
  return `Undid import ${id}: ${formatCount(removed, "pet")} removed${stay}.\n`;
}
