/* Reads pets from the lines of a file: NDJSON, or CSV as in RFC 4180 (decision 022). */
import type * as z from "zod";
import { type ImportColumn, ImportLine, marks } from "../contract/imports.ts";
import { type Json, JsonError, parseJson, preview } from "../contract/json.ts";
import type { MatchColumn, NameOption, PetLine, Refuse } from "../core/imports/import-ports.ts";
import { LineError, type NameColumn, type Problem, valueProblem } from "../core/imports/import-problems.ts";
import { isWordColumn, keyOf, meaningIn } from "../core/reading/written-words.ts";
import { nextTurn, partsOf } from "../core/turns.ts";
import { integerRemedy, readInteger } from "./cells.ts";
import { type Survey, surveyFile } from "./encoding.ts";
import type { Format } from "./formats.ts";
import { type Habits, habitsOf } from "./habits.ts";
import type { Mapping } from "./mapping.ts";
import { EXPECTED_CELLS, isProfileMember, readProfileCell } from "./profile-cells.ts";
import { FileWarnings, Unclear, UnknownWords } from "./questions.ts";
import { type FileRecord, KEPT_BYTES, type RecordReader, recordReader, withLineFeeds } from "./records.ts";
import { cellTranslator, rowFilter } from "./sources.ts";
import { type Header, type Matching, readHeader } from "./titles.ts";

/** A file of pets and how to read it. */
export interface PetFile {
  readonly blob: Blob;
  readonly survey: Survey;
  /** Undefined for NDJSON. */
  readonly header: Header | undefined;
  readonly habits: ReadonlyMap<ImportColumn, Habits>;
  readonly mapping: Mapping;
  /** Words of columns that nobody explained. */
  readonly unknownWords: UnknownWords;
  readonly warnings: FileWarnings;
  readonly records: RecordReader;
  /** The pets of a small file once they have been read, so that they are not read again. */
  readonly kept: { pets?: readonly (readonly PetLine[])[] };
}

/** Finds the encoding and the columns of a file. Throws `Unreadable` if it lacks the columns of pets. */
export async function openPets(blob: Blob, format: Format, mapping: Mapping, matching: Matching): Promise<PetFile> {
  const survey = await surveyFile(blob, format === "ndjson");
  // In a process that has read none, each of these steps takes long enough for a turn of its own: it runs code for the first time.
  await nextTurn();
  const header = format === "csv" ? readHeader(withLineFeeds(survey.start), mapping, matching) : undefined;
  const splitting = { delimiter: header?.delimiter, fromLine: (header?.end ?? 0) + 1 };
  const records = recordReader(blob, survey, splitting);
  await nextTurn();
  const habits = header === undefined ? new Map<never, never>() : await habitsOf(records, header, mapping);
  const warnings = new FileWarnings();
  for (const [column, words] of mapping.values) warnings.expect(column, words.keys());
  const unknownWords = new UnknownWords();
  return { blob, survey, header, habits, mapping, unknownWords, warnings, records, kept: {} };
}

/** The column of a table that tells its pets apart: the given one, or the first that it has. */
export function matchColumnOf({ header }: PetFile, given: MatchColumn | undefined): MatchColumn | undefined {
  return given ?? marks.find((mark) => header?.columns.includes(mark));
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

/** So many pets at most are kept, of a file that is not too large. */
const KEPT_PETS = 50_000;

/** How many lines are read in one turn of the event loop. */
const TURN_LINES = 200;

/** Reads the pets of a file, some lines at a time. Throws `ChangedError` at the end if it is not the file that was surveyed. */
export async function* readPets(file: PetFile, refuse: Refuse): AsyncGenerator<readonly PetLine[]> {
  const { survey, header, kept } = file;
  if (kept.pets !== undefined) {
    yield* kept.pets;
    return;
  }
  const parts: (readonly PetLine[])[] = [];
  let left = file.blob.size > KEPT_BYTES ? 0 : KEPT_PETS;
  const label = labelOf(file);
  const read = header === undefined ? (record: FileRecord) => readJson(record, label) : cellReader(file, header, label);
  const stop = (line: number, error: LineError) => {
    left = 0;
    refuse(line, error);
  };
  for await (const records of file.records(stop)) {
    for (const part of partsOf(records, TURN_LINES)) {
      const lines: PetLine[] = [];
      for (const record of part) {
        try {
          requireText(record, survey);
          const input = read(record);
          if (input !== undefined) lines.push({ line: record.line, input });
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          stop(record.line, error);
        }
      }
      left -= lines.length;
      if (left > 0) parts.push(lines);
      else parts.length = 0;
      yield lines;
      await nextTurn();
    }
  }
  if (left > 0) kept.pets = parts;
}

function requireText({ fields }: FileRecord, { isValid, encoding }: Survey): void {
  if (isValid || !fields.some((field) => field.includes("\ufffd"))) return;
  throw new LineError({ code: "not_utf8", kind: `not ${encoding.toUpperCase()}. Save the file as UTF-8`, got: "" });
}

/** Programs write NDJSON, so it is read exactly. */
function readJson({ fields }: FileRecord, label: NameColumn): ImportLine {
  return validate(parseLine(fields.join("\0")), label);
}

/** Parses a line of NDJSON. Throws `LineError`. */
export function parseLine(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new LineError({ code: "malformed_json", kind: "expected one JSON object on each line", got: error.message });
  }
}

