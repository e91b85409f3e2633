import { Failure, notFound } from "../../contract/errors.ts";
import { IMPORT_PETS_MAX } from "../../contract/imports.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { Import, storedImportOperations, UndoneImport } from "../../contract/stored-imports.ts";
import { after } from "../after.ts";
import type { Context } from "../context.ts";
import { authorOf } from "../events.ts";
import { page } from "../pagination.ts";
import { isoTime } from "../times.ts";
import { nextTurn } from "../turns.ts";
import { idsIn } from "./import-ids.ts";
import type { ImportRun } from "./run-ports.ts";
import { endUndo, undoPets } from "./undo-import.ts";

/** How many pets are removed in one turn of the event loop. */
const PETS_IN_TURN = 100;

export const storedImports: Handlers<typeof storedImportOperations, Context> = {
  listImports: ({ query }, context) => {
    const { list } = context.store.importRuns;
    const found = page({ ...query, order: "desc" }, ["imports"], context, list, ({ id }) => id);
    return after(found, ({ items, next }) => ({ items: items.map(presentedImport), next }));
  },

  getImport: async ({ params: { importId } }, { store }) =>
    presentedImport((await store.importRuns.find(importId)) ?? notFound("import", importId)),

  undoImport: async ({ params: { importId } }, context): Promise<UndoneImport> => {
    const { store, now } = context;
    const run = (await store.importRuns.beginUndo(importId, now)) ?? notFound("import", importId);
    if (run.added > IMPORT_PETS_MAX) {
      const message = `Import ${importId} added ${run.added} pets; an import of more than ${IMPORT_PETS_MAX} is undone with petstore import --undo ${importId}`;
      throw new Failure("conflict", message);
    }
    const undone = { removed: 0, kept: [] as UndoneImport["kept"] };
    for (const petIds of idsIn(await store.importRuns.ranges(importId, "pet"), PETS_IN_TURN)) {
      const { removed, kept } = await undoPets(context, run, petIds);
      undone.removed += removed;
      undone.kept.push(...kept);
      await nextTurn();
    }
    await endUndo(context, run, authorOf(context));
    return undone;
  },
};

/** An import as clients get it. */
export function presentedImport(run: ImportRun): Import {
  const { id, at, key, file, added, updated, createdCategories, finishedAt, undoBegunAt, undoneAt } = run;
  const isComplete = finishedAt !== undefined && undoBegunAt === undefined;
  const state = undoneAt === undefined ? (isComplete ? "complete" : "partial") : "undone";
  return { id, at: isoTime(at), key, file, added, updated, createdCategories, state };
}
