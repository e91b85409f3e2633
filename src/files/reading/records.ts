/* Splits a file into records of fields with line numbers, streamed through `csv-parse` in bounded memory. */
import { once } from "node:events";
import { type Options, parse } from "csv-parse";
import { parse as parseAll } from "csv-parse/sync";
import { LineError } from "../../core/imports/line-problems.ts";
import { countLines, emptyRuns, mayBeEmptyRow, RUN_START } from "./empty-rows.ts";
import { type Survey, textOf } from "./encoding.ts";

/** The longest line of NDJSON or row of a table, in bytes. Some systems embed photos in cells. */
const RECORD_MAX = 64 * 1024;
const ROW_MAX = 4 * 1024 * 1024;

/** A record. Quoted fields may span lines. */
export interface FileRecord {
  /** Its first line. */
  readonly line: number;
  /** Its last line. */
  readonly end: number;
  readonly fields: readonly string[];
  /** Continuation rows, for systems that have them. */
  readonly further?: readonly FileRecord[];
}

/** Recognised delimiters. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** How a file is split. */
export interface Splitting {
  /** If undefined, each line is one field. */
  readonly delimiter: Delimiter | undefined;
  /** The first line to read. */
  readonly fromLine: number;
}

function optionsFor(
  { delimiter, fromLine }: Splitting,
  add: (record: FileRecord) => void,
  skipped: () => number = () => 0,
): Options {
  let last = fromLine - 1;
  return {
    // JSON never contains this character unescaped, so it never splits a line.
    ...(delimiter === undefined ? { delimiter: "\0", quote: null } : { delimiter, relax_quotes: true }),
    record_delimiter: "\n",
    relax_column_count: true,
    trim: true,
    max_record_size: longest(delimiter),
    on_record(fields: string[], info) {
      const end = info.lines + fromLine - 1 + skipped();
      const breaks = end === last + 1 ? 0 : fields.reduce((sum, field) => sum + countLines(field), 0);
      last = end;
      add({ line: end - breaks, end, fields });
      return null;
    },
  };
}

/** Returns the first records of a text that may be cut off. */
export function firstRecords(text: string, delimiter: Delimiter, count: number): readonly FileRecord[] {
  const records: FileRecord[] = [];
  try {
    parseAll(text, { ...optionsFor({ delimiter, fromLine: 1 }, (record) => records.push(record)), to: count });
  } catch {
    // The records before the error are complete.
  }
  return records;
}

/** How often reading resumes after an unreadable record. Each time, the file is read from its start. */
const RESTARTS_MAX = 20;

/**
 * Reads the records of a file in batches. Skips empty ones: Excel writes every row that ever had a value. A stray
 * quote invalidates only its own line: it is passed to `refuse`, and the next line starts a record. Throws
 * `ChangedError` at the end if the file changed since it was surveyed.
 */
export async function* readRecords(
  file: Blob,
  survey: Survey,
  splitting: Splitting,
  refuse: Refusal,
): AsyncGenerator<readonly FileRecord[]> {
  let { fromLine } = splitting;
  for (let restarts = 0; ; restarts++) {
    const bad = yield* readFrom(file, survey, { ...splitting, fromLine });
    if (bad === undefined) return;
    const isLast = restarts === RESTARTS_MAX;
    refuse(
      bad.line,
      new LineError({
        code: "misplaced_quote",
        kind: isLast ? `${bad.problem}. The lines after it are not read` : bad.problem,
        got: "",
      }),
    );
    if (isLast) return;
    fromLine = bad.line + 1;
  }
}

/** Reads the records of a file; can be called repeatedly. */
export type RecordReader = (refuse: Refusal) => AsyncIterable<readonly FileRecord[]>;

type Refusal = (line: number, error: LineError) => void;

interface RefusedLine {
  readonly line: number;
  readonly error: LineError;
}

/** Files up to this size are parsed once. */
export const KEPT_BYTES = 4 * 1024 * 1024;
const KEPT_RECORDS = 50_000;

