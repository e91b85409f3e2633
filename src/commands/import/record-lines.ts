/* Reads orders and stock changes as `petstore export` writes them. */
import * as z from "zod";
import { readInt64 } from "../../contract/common.ts";
import { foundInstead } from "../../contract/errors/errors.ts";
import { columnTypes } from "../../contract/exports/exported-lines.ts";
import { type Json, parseJson, preview } from "../../contract/json/json.ts";
import { valueAt } from "../../contract/json/members.ts";
import { LineError, Problems } from "../../core/imports/line-problems.ts";
import { readAmount } from "../../core/reading/written-amounts.ts";
import { ImportError, problemsIn } from "../../files/problems/import-error.ts";
import { ChangedError, type Survey, surveyFile, withLineFeeds } from "../../files/reading/encoding.ts";
import { formatOf, requireRegular } from "../../files/reading/open-file.ts";
import { parseLine } from "../../files/reading/pet-lines.ts";
import { DELIMITERS, type Delimiter, type FileRecord, firstRecords, readRecords } from "../../files/reading/records.ts";
import { BATCH_ROWS } from "../../store/rows.ts";

export interface RecordFile<Schema extends z.ZodObject> {
  readonly path: string;
  readonly blob: Blob;
  readonly survey: Survey;
  readonly schema: Schema;
  /** The title row; undefined for NDJSON. */
  readonly header:
    | { readonly delimiter: Delimiter; readonly end: number; readonly titles: readonly string[] }
    | undefined;
}

/** Opens a file of records. Throws `UsageError`, or `ImportError` if its columns are not those of an export. */
export async function openRecords<Schema extends z.ZodObject>(
  path: string,
  schema: Schema,
): Promise<RecordFile<Schema>> {
  requireRegular(path);
  const blob = Bun.file(path);
  const format = await formatOf(path, blob, undefined);
  const survey = await surveyFile(blob, format === "ndjson");
  const header = format === "csv" ? headerOf(path, withLineFeeds(survey.start), schema) : undefined;
  return { path, blob, survey, schema, header };
}

function headerOf(path: string, text: string, schema: z.ZodObject) {
  const columns = [...columnTypes(schema).keys()];
  for (const delimiter of DELIMITERS) {
    const [first] = firstRecords(text, delimiter, 1);
    const titles = first?.fields ?? [];
    const isKnown = titles.every((title, index) => columns.includes(title) && titles.indexOf(title) === index);
    if (first !== undefined && isKnown && titles.includes("id")) return { delimiter, end: first.end, titles };
  }
  const expected = columns.slice(0, 4).join(", ");
  throw new ImportError(
    `${path}: line 1: expected the columns of an export: ${expected} and so on. Use the file as \`petstore export\` wrote it. Nothing was imported`,
  );
}

/**
 * Reads the records of a file in batches. At the end, throws `ImportError` with all problems, or if the file changed since it was
 * opened.
 */
export async function* readItems<Schema extends z.ZodObject>(
  file: RecordFile<Schema>,
  check: (item: z.output<Schema>) => void,
): AsyncGenerator<readonly z.output<Schema>[]> {
  const { path, blob, survey, schema, header } = file;
  const problems = new Problems();
  let lines = 0;
  const refuse = (line: number, error: LineError) => {
    lines += 1;
    problems.add(line, error);
  };
  const read = header === undefined ? readJson : cellReader(schema, header.titles);
  let items: z.output<Schema>[] = [];
  try {
    const splitting = { delimiter: header?.delimiter, fromLine: (header?.end ?? 0) + 1 };
    for await (const records of readRecords(blob, survey, splitting, refuse)) {
      for (const record of records) {
        try {
          const item = validate(schema, read(record));
          check(item);
          items.push(item);
          lines += 1;
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          refuse(record.line, error);
        }
      }
      while (items.length >= BATCH_ROWS) {
        yield items.slice(0, BATCH_ROWS);
        items = items.slice(BATCH_ROWS);
      }
    }
  } catch (error) {
    if (!(error instanceof ChangedError)) throw error;
    throw new ImportError(
      `${path} changed while it was read. Import it again when nothing writes to it. Nothing was imported`,
    );
  }
  if (problems.lines > 0) throw new ImportError(problemsIn(path, { problems, lines }).join("\n"));
  if (items.length > 0) yield items;
}

function readJson({ fields }: FileRecord): Json {
  return parseLine(fields.join("\0"));
}

/** Members of a line, some of them objects. */
type Members = Record<string, Json | Record<string, Json>>;

/** Creates a function that parses the cells of a row; the inverse of the export. */
function cellReader(schema: z.ZodObject, titles: readonly string[]): (record: FileRecord) => Members {
  const types = columnTypes(schema);
  const columns = titles.map((title) => {
    const [member = "", inner] = title.split(".");
    return { title, member, inner, read: readerOf(types.get(title)) };
  });
  return ({ fields }) => {
    if (fields.length !== columns.length) {
      const kind = `expected ${columns.length} fields, as in the row of titles`;
      throw new LineError({ code: "too_many_fields", kind, got: `got ${fields.length}` });
    }
    const line: Members = {};
    for (const [index, { title, member, inner, read }] of columns.entries()) {
      const cell = fields[index] ?? "";
      if (cell === "") continue;
      const value = inner === "amount" ? amountOf(cell, fields[titles.indexOf(`${member}.currency`)]) : read(cell);
      if (value === undefined) throw unreadable(title, cell);
      if (inner === undefined) line[member] = value;
      else line[member] = { ...(line[member] as Record<string, Json> | undefined), [inner]: value };
    }
    return line;
  };
}

/** The parser for cells of a type. Returns undefined for invalid text. */
function readerOf(type: z.core.$ZodType | undefined): (cell: string) => Json | undefined {
  const wire = type instanceof z.ZodPipe ? type.in : type;
  if (wire instanceof z.ZodBigInt) return readInt64;
  if (wire instanceof z.ZodArray) return readArray;
  if (wire instanceof z.ZodBoolean) return (cell) => ({ true: true, false: false })[cell];
  return (cell) => cell;
}

function readArray(cell: string): Json | undefined {
  try {
    return parseJson(cell);
  } catch {
    return undefined;
  }
}

/** Exports write amounts in the unit of their currency. */
function amountOf(cell: string, currency = ""): bigint | undefined {
  const price = readAmount(cell, { decimal: ".", currency });
  return typeof price === "object" ? price.amount : undefined;
}

function validate<Schema extends z.ZodObject>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.flatMap(({ path }) => unreadable(path.join("."), valueAt(value, path)).problems);
  throw new LineError(...problems);
}

function unreadable(column: string, got: unknown): LineError {
  const where = column === "" ? "" : `${column}: `;
  const kind = `${where}expected what \`petstore export\` writes. Use its file as it is, without --spreadsheet and --time-zone`;
  return new LineError({
    code: "invalid_value",
    kind,
    got: foundInstead(got === undefined ? undefined : preview(got)),
  });
}