/** Makes a function that reads a record of a table. It returns undefined for one that is no pet to import. */
function cellReader(
  { mapping: { values: mapped, source, option }, habits, unknownWords, warnings }: PetFile,
  { columns, hiding, foreign, titles, delimiter }: Header,
  label: NameColumn,
): (record: FileRecord) => ImportLine | undefined {
  const readCell = (column: ImportColumn, cell: string): Json | Unclear => {
    if (column === "name") return cell;
    if (column === "category" || column === "createdAt") return cell.trim();
    if (isWordColumn(column)) return unknownWords.read(column, cell, option);
    if (isProfileMember(column)) return readProfileCell(column, cell, { habits: habits.get(column), option });
    // A cell that is not an integer stays text, which the schema refuses.
    return readInteger(cell, delimiter) ?? cell;
  };
  // A schema of these columns alone takes half the time.
  const mask = Object.fromEntries(columns.flatMap((column) => (column === undefined ? [] : [[column, true]])));
  const schema = ImportLine.pick(mask as { [Column in ImportColumn]?: true });
  const isSkipped = source === undefined ? undefined : rowFilter(source, titles, warnings);
  const isForeign = ({ fields }: FileRecord) =>
    [...foreign].some((index) => meaningIn("published", fields[index] ?? "") === "true");
  const translate = source === undefined ? undefined : cellTranslator(source);
  return (record) => {
    if (isSkipped?.(record) === true) return undefined;
    const { line, fields } = record;
    if (isForeign(record)) {
      warnings.addRow("non_shelter_pets", line);
      return undefined;
    }
    if (fields.length < columns.length) warnings.addRow("too_few_fields", line);
    if (fields.slice(columns.length).some((field) => field !== "")) {
      const kind = `expected ${columns.length} fields, as in the row of titles. Quote a field that contains ${preview(delimiter)}`;
      throw new LineError({ code: "too_many_fields", kind, got: `got ${fields.length}` });
    }
    const cells: Partial<Record<ImportColumn, string>> = {};
    const values: Record<string, Json | Unclear> = {};
    for (const [index, column] of columns.entries()) {
      const written = fields[index] ?? "";
      if (column === undefined || written.trim() === "") continue;
      const words = mapped.get(column);
      const cell = words?.get(keyOf(written)) ?? translate?.(column, written) ?? written;
      if (words !== undefined) warnings.found(column, keyOf(written));
      if (cell === "" || values[column] === false) continue;
      cells[column] = written;
      const value = readCell(column, cell);
      values[column] = hiding.has(index) && typeof value === "boolean" ? !value : value;
    }
    if (values["published"] === false) warnings.addRow("unpublished_pets", line);
    return validate(values, label, { cells, option, schema });
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
  const written = { got, values: value as Record<PropertyKey, unknown>, option: from?.option };
  // A price has several members, and one question.
  const columns = new Set<unknown>();
  const issues = result.error.issues.filter(({ path: [column] }) => {
    const isRepeated = columns.has(column) && written.values[column as string] instanceof Unclear;
    columns.add(column);
    return !isRepeated;
  });
  throw new LineError(...issues.flatMap((issue) => explain(issue, written, label)));
}

/** What a line says, and how messages name an option if it has cells. */
interface Written {
  /** As it is in the file. */
  readonly got: Record<PropertyKey, unknown>;
  /** What was read from it. */
  readonly values: Record<PropertyKey, unknown>;
  readonly option: NameOption | undefined;
}

function explain(
  issue: z.core.$ZodIssue,
  { got: written, values, option }: Written,
  label: NameColumn,
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
  const got = written[column] === undefined ? "it is missing" : `got ${preview(written[column])}`;
  const value = values[column];
  if (value instanceof Unclear)
    return [valueProblem({ code: value.code, column, expected: value.expected, got }, label)];
  const remedy = option === undefined ? "" : `. ${remedyFor(column, String(written[column]), option)}`;
  const expected = (option !== undefined && EXPECTED_CELLS[column]) || issue.message;
  return [valueProblem({ code: "invalid_value", column, expected: `expected ${expected}${remedy}`, got }, label)];
}

function remedyFor(column: ImportColumn, cell: string, option: NameOption): string {
  if (isProfileMember(column) || column === "createdAt")
    return `Correct it, leave the cell empty, or ignore the column: ${option("map")} with its title, as in Price=-`;
  return column === "name" || column === "category" ? "Correct the text" : integerRemedy(cell);
}
