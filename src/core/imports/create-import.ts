import { Failure } from "../../contract/errors.ts";
import { IMPORT_PETS_MAX, type importOperations } from "../../contract/imports.ts";
import type { InputOf } from "../../contract/index.ts";
import type { Handlers } from "../../contract/operation.ts";
import type { Context } from "../context.ts";
import { authorOf, eventOf } from "../events.ts";
import { nextTurn, partsOf } from "../turns.ts";
import { ImportCheck } from "./import-check.ts";
import { summaryOf } from "./import-ids.ts";
import type { ImportRules, PetLine, ReadFile } from "./import-ports.ts";
import { LineError } from "./import-problems.ts";
import { claimMarks, LateError, storeLines } from "./imports.ts";

/** A file whose lines are checked. */
interface Checked {
  readonly file: ReadFile;
  readonly rules: ImportRules;
  readonly check: ImportCheck;
  readonly lines: readonly PetLine[];
  readonly content: string;
  /** Whether the same file may be imported only once: each of its lines would add a pet again. */
  readonly isOnce: boolean;
}

/** The files of requests in progress. They are read before the transaction, in which others wait. */
const files = new WeakMap<InputOf<"createImport">["body"], Checked>();

export const importChecks = {
  createImport: async (input: InputOf<"createImport">, context: Context) => {
    files.set(input.body, await checkFile(input, context));
  },
};

/** How many lines are stored with one statement, in one turn of the event loop. */
const PART_LINES = 50;

/** Reading stops after this many lines with problems: nobody corrects more at once. */
const REFUSED_MAX = 1000;

/** Reads and checks the lines of a file, as far as there are not too many. Throws `payload_too_large`. */
async function checkFile(
  { body, query }: InputOf<"createImport">,
  { readFile, store, sha256, now }: Context,
): Promise<Checked> {
  const { dryRun = false, allowDuplicates = false, update = false, match, ...others } = query;
  const { allowOtherPets = false, createCategories = false, ...mapped } = others;
  const file = await readFile(body, { ...mapped, update, match });
  const { label, option } = file;
  const rules = { update, match: file.match, allowOtherPets, createCategories, now, label, option };
  const check = new ImportCheck();
  const lines: PetLine[] = [];
  for await (const part of file.read(check.refuse)) {
    if (check.pets + part.length > IMPORT_PETS_MAX) {
      throw new Failure("payload_too_large", `The file may have ${IMPORT_PETS_MAX} pets; this one has more`);
    }
    await nextTurn();
    await check.add(part, store, rules);
    lines.push(...part);
    if (check.problems.lines < REFUSED_MAX) continue;
    check.stop();
    break;
  }
  check.requireMarks(rules);
  const content = sha256(body.bytes);
  const isOnce = !allowDuplicates && check.pets > 0 && check.marked === 0;
  const before = isOnce ? await store.imports.findFile(content) : undefined;
  if (before !== undefined) {
    const message = importedBefore(before);
    if (!dryRun && check.problems.lines === 0) throw new Failure("conflict", message);
    check.problems.add(1, new LineError({ code: "imported_before", kind: message, got: "" }));
  }
  return { file, rules, check, lines, content, isOnce };
}

export const imports: Handlers<typeof importOperations, Context> = {
  createImport: async ({ body, query }, context) => {
    const checked = files.get(body);
    if (checked === undefined) throw new Error("the file was not read");
    const report = checked.check.report();
    const stored = !query.dryRun && report.problems.length === 0;
    const id = stored ? await storeAll(checked, query.file, context) : undefined;
    const { columns, unknownWords, warnings } = checked.file;
    return {
      stored,
      id,
      columns,
      ...report,
      unknownWords: unknownWords(),
      warnings: [...warnings(), ...report.warnings],
    };
  },
};

function importedBefore(at: number): string {
  const time = new Date(at).toISOString();
  return `the same file was imported at ${time}, and nothing in it tells its pets apart. To add them again, use allowDuplicates`;
}

/** Stores all lines. Returns the id of the import, if it stored something. */
async function storeAll(
  { lines, rules, content, isOnce }: Checked,
  file: string | undefined,
  context: Context,
): Promise<bigint | undefined> {
  const { store, events, now } = context;
  const author = authorOf(context);
  const run = await store.importRuns.begin({ content, at: now, key: author.key, file });
  try {
    await claimMarks(store, lines);
    for (const part of partsOf(lines, PART_LINES)) {
      await storeLines({ store, events }, part, rules, author, run);
      await nextTurn();
    }
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    throw new Failure("service_unavailable", `line ${error.line}: a pet or category has just changed; retry`);
  }
  const summary = summaryOf(await store.importRuns.ranges(run.id, "pet"));
  const isFirst = await store.imports.addFile({ content, lines: lines.length, summary }, now);
  // Another request, or the command, has stored it since the check.
  if (isOnce && !isFirst) throw new Failure("conflict", importedBefore(now));
  if (summary !== undefined) events.push(eventOf(author, "import.completed", summary));
  return (await store.importRuns.finish(run.id, now)) ? run.id : undefined;
}
