/* Undoes imports: removes what they added and nobody has touched since (decision D60). */
import type { UndoneImport } from "../../contract/stored-imports.ts";
import { type Author, eventOf } from "../events.ts";
import type { Unit } from "../execute.ts";
import { idsIn, rangesOf, summaryOf } from "./import-ids.ts";
import type { ImportRun } from "./run-ports.ts";

/** How many categories are removed with one statement. */
const CATEGORIES_AT_ONCE = 2000;

/** Removes those of these pets of an import that nobody has touched; returns the others that exist. */
export async function undoPets(
  { store }: Unit,
  { id, revision, undoneAt }: ImportRun,
  petIds: readonly bigint[],
): Promise<UndoneImport> {
  const { importRuns } = store;
  const added = await importRuns.lockAdded(petIds, revision);
  const kept: UndoneImport["kept"] = [];
  const untouched: bigint[] = [];
  for (const petId of petIds) {
    if (!added.has(petId)) continue;
    const reason = added.get(petId);
    if (reason === undefined && undoneAt === undefined) untouched.push(petId);
    // Added again under its id by somebody else, after the import was undone.
    else kept.push({ petId, reason: reason ?? "changed" });
  }
  await importRuns.removePets(untouched);
  await importRuns.addRanges(id, "removed", rangesOf(untouched));
  return { removed: untouched.length, kept };
}

/** Ends undoing an import whose pets are removed: removes its categories that are empty, and records the event. */
export async function endUndo({ store, events }: Unit, { id }: ImportRun, author: Author): Promise<void> {
  const { importRuns } = store;
  if (!(await importRuns.endUndo(id, author.now))) return;
  for (const ids of idsIn(await importRuns.ranges(id, "category"), CATEGORIES_AT_ONCE)) {
    for (const category of await importRuns.removeEmpty(ids))
      events.push(eventOf(author, "category.deleted", category));
  }
  const summary = summaryOf(await importRuns.ranges(id, "removed"));
  if (summary !== undefined) events.push(eventOf(author, "import.undone", summary));
}