/** Like `readRecords`, but caches the records of a small file. */
export function recordReader(file: Blob, survey: Survey, splitting: Splitting): RecordReader {
  let kept: readonly (readonly FileRecord[] | RefusedLine)[] | undefined;
  return async function* (refuse) {
    if (kept !== undefined) {
      for (const part of kept) {
        if ("error" in part) refuse(part.line, part.error);
        else yield part;
      }
      return;
    }
    const parts: (readonly FileRecord[] | RefusedLine)[] = [];
    let left = file.size > KEPT_BYTES ? 0 : KEPT_RECORDS;
    const note = (line: number, error: LineError) => {
      parts.push({ line, error });
      refuse(line, error);
    };
    for await (const records of readRecords(file, survey, splitting, note)) {
      if (left >= records.length) parts.push(records);
      left -= records.length;
      if (left < 0) parts.length = 0;
      yield records;
    }
    if (left > 0) kept = parts;
  };
}

/** Reads up to the first unreadable record, and returns it. */
async function* readFrom(
  file: Blob,
  survey: Survey,
  splitting: Splitting,
): AsyncGenerator<readonly FileRecord[], { readonly line: number; readonly problem: string } | undefined> {
  let records: FileRecord[] = [];
  let next = splitting.fromLine;
  let failure: { readonly code?: string } | undefined;
  const add = (record: FileRecord) => {
    next = record.end + 1;
    if (record.fields.some((field) => field !== "")) records.push(record);
  };
  let skipped = 0;
  const parser = parse(optionsFor(splitting, add, () => skipped)).resume();
  parser.on("error", (error: { readonly code?: string }) => {
    failure ??= error;
  });
  const take = () => {
    const taken = records;
    records = [];
    return taken;
  };
  const write = (text: string) => new Promise<unknown>((written) => parser.write(text, written));
  let line = splitting.fromLine;
  // The start of a possibly empty row, after rows that the parser did not get.
  let held: string | undefined;
  // Characters since the last record ended. The parser counts those of fields, but a row may be all delimiters.
  let open = 0;
  const most = longest(splitting.delimiter);
  for await (const text of linesFrom(splitting.fromLine, textOf(file, survey))) {
    let isInRun = held !== undefined;
    const runs = emptyRuns((held ?? "") + text, splitting.delimiter, isInRun);
    held = undefined;
    for (const { rows, empty } of runs) {
      if (isInRun && empty === "" && rows.length <= RECORD_MAX && mayBeEmptyRow(rows, splitting.delimiter)) {
        held = rows;
        break;
      }
      const before = next;
      if (rows !== "") await write(rows);
      open = next === before ? open + rows.length : 0;
      if (open > most) failure ??= TOO_LONG;
      line += countLines(rows);
      if (failure !== undefined) break;
      const count = countLines(empty);
      // If no record ended since the empty rows began, they are inside quotes.
      const isQuoted = rows !== "" && next <= line - RUN_START;
      if (count > 0 && isQuoted) await write(empty);
      else skipped += count;
      isInRun = count > 0 && !isQuoted;
      line += count;
    }
    yield take();
    if (failure !== undefined) return { line: next, problem: problemOf(failure, splitting) };
  }
  if (held !== undefined) await write(held);
  parser.end();
  await once(parser, "end").catch(() => {});
  yield take();
  return failure && { line: next, problem: problemOf(failure, splitting) };
}

/** The parser's error for a record that is too long. */
const TOO_LONG = { code: "CSV_MAX_RECORD_SIZE" };

function longest(delimiter: Splitting["delimiter"]): number {
  return delimiter === undefined ? RECORD_MAX : ROW_MAX;
}

function problemOf({ code }: { readonly code?: string }, { delimiter }: Splitting): string {
  if (code === TOO_LONG.code) return `longer than ${longest(delimiter)} bytes, or a quote that is never closed`;
  return "a misplaced quote. Quote a field from its start to its end, and double the quotes inside it";
}

/** Skips lines, ignoring quotes. */
async function* linesFrom(line: number, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let skipped = 1;
  for await (const text of texts) {
    let start = 0;
    while (skipped < line && start !== -1) {
      const end = text.indexOf("\n", start);
      start = end === -1 ? -1 : end + 1;
      if (end !== -1) skipped += 1;
    }
    if (start !== -1) yield text.slice(start);
  }
}
