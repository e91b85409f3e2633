import { invalidField } from "../../contract/errors/errors.ts";
import type { FileReader, NameOption, PetLine, ReadFile, Refuse } from "../../core/imports/import-ports.ts";
import { LineError } from "../../core/imports/line-problems.ts";
import { systemOf } from "../layouts/foreign-tables.ts";
import { MappingError, namedCategories, readMapping } from "../layouts/mapping.ts";
import { type Header, Unreadable } from "../layouts/titles.ts";
import { FileWarnings } from "../problems/file-warnings.ts";
import { labelOf, matchColumnOf, type PetFile, titlesOf } from "./pet-file.ts";
import { openPets, readPets } from "./pet-lines.ts";

/** Messages name the parameters of the request. */
const option: NameOption = (name) => name;

/** Reads the pets of a file in memory, like `petstore import` does from disk. */
export const readFile: FileReader = async ({ type, bytes }, { update, match, now, today, ...mapped }) => {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const format = type === "text/csv" ? "csv" : "ndjson";
  try {
    const mapping = readMapping(mapped, option);
    const file = await openPets(blob, format, mapping, { update, match, now, today });
    return {
      columns: columnsOf(file.header),
      label: labelOf(file),
      option,
      match: matchColumnOf(file, match),
      warnings: () => file.warnings.list(),
      titleOf: titlesOf(file),
      namedCategories: namedCategories(mapping),
      read: (refuse) => readSome(file, refuse),
    };
  } catch (error) {
    if (error instanceof MappingError) throw invalidField("invalid_parameter", error.option, error.expected, error.got);
    if (!(error instanceof Unreadable)) throw error;
    const warnings = new FileWarnings(option);
    if (mapped.from === undefined) warnings.suggest(systemOf(error.header?.titles));
    return {
      columns: columnsOf(error.header),
      label: String,
      option,
      match: undefined,
      warnings: () => warnings.list(),
      titleOf: undefined,
      namedCategories: new Set(),
      read: (refuse) => readNone(error, refuse),
    };
  }
};

/** The titles of a table and their columns. */
function columnsOf({ titles = [], columns = [] }: Partial<Header> = {}): ReadFile["columns"] {
  return titles.map((title, index) => {
    const column = columns[index];
    return { title, ...(column !== undefined && { column }) };
  });
}

/** Reads the pets of a file. Refuses a file without any. */
async function* readSome(file: PetFile, refuse: Refuse): AsyncGenerator<readonly PetLine[]> {
  let isEmpty = true;
  const found: Refuse = (line, error) => {
    isEmpty = false;
    refuse(line, error);
  };
  for await (const lines of readPets(file, found)) {
    isEmpty &&= lines.length === 0;
    yield lines;
  }
  if (isEmpty) refuse(1, new LineError({ code: "empty_file", kind: "expected a pet; the file has none", got: "" }));
}

async function* readNone(error: Unreadable, refuse: Refuse): AsyncGenerator<readonly PetLine[]> {
  refuse(error.line, error);
  yield [];
}
