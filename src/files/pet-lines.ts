/* Reads pets from the lines of a file: NDJSON, or CSV as in RFC 4180 (decision 022). */
import type * as z from "zod";
import { type ImportColumn, ImportLine } from "../contract/imports.ts";
import { type Json, JsonError, parseJson, preview } from "../contract/json.ts";
import type { NameOption, PetLine, Refuse } from "../core/imports/import-ports.ts";
import { LineError, type NameColumn, type Problem, valueProblem } from "../core/imports/import-problems.ts";
import { nextTurn, partsOf } from "../core/turns.ts";
import { integerRemedy, readInteger } from "./cells.ts";
import { type Survey, surveyFile } from "./encoding.ts";
import type { Format } from "./formats.ts";
import { EXPECTED_CELLS, isProfileMember, readProfileCell } from "./profile-cells.ts";
import { type FileRecord, readRecords, withLineFeeds } from "./records.ts";
import { type Header, keyOf, type Mapping, readHeader } from "./titles.ts";

/** A file of pets and how to read it. */
export interface PetFile {
  readonly blob: Blob;
  readonly format: Format;
  readonly survey: Survey;
  /** Undefined for NDJSON. */
  readonly header: Header | undefined;
  readonly mapping: Mapping;
  /** Words for a status that nobody explained, at most a few. */
  readonly unknownStatuses: Set<string>;
}

/** Finds the encoding and the columns of a file. Throws `Unreadable` if it lacks the columns of pets. */
export async function openPets(blob: Blob, format: Format, mapping: Mapping, update: boolean): Promise<PetFile> {
  const survey = await surveyFile(blob, format === "ndjson");
  const header = format === "csv" ? readHeader(withLineFeeds(survey.start), mapping, update) : undefined;
  return { blob, format, survey, header, mapping, unknownStatuses: new Set() };
}

/** How messages name a column: a table's by its title. */
export function labelOf({ header }: PetFile): NameColumn {
  if (header === undefined) return (column) => `member ${preview(column)}`;
  const titleOf = (column: ImportColumn) => header.titles[header.columns.indexOf(column)];
  return (column) => {
    // Two columns say the category, and a file has one of them.
    const other = column === "categoryId" ? titleOf("category") : undefined;
    return `column ${preview(titleOf(column) ?? other ?? column)}`;
  };
}

/** How many lines are read in one turn of the event loop. */
const TURN_LINES = 200;

/** Reads the pets of a file, some lines at a time. Throws `ChangedError` at the end if it is not the file that was surveyed. */
export async function* readPets(file: PetFile, refuse: Refuse): AsyncGenerator<readonly PetLine[]> {
  const { blob, survey, header } = file;
  const splitting = { delimiter: header?.delimiter, fromLine: (header?.end ?? 0) + 1 };
  const label = labelOf(file);
  const read = header === undefined ? (record: FileRecord) => readJson(record, label) : cellReader(file, header, label);
  for await (const records of readRecords(blob, survey, splitting, refuse)) {
    for (const part of partsOf(records, TURN_LINES)) {
      const lines: PetLine[] = [];
      for (const record of part) {
        try {
          requireText(record, survey);
          lines.push({ line: record.line, input: read(record) });
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          refuse(record.line, error);
        }
      }
      yield lines;
      await nextTurn();
    }
  }
}

function requireText({ fields }: FileRecord, { isValid, encoding }: Survey): void {
  if (isValid || !fields.some((field) => field.includes("\ufffd"))) return;
  throw new LineError({ code: "not_utf8", kind: `not ${encoding.toUpperCase()}. Save the file as UTF-8`, got: "" });
}

/** Programs write NDJSON, so it is read exactly. */
function readJson({ fields }: FileRecord, label: NameColumn): ImportLine {
  return validate(parse(fields.join("\0")), label);
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new LineError({ code: "malformed_json", kind: "expected one JSON object on each line", got: error.message });
  }
}

