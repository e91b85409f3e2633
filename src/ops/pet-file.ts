import { extname } from "node:path";
import { preview } from "../contract/json.ts";
import { BATCH_ROWS } from "../store/tables.ts";
import { type Format, UsageError } from "./command.ts";
import { type CsvRecord, joinQuotedLines, splitRecords } from "./csv.ts";
import { type Survey, sampleOf, unicodeOf } from "./encoding.ts";
import { type Line, readLines } from "./lines.ts";
import { type Column, type Header, type Mapping, readHeader } from "./pet-columns.ts";
import { columnLabel, type PetInput, readJsonLine, readRecord } from "./pet-formats.ts";
import { ImportError, LineError, type Problems } from "./problems.ts";

/** What a line says about a pet, and the number of the line. */
export interface PetLine {
  readonly line: number;
  readonly input: PetInput;
}

/** A file of pets and how to read it. */
export interface PetFile {
  readonly path: string;
  readonly format: Format;
  readonly survey: Survey;
  readonly mapping: Mapping;
  /** A line may name an existing pet and only what changes. */
  readonly isUpdate: boolean;
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
};

/** Workbooks are archives, or in old Excel compound files. */
const WORKBOOK_STARTS = ["504b0304", "d0cf11e0"];
const WORKBOOK_EXTENSIONS = [".xlsx", ".xlsm", ".xls", ".ods", ".numbers"];

/** The format that the ending of a file's name stands for, if it does. */
export function formatOfName(file: string): Format | undefined {
  return EXTENSIONS[extname(file).toLowerCase()];
}

/** The format of a file: the given one, that of its ending, or that of its first character. Refuses workbooks. */
export async function formatOf(file: string, given: Format | undefined): Promise<Format> {
  const sample = await sampleOf(file);
  const start = Buffer.from(sample.subarray(0, 4)).toString("hex");
  if (WORKBOOK_STARTS.includes(start) || WORKBOOK_EXTENSIONS.includes(extname(file).toLowerCase())) {
    throw new UsageError(
      `${file} is a spreadsheet, not a text file. Save it as CSV first (Excel: File > Save As > CSV UTF-8; LibreOffice: ` +
        "File > Save As > Text CSV; Numbers: File > Export To > CSV), then import the CSV file",
    );
  }
  const text = new TextDecoder(unicodeOf(sample)).decode(sample).trimStart();
  if (given === undefined && text.startsWith("[")) {
    throw new UsageError(`${file} is a JSON array. Write one object on each line, as \`jq -c .[]\` does`);
  }
  return given ?? formatOfName(file) ?? (text.startsWith("{") ? "ndjson" : "csv");
}

/** Receives how a file is laid out, before its first pet. `header` is undefined for NDJSON. */
export type OnLayout = (label: (column: Column) => string, header: Header | undefined) => void;

/**
 * Reads the pets of a file, a batch at a time. Malformed lines go to `problems`; a bad header, or a file that has changed since its
 * survey, throws `ImportError`.
 */
export async function* readPets(
  file: PetFile,
  problems: Problems,
  onLayout: OnLayout,
  onBytes: (read: number, of: number) => void,
): AsyncGenerator<readonly PetLine[]> {
  const size = Bun.file(file.path).size;
  const lines = readLines(file.path, file.survey, (read) => onBytes(read, size));
  const batch: PetLine[] = [];
  const add = (line: number, read: () => PetInput | undefined) => {
    try {
      const input = read();
      if (input !== undefined) batch.push({ line, input });
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      problems.add(line, error);
      problems.malformed += 1;
    }
  };
  const chunks = file.format === "csv" ? addRecords(file, lines, onLayout, add) : addJson(lines, onLayout, add);
  for await (const _ of chunks) {
    // The last batch waits for the end, where a file that has changed is noticed.
    while (batch.length > BATCH_ROWS) yield batch.splice(0, BATCH_ROWS);
  }
  if (batch.length > 0) yield batch;
}

type Add = (line: number, read: () => PetInput | undefined) => void;

/** Adds the pets of each chunk of lines, then yields. */
async function* addJson(
  chunks: AsyncIterable<readonly Line[]>,
  onLayout: OnLayout,
  add: Add,
): AsyncGenerator<undefined> {
  onLayout((column) => `member ${preview(column)}`, undefined);
  for await (const lines of chunks) {
    for (const line of lines) add(line.number, () => readJsonLine(textOf(line)));
    yield;
  }
}

/** Adds the pets of each chunk of lines, then yields. The first line has the names of the columns. */
async function* addRecords(
  { path, mapping, isUpdate }: PetFile,
  chunks: AsyncIterable<readonly Line[]>,
  onLayout: OnLayout,
  add: Add,
): AsyncGenerator<undefined> {
  let header: Header | undefined;
  for await (const lines of joinQuotedLines(chunks)) {
    let records: readonly CsvRecord[] = [];
    if (header === undefined) {
      const start = lines.findIndex(isTitles);
      const titles = lines[start];
      if (titles === undefined) continue;
      header = inFile(path, () => readHeader(titles, mapping, isUpdate));
      onLayout(columnLabel(header), header);
      records = splitRecords(lines.slice(start + 1), header.delimiter);
    } else {
      records = splitRecords(lines, header.delimiter);
    }
    const known = header;
    for (const record of records) add(record.line, () => readRecord(record, known));
    yield;
  }
}

/** Excel may write its delimiter into a separate line, and rows above the titles may be empty. */
function isTitles({ text }: Line): boolean {
  return text === undefined || (!/^sep=.$/i.test(text) && /[^\s,;|"]/.test(text));
}

function textOf({ text, problem }: Line): string {
  if (text === undefined) throw new LineError({ kind: problem, got: "" });
  return text;
}

/** Names the file in an error about its first line. */
function inFile<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError) throw new ImportError(`${path}: ${error.message}`);
    throw error;
  }
}
