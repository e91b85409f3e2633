/* Why an import failed, for the operator. */

import type { ImportReport } from "../../contract/imports/import-report.ts";
import { preview } from "../../contract/json/json.ts";
import type { ImportCheck } from "../../core/imports/import-check.ts";
import type { ImportOption, ImportRules } from "../../core/imports/import-ports.ts";
import type { Problems, ReportedProblem } from "../../core/imports/line-problems.ts";
import { flagOf } from "../layouts/layout-formats.ts";
import { type PetFile, titlesOf } from "../reading/pet-file.ts";

/** The file was not imported, or only in part. */
export class ImportError extends Error {}

/** The whole file was imported before. */
export class AlreadyImported extends ImportError {}

/** A message that lists each kind of problem with its first lines. */
export function refusal(
  path: string,
  file: PetFile,
  check: ImportCheck,
  rules: ImportRules,
  done: number,
): ImportError {
  const kept = done === 0 ? "" : ` beyond the ${done} pets of the interrupted import`;
  const answers = check.problems.answers.list(titlesOf(file), rules);
  return new ImportError([...problemsIn(path, check, kept), ...describeAnswers(answers)].join("\n"));
}

/** How many answers are listed, and how many choices of each. */
const ANSWERS_MAX = 40;
const CHOICES_MAX = 6;

/** Flags that answer the questions, ready to copy. `--map-values` and `--map` combine all their answers. */
export function describeAnswers(answers: ImportReport["answers"]): readonly string[] {
  if (answers.length === 0) return [];
  const shown = answers.slice(0, ANSWERS_MAX).map(({ option, choices, column, value, count }) => {
    const cells = value === undefined ? "" : ` for ${preview(value)}`;
    const about = column === undefined ? "" : ` (${column}${cells}, ${count} ${count === 1 ? "line" : "lines"})`;
    const flag = flagOf(option as ImportOption);
    const options = choices.map((choice) => optionOf(flag, choice));
    const more = options.length > CHOICES_MAX ? ["..."] : [];
    return `  ${[...options.slice(0, CHOICES_MAX), ...more].join("  or  ")}${about}`;
  });
  return [
    "To import the file as it is, answer with these options; join those of --map-values, and those of --map, by commas:",
    ...shown,
  ];
}

function optionOf(flag: string, choice: string): string {
  if (choice === "false") return `the command without ${flag}`;
  return choice === "true" ? flag : `${flag} ${quoted(choice)}`;
}

/** Quotes a value for a shell. */
function quoted(text: string): string {
  return /^[\w=:.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The problems of a refused file, as lines. */
export function problemsIn(
  path: string,
  { problems, lines }: { readonly problems: Problems; readonly lines: number },
  kept = "",
): readonly string[] {
  const found = `${path}: ${problems.lines} of ${lines} lines cannot be imported. Nothing was imported${kept}.`;
  return [found, ...problems.list().flatMap(describe)];
}

function describe({ message, count, examples }: ReportedProblem): readonly string[] {
  const shown = examples.map(({ line, got }) => `  line ${line}${got === "" ? "" : `: ${got}`}`);
  const more = count - shown.length;
  return [`${message}:`, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}
