/* Pets as lines of text: NDJSON, or CSV after RFC 4180 (decision 022). */
import * as z from "zod";
import { count, int64 } from "../contract/common.ts";
import { type Json, JsonError, parseJson, preview } from "../contract/json.ts";
import { NewPet, Pet } from "../contract/pets.ts";
import { serializer } from "../contract/serializer.ts";
import type { PetRow } from "../store/queries/pet-rows.ts";
import { integerRemedy, readInteger } from "./cells.ts";
import type { Format } from "./command.ts";
import type { CsvRecord } from "./csv.ts";
import type { Column, Header } from "./pet-columns.ts";
import { LineError, type Problem } from "./problems.ts";

const quantity = count("Current stock count");
const Exported = Pet.extend({ quantity });
const positive = "an integer from 1 to 9223372036854775807";

/** What a line says about a pet. The rest has defaults, or stays as it is when the pet exists. */
const Input = z
  .strictObject({
    ...NewPet.shape,
    category: NewPet.shape.name,
    id: int64("Id").refine((id) => id > 0n, { error: positive }),
    quantity,
  })
  .partial();
export type PetInput = z.output<typeof Input>;

/** Writes pets as lines. `head` is the start of the file. */
export interface PetWriter {
  readonly head: string;
  line(pet: PetRow): string;
}

const json = serializer(Exported);
const EXPORTED = Object.keys(Exported.shape) as (keyof PetRow)[];

export const writers: { readonly [F in Format]: PetWriter } = {
  ndjson: { head: "", line: (pet) => `${json(pet)}\n` },
  csv: {
    head: `${EXPORTED.join(",")}\r\n`,
    line: (pet) => `${EXPORTED.map((column) => quote(String(pet[column]))).join(",")}\r\n`,
  },
};

/** White space at either end is quoted too: readers trim unquoted fields. */
function quote(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads a line of NDJSON. Throws `LineError`. Programs write it, so it is read exactly. */
export function readJsonLine(text: string): PetInput {
  return validate(readJson(text), (member) => `member ${preview(member)}`);
}

function readJson(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new LineError({ kind: "expected one JSON object on each line", got: error.message });
  }
}

/** How messages name a column of a table: by its title. */
export function columnLabel({ columns, titles }: Header): (column: Column) => string {
  const titleOf = (column: Column) => titles[columns.indexOf(column)];
  return (column) => {
    // Two columns say the category, and a file has one of them.
    const other = column === "categoryId" ? titleOf("category") : undefined;
    return `column ${preview(titleOf(column) ?? other ?? column)}`;
  };
}

/** Reads a record of CSV; undefined for an empty one. Throws `LineError`. */
export function readRecord({ fields, problem }: CsvRecord, header: Header): PetInput | undefined {
  if (fields === undefined) throw new LineError({ kind: problem, got: "" });
  if (fields.every((field) => field === "")) return undefined;
  const { columns, delimiter } = header;
  if (fields.slice(columns.length).some((field) => field !== "")) {
    const kind = `expected ${columns.length} fields, as in the first line. Quote a field that contains ${preview(delimiter)}`;
    throw new LineError({ kind, got: `got ${fields.length}` });
  }
  const cells: Partial<Record<Column, string>> = {};
  const values: Record<string, Json> = {};
  for (const [index, column] of columns.entries()) {
    const cell = fields[index] ?? "";
    if (column === undefined || cell.trim() === "") continue;
    cells[column] = cell;
    values[column] = readCell(column, cell, delimiter);
  }
  return validate(values, columnLabel(header), cells);
}

/** A text that is not an integer stays a text, which is refused. */
function readCell(column: Column, cell: string, delimiter: Header["delimiter"]): Json {
  if (column === "name") return cell;
  if (column === "category") return cell.trim();
  return column === "status" ? cell.trim().toLowerCase() : (readInteger(cell, delimiter) ?? cell);
}

function validate(
  value: unknown,
  label: (column: Column) => string,
  cells?: Readonly<Partial<Record<Column, string>>>,
): PetInput {
  const result = Input.safeParse(value);
  if (result.success) return result.data;
  const got = (cells ?? value) as Record<PropertyKey, unknown>;
  throw new LineError(...result.error.issues.flatMap((issue) => explain(issue, got, label, cells !== undefined)));
}

function explain(
  issue: z.core.$ZodIssue,
  written: Record<PropertyKey, unknown>,
  label: (column: Column) => string,
  isCell: boolean,
): readonly Problem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ kind: "unknown member. Correct or remove it", got: `got ${preview(key)}` }));
  }
  const column = issue.path[0] as Column | undefined;
  if (column === undefined) return [{ kind: "expected an object", got: `got ${preview(written)}` }];
  const remedy = isCell ? `. ${remedyFor(column, String(written[column]))}` : "";
  const got = written[column] === undefined ? "it is missing" : `got ${preview(written[column])}`;
  return [{ kind: `${label(column)}: expected ${issue.message}${remedy}`, got }];
}

function remedyFor(column: Column, cell: string): string {
  if (column === "status") return "Use one of these words, or leave the cell empty";
  return column === "name" || column === "category" ? "Correct the text" : integerRemedy(cell);
}
