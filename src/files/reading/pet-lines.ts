/* Reads pets from NDJSON or CSV (RFC 4180; decision 022). */
import type * as z from "zod";
import { foundInstead } from "../../contract/errors/errors.ts";
import { type ImportColumn, ImportLine } from "../../contract/imports/import-line.ts";
import { type Json, JsonError, parseJson, preview } from "../../contract/json/json.ts";
import { batchesOf, yieldToEventLoop } from "../../core/concurrency/event-loop.ts";
import type { PetLine, Refuse } from "../../core/imports/import-ports.ts";
import { LineError, type NameColumn, type Problem, refusal, valueProblem } from "../../core/imports/line-problems.ts";
import { habitsOf } from "../cells/habits.ts";
import { systemOf } from "../layouts/foreign-tables.ts";
import type { Format } from "../layouts/layout-formats.ts";
import type { Mapping } from "../layouts/mapping.ts";
import { type Header, type Matching, readHeader } from "../layouts/titles.ts";
import { FileWarnings } from "../problems/file-warnings.ts";
import { withCareRows } from "./care-rows.ts";
import { type Survey, surveyFile, withLineFeeds } from "./encoding.ts";
import { withoutFooter } from "./footer.ts";
import { brokenRuleOf, labelOf, type PetFile } from "./pet-file.ts";
import { RowReader } from "./read-rows.ts";
import { type FileRecord, KEPT_BYTES, recordReader } from "./records.ts";

/** Detects the encoding and the columns of a file. Throws `Unreadable` if required columns are missing. */
export async function openPets(blob: Blob, format: Format, mapping: Mapping, matching: Matching): Promise<PetFile> {
  const survey = await surveyFile(blob, format === "ndjson");
  // On first use each of these steps is slow, because its code is compiled; yield between them.
  await yieldToEventLoop();
  const header = format === "csv" ? readHeader(withLineFeeds(survey.start), mapping, matching) : undefined;
  const splitting = { delimiter: header?.delimiter, fromLine: (header?.end ?? 0) + 1 };
  const records = recordReader(blob, survey, splitting);
  await yieldToEventLoop();
  const habits = header === undefined ? new Map<never, never>() : await habitsOf(records, header, mapping);
  const warnings = new FileWarnings(mapping.option);
  for (const [column, words] of mapping.values) warnings.expect(column, words.keys());
  if (mapping.source === undefined) warnings.suggest(systemOf(header?.titles));
  return {
    blob,
    survey,
    header,
    habits,
    mapping,
    now: matching.now,
    today: matching.today,
    warnings,
    records,
    kept: {},
  };
}

/** How many pets of a small file are cached. */
const KEPT_PETS = 50_000;

/** Lines read before yielding to the event loop. */
const TURN_LINES = 200;

/** Reads the pets of a file in batches. Throws `ChangedError` at the end if the file changed since it was surveyed. */
export async function* readPets(file: PetFile, refuse: Refuse): AsyncGenerator<readonly PetLine[]> {
  const { survey, header, kept } = file;
  if (kept.pets !== undefined) {
    yield* kept.pets;
    return;
  }
  const parts: (readonly PetLine[])[] = [];
  let left = file.blob.size > KEPT_BYTES ? 0 : KEPT_PETS;
  const label = labelOf(file);
  const rows = header && new RowReader(file, header, label);
  const read = (record: FileRecord) => (rows === undefined ? readJson(record, label, file) : rows.read(record));
  const stop = (line: number, error: LineError) => {
    if (file.mapping.isSkipped(line)) return;
    left = 0;
    refuse(line, error);
  };
  for await (const records of header === undefined ? file.records(stop) : tableRows(file, header, stop)) {
    for (const part of batchesOf(records, TURN_LINES)) {
      const lines: PetLine[] = [];
      for (const record of part) {
        if (file.mapping.isSkipped(record.line)) continue;
        try {
          requireText(record, survey);
          const pet = read(record);
          if (pet !== undefined) lines.push(pet);
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          stop(record.line, error);
        }
      }
      left -= lines.length;
      if (left > 0) parts.push(lines);
      else parts.length = 0;
      yield lines;
      await yieldToEventLoop();
    }
  }
  if (left > 0) kept.pets = parts;
}

/** The rows of a table that may be pets, joined with their continuation rows. */
function tableRows(file: PetFile, { titles }: Header, stop: Refuse): AsyncIterable<readonly FileRecord[]> {
  return withCareRows(file.mapping.source, titles, withoutFooter(file, stop));
}

function requireText({ fields }: FileRecord, { isValid, encoding }: Survey): void {
  if (isValid || !fields.some((field) => field.includes("\ufffd"))) return;
  throw new LineError({ code: "not_utf8", kind: `not ${encoding.toUpperCase()}. Save the file as UTF-8`, got: "" });
}

/** NDJSON is written by programs, so it is read strictly. */
function readJson(record: FileRecord, label: NameColumn, file: PetFile): PetLine {
  return validate(parseLine(record.fields.join("\0")), record, label, file);
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

/** Validates the values of a line. */
function validate(value: Json, { line }: FileRecord, label: NameColumn, file: PetFile): PetLine {
  const result = ImportLine.safeParse(value);
  if (!result.success) throw new LineError(...result.error.issues.flatMap((issue) => explain(issue, value, label)));
  const broken = brokenRuleOf(result.data, file);
  if (broken === undefined) return { line, input: result.data };
  const { member: column, expected, got } = broken;
  const problem = {
    code: "invalid_value",
    column,
    expected: `expected ${expected}. Correct it`,
    got,
  } as const;
  throw refusal(problem, { label });
}

function explain(issue: z.core.$ZodIssue, value: Json, label: NameColumn): readonly Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: "unknown_member",
      kind: "unknown member. Correct or remove it",
      got: `got ${preview(key)}`,
    }));
  }
  const column = issue.path[0] as ImportColumn | undefined;
  if (column === undefined)
    return [{ code: "malformed_json", kind: "expected an object", got: `got ${preview(value)}` }];
  const written = (value as { readonly [Member in ImportColumn]?: Json })[column];
  const got = foundInstead(written === undefined ? undefined : preview(written));
  return [valueProblem({ code: "invalid_value", column, expected: `expected ${issue.message}`, got }, label)];
}
