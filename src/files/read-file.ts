import { invalidField } from "../contract/errors.ts";
import type { FileReader, NameOption, PetLine } from "../core/imports/import-ports.ts";
import { LineError } from "../core/imports/import-problems.ts";
import { labelOf, openPets, type Refuse, readPets } from "./pet-lines.ts";
import { MappingError, readMapping, Unreadable } from "./titles.ts";

/** Messages name the parameters of the request. */
const option: NameOption = (name) => name;

/** Reads the pets of a file in memory, as `petstore import` reads one on disk. */
export const readFile: FileReader = async ({ type, bytes }, { update, map, mapStatus }) => {
  const refused: [number, LineError][] = [];
  const refuse: Refuse = (line, error) => refused.push([line, error]);
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const format = type === "text/csv" ? "csv" : "ndjson";
  try {
    const mapping = readMapping(map, mapStatus, option);
    const file = await openPets(blob, format, mapping, update);
    const lines: PetLine[] = (await Array.fromAsync(readPets(file, refuse))).flat();
    if (lines.length + refused.length === 0)
      refuse(1, new LineError({ code: "empty_file", kind: "expected a pet; the file has none", got: "" }));
    const { titles = [], columns = [] } = file.header ?? {};
    const named = titles.map((title, index) => {
      const column = columns[index];
      return { title, ...(column !== undefined && { column }) };
    });
    return { columns: named, label: labelOf(file), option, lines, refused };
  } catch (error) {
    if (error instanceof MappingError) throw invalidField("invalid_parameter", error.option, error.reason);
    if (!(error instanceof Unreadable)) throw error;
    return { columns: [], label: String, option, lines: [], refused: [[error.line, error]] };
  }
};
