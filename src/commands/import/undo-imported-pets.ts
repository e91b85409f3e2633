import type { UndoneImport } from "../../contract/imports/stored-imports.ts";
import type { Transact } from "../../core/execute.ts";
import { endUndo, undoParts } from "../../core/imports/undo-import.ts";
import { InterruptedError, type Report, UsageError } from "../../files/problems/usage-error.ts";
import { requireDatabase } from "../../service/existing-database.ts";
import { formatCount } from "../../store/figures.ts";
import { openSchema } from "../../store/index.ts";
import { changing } from "./import-file.ts";

/** The import to undo, and what stops it. */
export interface UndoRequest {
  readonly url: string;
  readonly id: bigint;
  readonly clock: () => number;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/**
 * Undoes an import, one transaction per batch of pets and one for the end. If interrupted, the next call continues: the single event at
 * the end covers all runs.
 */
export async function undoImport({ url, id, clock, report, signal }: UndoRequest): Promise<UndoneImport> {
  requireDatabase(url);
  await using engine = await openSchema(url, clock(), { mayUpgrade: false });
  const transact: Transact = (work) => changing(engine, (_, unit) => work(unit));
  const author = { key: undefined, now: clock() };
  const found = await transact(({ store }) => store.importRuns.find(id));
  if (found === undefined) throw new UsageError(`no import has the id ${id}`);
  const undone = await undoParts(id, transact, author, {
    before() {
      if (signal.aborted) throw new InterruptedError("interrupted; run the same command again to undo the rest");
    },
    after: (pets) => report("undoing, pets", pets, found.added + found.updated),
  });
  await transact((unit) => endUndo(unit, id, author));
  return undone ?? { removed: 0, restored: 0, kept: [] };
}

/** How many kept pets are named. */
const NAMED_MAX = 20;

/** Summarizes what was undone. */
export function describeUndo(id: bigint, { removed, restored, kept }: UndoneImport): string {
  const named = kept.slice(0, NAMED_MAX).map(({ petId, reason }) => `${petId} (${reason})`);
  const more = kept.length > NAMED_MAX ? ", …" : "";
  const back = restored === 0 ? "" : `, ${formatCount(restored, "pet")} changed back`;
  const stay = kept.length === 0 ? "" : `; ${formatCount(kept.length, "pet")} kept: ${named.join(", ")}${more}`;
  return `Undid import ${id}: ${formatCount(removed, "pet")} removed${back}${stay}.\n`;
}
