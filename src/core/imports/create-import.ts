import { Failure } from "../../contract/errors/errors.ts";
import { IMPORT_PETS_MAX, type importOperations } from "../../contract/imports/imports.ts";
import type { InputOf } from "../../contract/index.ts";
import type { Handlers } from "../../contract/operation.ts";
import { batchesOf, yieldToEventLoop } from "../concurrency/event-loop.ts";
import type { Context } from "../context.ts";
import type { Unit } from "../execute.ts";
import { dateIn } from "../feed/local-days.ts";
import { type Author, authorOf, eventOf } from "../recorded-events.ts";
import { ImportCheck } from "./import-check.ts";
import { summaryOf } from "./import-ids.ts";
import type { ImportRules, PetLine, ReadFile } from "./import-ports.ts";
import { LineError } from "./line-problems.ts";
import type { ImportRun } from "./run-ports.ts";
import { knownKinds } from "./similar-kinds.ts";
import { claimIdentifiers, StaleLineError, storeLines, UndoneError } from "./store-lines.ts";
import { rollBackImport } from "./undo-import.ts";

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

/** A file whose lines are stored except for the last part, which commits with the end of the import. */
interface Begun extends Checked {
  readonly run: ImportRun | undefined;
  readonly rest: readonly PetLine[];
}

/** The files of requests in progress. */
const files = new WeakMap<InputOf<"createImport">["body"], Begun>();

export const importChecks = {
  /** Stores all but the last part of a file, each in its own transaction, so that others can write in between. */
  createImport: async (input: InputOf<"createImport">, context: Context) => {
    const checked = await checkFile(input, context);
    const isRefused = input.query.dryRun === true || checked.check.problems.lines > 0;
    const parts = isRefused ? [] : [...batchesOf(checked.lines, PART_LINES)];
    const rest = parts.pop() ?? [];
    const author = authorOf(context);
    let run: ImportRun | undefined;
    const rollback = async () => {
      if (run !== undefined) await rollBackImport(run.id, context.transact, author);
    };
    try {
      for (const part of parts) {
        run = await context.transact(async (unit) => {
          const begun = run ?? (await beginRun(unit, checked, input.query.file, author));
          await storePart(unit, part, checked, begun, author);
          return begun;
        });
      }
    } catch (error) {
      await rollback();
      throw error;
    }
    files.set(input.body, { ...checked, run, rest });
    return rollback;
  },
};

/** Lines per transaction, and lines per statement, which is one iteration of the event loop. */
const PART_LINES = 100;
const TURN_LINES = 50;

/** Reading stops after this many lines with problems: nobody corrects more at once. */
const REFUSED_MAX = 1000;

/** Reads and checks the lines of a file. Throws `payload_too_large` if there are too many. */
async function checkFile(
  { body, query }: InputOf<"createImport">,
  { readFile, store, sha256, timeZone, now }: Context,
): Promise<Checked> {
  const { dryRun = false, allowDuplicates = false, update = false, match, ...others } = query;
  const { allowOtherPets = false, createCategories = false, ...mapped } = others;
  const today = dateIn(timeZone, now);
  const file = await readFile(body, { ...mapped, update, match, now, today });
  const { label, option, namedCategories } = file;
  const kinds = await knownKinds(store);
  const choices = { update, match: file.match, allowOtherPets, createCategories };
  const rules = { ...choices, now, today, label, option, kinds, namedCategories };
  const check = new ImportCheck();
  const lines: PetLine[] = [];
  for await (const part of file.read(check.refuse)) {
    if (check.readable + part.length > IMPORT_PETS_MAX) {
      throw new Failure("payload_too_large", `The file may have at most ${IMPORT_PETS_MAX} pets; this one has more`);
    }
    await yieldToEventLoop();
    await check.add(part, store, rules);
    lines.push(...part);
    if (check.problems.lines < REFUSED_MAX) continue;
    check.stop();
    break;
  }
  check.requireIdentifiers(rules);
  const content = sha256(body.bytes);
  const isOnce = !allowDuplicates && check.readable > 0 && check.identified === 0;
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
    const begun = files.get(body);
    if (begun === undefined) throw new Error("the file was not read");
    const report = begun.check.report({ ...begun.file, ...begun.rules });
    const stored = !query.dryRun && report.problems.length === 0;
    const id = stored ? await finish(begun, query.file, context) : undefined;
    const { columns, warnings } = begun.file;
    return {
      stored,
      id,
      columns,
      ...report,
      warnings: [...warnings(), ...report.warnings],
    };
  },
};

function importedBefore(at: number): string {
  const time = new Date(at).toISOString();
  return `the same file was imported at ${time}, and nothing in it tells its pets apart. To add them again, use allowDuplicates`;
}

function beginRun({ store }: Unit, { content }: Checked, file: string | undefined, author: Author): Promise<ImportRun> {
  return store.importRuns.begin({ content, at: author.now, key: author.key, file, isAllOrNothing: true });
}

/** Stores a part of the lines. Throws `service_unavailable` if another change has made the check invalid. */
async function storePart(
  unit: Unit,
  part: readonly PetLine[],
  { rules }: Checked,
  run: ImportRun,
  author: Author,
): Promise<void> {
  try {
    await claimIdentifiers(unit.store, part);
    for (const lines of batchesOf(part, TURN_LINES)) {
      if (lines !== part) await yieldToEventLoop();
      await storeLines(unit, lines, rules, author, run);
    }
  } catch (error) {
    if (error instanceof UndoneError) throw undoneMeanwhile();
    if (!(error instanceof StaleLineError)) throw error;
    throw new Failure("service_unavailable", `line ${error.line}: a pet or category has just changed; retry`);
  }
}

function undoneMeanwhile(): Failure {
  return new Failure("service_unavailable", "The import took too long and was undone; retry");
}

/** Stores the rest of the lines and ends the import. Returns its id, if it stored something. */
async function finish(begun: Begun, file: string | undefined, context: Context): Promise<bigint | undefined> {
  const { lines, content, isOnce, rest } = begun;
  const { store, events, now } = context;
  const author = authorOf(context);
  const run = begun.run ?? (await beginRun(context, begun, file, author));
  await storePart(context, rest, begun, run, author);
  const summary = summaryOf(await store.importRuns.ranges(run.id, "pet"));
  const isFirst = await store.imports.addFile({ content, lines: lines.length }, now);
  // Another request, or the command, has stored it since the check.
  if (isOnce && !isFirst) throw new Failure("conflict", importedBefore(now));
  if (summary !== undefined) events.push(eventOf(author, "import.completed", summary));
  const isKept = await store.importRuns.finish(run.id, now);
  if (isKept === undefined) throw undoneMeanwhile();
  return isKept ? run.id : undefined;
}
