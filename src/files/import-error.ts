/* Why a file was not imported, for the operator. */

import type { ImportCheck } from "../core/imports/import-check.ts";
import type { Problems, ReportedProblem } from "../core/imports/import-problems.ts";
import type { PetFile } from "./pet-lines.ts";
import { optionFor } from "./questions.ts";

/** The file was not imported, or not all of it. */
export class ImportError extends Error {}

/** The whole file was imported before. */
export class AlreadyImported extends ImportError {}

/** Names every kind of problem with its first lines. */
export function refusal(path: string, { unknownWords }: PetFile, check: ImportCheck, done: number): ImportError {
  const kept = done === 0 ? "" : ` beyond the ${done} pets of the interrupted import`;
  const words = unknownWords.list();
  const option = words.length === 0 ? [] : [`If they are right, complete and add ${optionFor(words)}`];
  return new ImportError([...problemsIn(path, check, kept), ...option].join("\n"));
}

/** The problems of a file of which nothing was imported, as lines. */
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
