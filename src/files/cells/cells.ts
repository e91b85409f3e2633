/* Reads spreadsheet cells as people and programs write them. */
import { careColumns } from "../../contract/care/care-lines.ts";
import { readInt64 } from "../../contract/common.ts";
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { isNothing, meaningIn } from "../../core/reading/written-words.ts";
import type { Delimiter } from "../reading/records.ts";

/** Digit groups, as in `1 234` and `1'234`. */
const GROUPED = /^([+-]?[1-9]\d{0,2})(?:([ \u00a0\u2009\u202f'’.,])\d{3})(?:\2\d{3})*$/;

/**
 * Reads an integer as spreadsheets write it: `12`, `007`, `12.0`, `12,00`, `1 234`, `1.234.567`, `1,234.00`. Returns
 * undefined if the text is not an integer or is ambiguous.
 *
 * A single point or comma before three digits is ambiguous: `1.234` is 1234 in Germany and a fraction elsewhere. The
 * delimiter decides: where the comma is the decimal mark, spreadsheets separate fields by semicolons; where it is the
 * point, by commas.
 */
export function readInteger(cell: string, delimiter: Delimiter): bigint | undefined {
  const exact = readInt64(cell);
  if (exact !== undefined) return exact;
  const text = cell.trim();
  // Zeros after a decimal mark. Exactly three would look like thousands.
  const [, whole = text, mark] = /^(.*\d)([.,])(?:0{1,2}|0{4,})$/.exec(text) ?? [];
  const [, , group] = GROUPED.exec(whole) ?? [];
  if (group !== undefined && !isGroup(group, whole, mark, delimiter)) return undefined;
  const digits = group === undefined ? whole : whole.replaceAll(group, "");
  const [, sign = "", number] = /^([+-]?)0*(\d+)$/.exec(digits) ?? [];
  if (number === undefined) return undefined;
  return readInt64(sign === "-" && number !== "0" ? `-${number}` : number);
}

/** Whether a mark between digits can only be a group separator. */
function isGroup(group: string, whole: string, mark: string | undefined, delimiter: Delimiter): boolean {
  if (group !== "." && group !== ",") return true;
  if (mark !== undefined) return mark !== group;
  if (whole.split(group).length > 2) return true;
  return group === (delimiter === ";" ? "." : delimiter === "," ? "," : undefined);
}

/** The content of `="00012"` or `="a"&"b"`, which keeps spreadsheets from reformatting a value. */
export function unwrapped(cell: string): string {
  const [, pieces] = /^\s*=("(?:[^"]|"")*"(?:&"(?:[^"]|"")*")*)\s*$/.exec(cell) ?? [];
  if (pieces === undefined) return cell;
  return pieces.replaceAll(/"((?:[^"]|"")*)"&?/g, (_, piece: string) => piece.replaceAll('""', '"'));
}

/** Whether a spreadsheet abbreviated a number of 12 or more digits, as in `9.8E+14`. */
export function isShortened(cell: string): boolean {
  return /^[+-]?\d(?:[.,]\d+)?e\+(?:1[1-9]|[2-9]\d|\d{3})$/i.test(cell.trim());
}

/** A text in one line, cut to a length in characters. */
export function shortened(text: string, length: number): string {
  return [...text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, length).join("").trim();
}

/** How to correct a cell that is not an integer. */
export function integerRemedy(cell: string): string {
  if (isShortened(cell)) {
    return "A spreadsheet shortened the number: format the column as a number without decimals and save again";
  }
  if (/^[+-]?\d{1,3}[.,]\d{3}$/.test(cell.trim())) {
    return "It may be a thousand or a fraction: write it without a point or comma";
  }
  return readInt64(cell.trim()) === undefined ? "Write digits only, such as 12" : "Correct the number";
}

const careDates = careColumns.filter((column) => column !== "grams");

/** The columns whose cells are dates. */
export const dateColumns = ["birthDate", "arrivedOn", ...careDates] as const;

/** Dates of care. "No" means not vaccinated; "yes" has no date, so the import asks. */
const DAYS_OF_CARE: ReadonlySet<ImportColumn> = new Set(careDates);

/** Columns in which `unknown` and its synonyms mean nothing. In other columns the import asks. */
const NUMBERS: ReadonlySet<ImportColumn> = new Set([
  ...dateColumns,
  ...(["grams", "createdAt", "price", "microchip", "quantity", "id"] as const),
]);

/** Whether a cell says that the value is unknown. */
export function saysNothing(column: ImportColumn, cell: string): boolean {
  if (DAYS_OF_CARE.has(column) && meaningIn("neutered", cell) === "false") return true;
  return NUMBERS.has(column) && isNothing(cell);
}
