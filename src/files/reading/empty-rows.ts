/* Skips empty rows before the parser, which takes microseconds for each: a spreadsheet may write a million below its
   last row. */

/** How many rows of a run the parser still gets, to show whether they are inside quotes. */
export const RUN_START = 64;

/** A text for the parser, and the empty rows after it. */
interface Run {
  /** Includes the first `RUN_START` of the empty rows. */
  readonly rows: string;
  readonly empty: string;
}

/**
 * Splits a text with line feeds at long runs of rows without values. If `isInRun`, leading empty rows continue the
 * previous run.
 */
export function* emptyRuns(text: string, delimiter: string | undefined, isInRun: boolean): Generator<Run> {
  const empty = `[ \\t\\n${delimiter ?? ""}]`;
  const run = new RegExp(`\\n${empty}{${2 * RUN_START},}`, "g");
  let from = isInRun ? (new RegExp(`^${empty}*\\n|`).exec(text)?.[0].length ?? 0) : 0;
  if (from > 0) yield { rows: "", empty: text.slice(0, from) };
  run.lastIndex = from;
  for (const { 0: found, index } of text.matchAll(run)) {
    let start = index + 1;
    for (let rows = 0; rows < RUN_START && start !== 0; rows++) start = text.indexOf("\n", start) + 1;
    const end = index + found.lastIndexOf("\n") + 1;
    if (start === 0 || start >= end) continue;
    yield { rows: text.slice(from, start), empty: text.slice(start, end) };
    from = end;
  }
  yield { rows: text.slice(from), empty: "" };
}

/** Whether a text is empty or the start of an empty row. */
export function mayBeEmptyRow(text: string, delimiter: string | undefined): boolean {
  return new RegExp(`^[ \\t${delimiter ?? ""}]*$`).test(text);
}

/** Counts the line ends in a text. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
