/* Pets as lines of text: NDJSON, or CSV after RFC 4180 (decision 022). */
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { count, int64, readInt64 } from "../contract/common.ts";
import { type Json, JsonError, parseJson, preview } from "../contract/json.ts";
import { NewPet, Pet } from "../contract/pets.ts";
import { serializer } from "../contract/serializer.ts";
import { initialQuantity } from "../core/pets.ts";
import type { ImportedPet, PetRow } from "../store/queries/pet-rows.ts";
import type { Format } from "./command.ts";

const quantity = count("Current stock count");
const Exported = Pet.extend({ quantity });
const positive = "an integer from 1 to 9223372036854775807";

/** A line to import: the members of a new pet, its stock, and its id. */
const Imported = z.strictObject({
  ...NewPet.shape,
  id: int64("Id")
    .refine((id) => id > 0n, { error: positive })
    .optional(),
  quantity: quantity.optional(),
});

const COLUMNS = Object.keys(Exported.shape) as (keyof PetRow)[];
const REQUIRED = ["name", "categoryId"];

/** A line cannot be imported. The message is for its author. */
export class LineError extends Error {}

/** Writes pets as lines. `head` is the start of the file. */
export interface PetWriter {
  readonly head: string;
  line(pet: PetRow): string;
}

const json = serializer(Exported);

export const writers: { readonly [F in Format]: PetWriter } = {
  ndjson: { head: "", line: (pet) => `${json(pet)}\n` },
  csv: {
    head: `${COLUMNS.join(",")}\r\n`,
    line: (pet) => `${COLUMNS.map((column) => quote(String(pet[column]))).join(",")}\r\n`,
  },
};

/** White space at either end is quoted too: some readers trim unquoted fields. */
function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads lines and returns as many results: a pet, or why the line is not one. */
export type PetReader = (lines: readonly string[]) => readonly (ImportedPet | LineError)[];

/** Opens the reader of a file. The header of CSV names the columns, in any order; a bad one throws `LineError`. */
export const readers: { readonly [F in Format]: { readonly hasHeader: boolean; open(header: string): PetReader } } = {
  ndjson: { hasHeader: false, open: () => (lines) => lines.map((line) => attempt(() => validate(readJson(line)))) },
  csv: { hasHeader: true, open: openCsv },
};

function openCsv(header: string): PetReader {
  const [columns] = splitFields([header]);
  if (columns === undefined || columns instanceof LineError) throw columns ?? new LineError("empty");
  const unknown = columns.filter((column) => !(COLUMNS as string[]).includes(column));
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (unknown.length > 0 || missing.length > 0 || new Set(columns).size !== columns.length) {
    const got = preview(header);
    throw new LineError(
      `expected the names of columns, separated by commas: name, categoryId, and optionally id, status and quantity; got ${got}`,
    );
  }
  const pet = (fields: readonly string[]): ImportedPet => {
    if (fields.length !== columns.length) {
      throw new LineError(`expected ${columns.length} fields, as in the header; got ${fields.length}`);
    }
    return validate(Object.fromEntries(columns.map((column, index) => [column, cell(column, fields[index] ?? "")])));
  };
  return (lines) =>
    splitFields(lines).map((fields) => (fields instanceof LineError ? fields : attempt(() => pet(fields))));
}

/** An empty cell of an optional column is left out. A text that is not an integer stays a text, which is refused. */
function cell(column: string, text: string): Json | undefined {
  if (column === "name") return text;
  if (text === "" && !REQUIRED.includes(column)) return undefined;
  return column === "status" ? text : (readInt64(text) ?? text);
}

/**
 * Splits lines into fields. Names have no line breaks, so a line is a record, and a stray quote spoils only its own line:
 * when lines do not parse together, each is parsed alone.
 */
function splitFields(lines: readonly string[]): readonly (string[] | LineError)[] {
  try {
    const records = parse(lines.join("\n"), { record_delimiter: "\n", relax_column_count: true });
    if (records.length === lines.length) return records;
  } catch {
    // The lines are parsed one by one below.
  }
  if (lines.length > 1) return lines.flatMap((line) => splitFields([line]));
  return [new LineError("misplaced quote: quote a field from its start to its end, and double the quotes inside it")];
}

function attempt<Value>(read: () => Value): Value | LineError {
  try {
    return read();
  } catch (error) {
    if (error instanceof LineError) return error;
    throw error;
  }
}

function readJson(line: string): Json {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof JsonError) throw new LineError(`expected a JSON object; ${error.message}`);
    throw error;
  }
}

function validate(value: unknown): ImportedPet {
  const result = Imported.safeParse(value);
  if (!result.success) throw new LineError(result.error.issues.map((issue) => explain(issue, value)).join("; "));
  const { id, name, categoryId, status = "available", quantity = initialQuantity(status) } = result.data;
  return { id, name, categoryId, status, quantity };
}

function explain(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "unrecognized_keys") return `unknown: ${issue.keys.map((key) => preview(key)).join(", ")}`;
  const [member] = issue.path;
  if (member === undefined) return `expected an object; got ${preview(value)}`;
  const got = (value as Record<PropertyKey, unknown>)[member];
  return `${String(member)}: expected ${issue.message}; ${got === undefined ? "it is missing" : `got ${preview(got)}`}`;
}
