import { Failure, notFound } from "../../contract/errors/errors.ts";
import { IMPORT_PETS_MAX } from "../../contract/imports/imports.ts";
import type { Import, storedImportOperations, UndoneImport } from "../../contract/imports/stored-imports.ts";
import type { InputOf } from "../../contract/index.ts";
import type { Handlers } from "../../contract/operation.ts";
import { chain } from "../concurrency/maybe-promise.ts";
import type { Context } from "../context.ts";
import { page } from "../pagination.ts";
import { authorOf } from "../recorded-events.ts";
import { isoTime } from "../times.ts";
import type { ImportRun } from "./run-ports.ts";
import { endUndo, undoParts } from "./undo-import.ts";

export const storedImports: Handlers<typeof storedImportOperations, Context> = {
  listImports: ({ query }, context) => {
    const { list } = context.store.importRuns;
    const found = page({ ...query, order: "desc" }, ["imports"], context, list, ({ id }) => id);
    return chain(found, ({ items, next }) => ({ items: items.map(presentedImport), next }));
  },

  getImport: async ({ params: { importId } }, { store }) =>
    presentedImport((await store.importRuns.find(importId)) ?? notFound("import", importId)),

  undoImport: async (input, context): Promise<UndoneImport> => {
    const done = undone.get(input);
    if (done === undefined) throw new Error("the pets of the import were not undone");
    await endUndo(context, input.params.importId, authorOf(context));
    return done;
  },
};

/** What requests in progress have undone, part by part, before their own transaction. */
const undone = new WeakMap<InputOf<"undoImport">, UndoneImport>();

export const undoChecks = {
  undoImport: async (input: InputOf<"undoImport">, context: Context) => {
    const { importId } = input.params;
    const run = (await context.store.importRuns.find(importId)) ?? notFound("import", importId);
    if (run.added + run.updated > IMPORT_PETS_MAX) {
      const message = `Import ${importId} has ${run.added + run.updated} pets; an import of more than ${IMPORT_PETS_MAX} is undone with petstore import --undo ${importId}`;
      throw new Failure("conflict", message);
    }
    undone.set(input, (await undoParts(importId, context.transact, authorOf(context))) ?? notFound("import", importId));
  },
};

/** An import as clients get it. */
export function presentedImport(run: ImportRun): Import {
  const { id, at, key, file, added, updated, createdCategories, finishedAt, undoBegunAt, undoneAt } = run;
  const isComplete = finishedAt !== undefined && undoBegunAt === undefined;
  const state = undoneAt === undefined ? (isComplete ? "complete" : "partial") : "undone";
  return { id, at: isoTime(at), key, file, added, updated, createdCategories, state };
}
