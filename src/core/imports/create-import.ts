import { Failure } from "../../contract/errors.ts";
import { IMPORT_PETS_MAX, type importOperations } from "../../contract/imports.ts";
import type { InputOf } from "../../contract/index.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { Context } from "../context.ts";
import { importCompleted } from "../events.ts";
import { rangeOf } from "./import-ids.ts";
import type { ImportRules } from "./import-lines.ts";
import type { PetLine, ReadFile } from "./import-ports.ts";
import { ImportCheck, LateError, storeLines } from "./imports.ts";

/** The files of requests in progress. They are read before the transaction, which awaits nothing but its repositories. */
const files = new WeakMap<InputOf<"createImport">["body"], ReadFile>();

export const importChecks = {
  createImport: async ({ body, query }: InputOf<"createImport">, { readFile }: Context) => {
    const { update = false, map, mapStatus } = query;
    const file = await readFile(body, { update, map, mapStatus });
    if (file.lines.length > IMPORT_PETS_MAX) {
      const message = `The file may have ${IMPORT_PETS_MAX} pets; this one has ${file.lines.length}`;
      throw new Failure("payload_too_large", message);
    }
    files.set(body, file);
  },
};

/** How many lines are stored with one statement. */
const BATCH_LINES = 2000;

export const imports: Handlers<typeof importOperations, Context> = {
  createImport: async ({ body, query }, context) => {
    const file = files.get(body);
    if (file === undefined) throw new Error("the file was not read");
    const { dryRun = false, update = false, createCategories = false } = query;
    const rules = { update, createCategories, now: context.now, label: file.label, option: file.option };
    const check = new ImportCheck();
    for (const [line, error] of file.refused) check.refuse(line, error);
    for (const lines of batchesOf(file.lines)) await check.add(lines, context.store, rules);
    const report = check.report();
    const stored = !dryRun && report.problems.length === 0;
    if (stored) await storeAll(file.lines, rules, context);
    return { stored, columns: file.columns, ...report };
  },
};

function* batchesOf(lines: readonly PetLine[]): Generator<readonly PetLine[]> {
  for (let from = 0; from < lines.length; from += BATCH_LINES) yield lines.slice(from, from + BATCH_LINES);
}

async function storeAll(
  lines: readonly PetLine[],
  rules: ImportRules,
  { store, events, principal: { name, hint }, now }: Context,
): Promise<void> {
  const author = { key: { name, hint }, now };
  const added: bigint[] = [];
  try {
    for (const batch of batchesOf(lines)) {
      added.push(...(await storeLines({ store, events }, batch, rules, author)).added);
    }
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    throw new Failure("service_unavailable", `line ${error.line}: a pet or category has just changed; retry`);
  }
  const range = rangeOf(added);
  if (range !== undefined) events.push(importCompleted(author, { count: added.length, ...range }));
}
