/*
 * Rows without a value, which are left out before the parser: it takes microseconds for each, and a spreadsheet may write a million
 * of them below its last row.
 */

/** How many rows of a run the parser gets all the same: by them it shows whether they are inside quotes. */
export const RUN_START = 64;

/** A part of a text: what the parser reads, and the empty rows after it. */
interface Run {
  /** Ends with the first `RUN_START` of the empty rows, if there are any. */
  readonly rows: string;
  readonly empty: string;
}

/**
 * Splits a text with line feeds at its long runs of rows that have only delimiters and white space. Where `isInRun`, the text goes on
 * after such rows, and its first ones belong to them.
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

/** Whether a text is empty, or the start of a row without a value. */
export function mayBeEmptyRow(text: string, delimiter: string | undefined): boolean {
  return new RegExp(`^[ \\t${delimiter ?? ""}]*$`).test(text);
}

/** How many lines end in a text. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
