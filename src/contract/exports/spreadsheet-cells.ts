/* Lines of CSV files that people open with a spreadsheet. For the console too: it imports no package. */
import { decimalAmount, type Money } from "../values/money.ts";

/** The sign before the decimals. Where it is the comma, spreadsheets separate cells by semicolons. */
export type DecimalMark = "." | ",";

/** A line of a file. */
export function csvLine(cells: readonly unknown[], decimalMark: DecimalMark = "."): string {
  const separator = decimalMark === "," ? ";" : ",";
  return `${cells.map((cell) => csvCell(cell === undefined ? "" : String(cell), separator)).join(separator)}\r\n`;
}

/** White space at either end is quoted too: readers trim unquoted fields. */
function csvCell(text: string, separator: string): string {
  const isQuoted = text.includes(separator) || /["\r\n]|^\s|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value that a spreadsheet should read as a number or a time. */
export class Figure {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Text that a spreadsheet leaves alone: it begins with a letter, and has no digit. */
const PLAIN = /^(?!(?:true|false|wahr|falsch|vrai|faux|vero|falso|verdadero|waar|onwaar|prawda|fałsz)$)\p{L}\P{N}*$/iu;

/** Text that a spreadsheet may run as a formula, some also after the full-width signs of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A formula of Excel has texts of at most 255 characters. */
const PIECE = /[\s\S]{1,120}/gu;

/** Longer than any number or date that a spreadsheet knows. */
const NUMBER_MAX = 320;

/** Spreadsheets keep this many digits of a number. */
const DIGITS_MAX = 15;

/**
 * A cell that a spreadsheet neither runs nor changes (decision 077): text that looks like a formula, a number, a date or a truth value is
 * written as `="00012"`, which it shows as 00012. An import reads both.
 */
export function keptCell<Cell>(cell: Cell): Cell | string {
  if (typeof cell === "bigint") return String(cell).length > DIGITS_MAX ? `="${cell}"` : cell;
  if (typeof cell !== "string" || cell === "" || PLAIN.test(cell)) return cell;
  if ((cell.length > NUMBER_MAX || cell.includes("\n")) && !FORMULA.test(cell)) return cell;
  const pieces = cell.match(PIECE) ?? [];
  return `=${pieces.map((piece) => `"${piece.replaceAll('"', '""')}"`).join("&")}`;
}

/** An amount of the currency's unit, as a number. */
export function amountCell(money: Money, decimalMark: DecimalMark = "."): string {
  return decimalAmount(money).replace(".", decimalMark);
}

/** A time as spreadsheets read it: 2026-12-01 09:30:00. In Swedish, dates and times are written so. */
export function timeCell(timeZone: string, at: string): Figure {
  return new Figure(new Date(at).toLocaleString("sv", { timeZone }));
}