/** How many unknown words for a status are kept. */
const WORDS_MAX = 20;

/** Makes a function that reads a record of a table. */
function cellReader(
  { mapping: { statuses, option }, unknownStatuses }: PetFile,
  { columns, delimiter }: Header,
  label: NameColumn,
): (record: FileRecord) => ImportLine {
  const readCell = (column: ImportColumn, cell: string): Json => {
    if (column === "name") return cell;
    if (column === "category") return cell.trim();
    if (isProfileMember(column)) return readProfileCell(column, cell);
    // A cell that is not an integer stays text, which the schema refuses.
    if (column !== "status") return readInteger(cell, delimiter) ?? cell;
    return statuses.get(keyOf(cell)) ?? cell.trim().toLowerCase();
  };
  // A schema of these columns alone takes half the time.
  const mask = Object.fromEntries(columns.flatMap((column) => (column === undefined ? [] : [[column, true]])));
  const schema = ImportLine.pick(mask as { [Column in ImportColumn]?: true });
  return ({ fields }) => {
    if (fields.slice(columns.length).some((field) => field !== "")) {
      const kind = `expected ${columns.length} fields, as in the row of titles. Quote a field that contains ${preview(delimiter)}`;
      throw new LineError({ code: "too_many_fields", kind, got: `got ${fields.length}` });
    }
    const cells: Partial<Record<ImportColumn, string>> = {};
    const values: Record<string, Json> = {};
    for (const [index, column] of columns.entries()) {
      const cell = fields[index] ?? "";
      if (column === undefined || cell.trim() === "") continue;
      cells[column] = cell;
      values[column] = readCell(column, cell);
    }
    try {
      return validate(values, label, { cells, option, schema });
    } catch (error) {
      const { status } = values;
      const isKnown = status === undefined || ImportLine.shape.status.safeParse(status).success;
      if (!isKnown && unknownStatuses.size < WORDS_MAX) unknownStatuses.add(String(status));
      throw error;
    }
  };
}

/** The cells that values come from, their schema, and how messages name an option. */
interface Cells {
  readonly cells: Readonly<Partial<Record<ImportColumn, string>>>;
  readonly option: NameOption;
  readonly schema: z.ZodType<ImportLine>;
}

/** Reads the values of a line, which may come from cells. */
function validate(value: unknown, label: NameColumn, from?: Cells): ImportLine {
  const result = (from?.schema ?? ImportLine).safeParse(value);
  if (result.success) return result.data;
  const got = (from?.cells ?? value) as Record<PropertyKey, unknown>;
  throw new LineError(...result.error.issues.flatMap((issue) => explain(issue, got, label, from?.option)));
}

function explain(
  issue: z.core.$ZodIssue,
  written: Record<PropertyKey, unknown>,
  label: NameColumn,
  option: NameOption | undefined,
): readonly Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: "unknown_member",
      kind: "unknown member. Correct or remove it",
      got: `got ${preview(key)}`,
    }));
  }
  const column = issue.path[0] as ImportColumn | undefined;
  if (column === undefined)
    return [{ code: "malformed_json", kind: "expected an object", got: `got ${preview(written)}` }];
  const remedy = option === undefined ? "" : `. ${remedyFor(column, String(written[column]), option)}`;
  const got = written[column] === undefined ? "it is missing" : `got ${preview(written[column])}`;
  const expected = (option !== undefined && EXPECTED_CELLS[column]) || issue.message;
  return [valueProblem({ code: "invalid_value", column, expected: `expected ${expected}${remedy}`, got }, label)];
}

function remedyFor(column: ImportColumn, cell: string, option: NameOption): string {
  if (column === "status") return `Use one of these words, leave the cell empty, or add ${option("mapStatus")}`;
  if (isProfileMember(column))
    return `Correct it, leave the cell empty, or ignore the column: ${option("map")} with its title, as in Price=-`;
  return column === "name" || column === "category" ? "Correct the text" : integerRemedy(cell);
}
