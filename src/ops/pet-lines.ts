/* Animals as lines of text: NDJSON, or CSV after RFC 4180 (decision 022). */
import * as z from "zod";
import type { Format } from "../cli/format.ts";
import { count, int64, readInt64 } from "../contract/common.ts";
import { brief, type Json, JsonError, parseJson } from "../contract/json.ts";
import { NewPet, Pet } from "../contract/pets.ts";
import { renderer } from "../contract/render.ts";
import { initialQuantity } from "../core/pets.ts";
import type { Animal, ImportedAnimal } from "../store/queries/animals.ts";

const quantity = count("Current stock count");
const Exported = Pet.extend({ quantity });
const positive = "an integer from 1 to 9223372036854775807";

/** A line to import: what the interface asks of a new animal, its stock, and the id that it is known by. */
const Imported = z.strictObject({
  ...NewPet.shape,
  id: int64("Id")
    .refine((id) => id > 0n, { error: positive })
    .optional(),
  quantity: quantity.optional(),
});

const COLUMNS = Object.keys(Exported.shape) as (keyof Animal)[];
const REQUIRED = ["name", "categoryId"];

/** Why a line is not taken, for the one who wrote it. */
export class LineError extends Error {}

/** Writes animals as lines. `head` is what the file begins with. */
export interface Writer {
  readonly head: string;
  line(animal: Animal): string;
}

const json = renderer(Exported);

export const writers: { readonly [F in Format]: Writer } = {
  ndjson: { head: "", line: (animal) => `${json(animal)}\n` },
  csv: {
    head: `${COLUMNS.join(",")}\r\n`,
    line: (animal) => `${COLUMNS.map((column) => field(String(animal[column]))).join(",")}\r\n`,
  },
};

/** White space at an end is quoted too: some readers trim what is not. */
function field(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reads lines to animals. A line that is not one throws `LineError`. */
export type Reader = (line: string) => ImportedAnimal;

/** Makes the reader of a file. For CSV the first line names the columns, in any order. */
export const readers: { readonly [F in Format]: { readonly hasHead: boolean; make(head: string): Reader } } = {
  ndjson: { hasHead: false, make: () => (line) => checked(readJson(line)) },
  csv: { hasHead: true, make: csvReader },
};

function csvReader(head: string): Reader {
  const columns = splitFields(head);
  const unknown = columns.filter((column) => !(COLUMNS as string[]).includes(column));
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (unknown.length > 0 || missing.length > 0 || new Set(columns).size !== columns.length) {
    throw new LineError(`expected the names of columns: some of ${COLUMNS.join(",")}, each once; got ${brief(head)}`);
  }
  return (line) => {
    const fields = splitFields(line);
    if (fields.length !== columns.length) {
      throw new LineError(`expected ${columns.length} fields, as in the first line; got ${fields.length}`);
    }
    return checked(Object.fromEntries(columns.map((column, index) => [column, cell(column, fields[index] ?? "")])));
  };
}

/** An empty cell of an optional column is left out; what should be an integer and is not stays text, and is refused. */
function cell(column: string, text: string): Json | undefined {
  if (column === "name") return text;
  if (text === "" && !REQUIRED.includes(column)) return undefined;
  return column === "status" ? text : (readInt64(text) ?? text);
}

/** One field: quoted with doubled quotes inside, or plain without any quote. Sticky: it begins where the last one ended. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** Names have no line breaks, so a record is one line; a quote that stays open spoils only its own. */
function splitFields(line: string): string[] {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const match = FIELD.exec(line);
    if (match === null)
      throw new LineError("a quote is not closed on its line, not doubled, or not around all of its field");
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "") return fields;
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

function checked(value: unknown): ImportedAnimal {
  const result = Imported.safeParse(value);
  if (!result.success) throw new LineError(result.error.issues.map((issue) => explain(issue, value)).join("; "));
  const { id, name, categoryId, status = "available", quantity = initialQuantity(status) } = result.data;
  return { id, name, categoryId, status, quantity };
}

function explain(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "unrecognized_keys") return `unknown: ${issue.keys.map((key) => brief(key)).join(", ")}`;
  const [member] = issue.path;
  if (member === undefined) return `expected an object; got ${brief(value)}`;
  const came = (value as Record<PropertyKey, unknown>)[member];
  return `${String(member)}: expected ${issue.message}; ${came === undefined ? "it is missing" : `got ${brief(came)}`}`;
}
