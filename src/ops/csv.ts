/* Records of CSV, parsed many at a time by `csv-parse`. */
import { parse } from "csv-parse/sync";
import { LINE_MAX, type Line } from "./lines.ts";

/** The fields of a record, or why there are none. */
export interface CsvRecord {
  /** The number of its first line. */
  readonly line: number;
  readonly fields: readonly string[] | undefined;
  readonly problem: string;
}

/** The separators of fields that are recognised. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const MISPLACED_QUOTE = "a misplaced quote. Quote a field from its start to its end, and double the quotes inside it";

/** Joins the lines that one quoted field spans: those from a line with an odd number of quotes to the next such line. */
export async function* joinQuotedLines(batches: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let open: Line[] = [];
  let length = 0;
  for await (const lines of batches) {
    const joined: Line[] = [];
    for (const line of lines) {
      const isOdd = hasOddQuotes(line.text ?? "");
      if (open.length === 0 && !isOdd) {
        joined.push(line);
        continue;
      }
      open.push(line);
      length += line.text?.length ?? LINE_MAX;
      if (open.length > 1 && isOdd) joined.push(join(open));
      // The quote is never closed: each line stands alone again.
      else if (length > LINE_MAX) joined.push(...open);
      else continue;
      open = [];
      length = 0;
    }
    yield joined;
  }
  yield open;
}

function join(parts: readonly Line[]): Line {
  return { number: parts[0]?.number ?? 0, text: parts.map(({ text }) => text).join("\n"), problem: "", parts };
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/**
 * Splits lines into records. A stray quote spoils only its own line: when lines do not parse together, each is parsed alone. White
 * space around a field is dropped, except inside quotes.
 */
export function splitRecords(lines: readonly Line[], delimiter: Delimiter): readonly CsvRecord[] {
  if (lines.some(({ text }) => text === undefined)) return lines.flatMap((line) => splitLine(line, delimiter));
  const records = parseLines(lines, delimiter);
  if (records === undefined) return lines.flatMap((line) => splitLine(line, delimiter));
  return records.map((fields, index) => ({ line: lines[index]?.number ?? 0, fields, problem: "" }));
}

function splitLine(line: Line, delimiter: Delimiter): readonly CsvRecord[] {
  if (line.text === undefined) return [{ line: line.number, fields: undefined, problem: line.problem }];
  const [fields] = parseLines([line], delimiter) ?? [];
  if (fields !== undefined) return [{ line: line.number, fields, problem: "" }];
  if (line.parts !== undefined) return line.parts.flatMap((part) => splitLine(part, delimiter));
  return [{ line: line.number, fields: undefined, problem: MISPLACED_QUOTE }];
}

/** Returns one record for each line; undefined when they do not parse. */
function parseLines(lines: readonly Line[], delimiter: Delimiter): readonly string[][] | undefined {
  const text = lines.map((line) => line.text).join("\n");
  try {
    const records = parse(text, { delimiter, record_delimiter: "\n", relax_column_count: true, trim: true });
    return records.length === lines.length ? records : undefined;
  } catch {
    return undefined;
  }
}
