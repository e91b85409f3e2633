/* Lines of CSV files that people open with a spreadsheet. For the console too: it imports no package. */
import { decimalAmount, type Money } from "./money.ts";

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

/** Spreadsheets run text that begins like this as a formula, some also after the full-width signs of East Asian keyboards. Numbers are safe: `-3` stays as it is. */
export function safeCell<Cell>(cell: Cell): Cell | string {
  return typeof cell === "string" && /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}

/** An amount of the currency's unit, as a number. */
export function amountCell(money: Money, decimalMark: DecimalMark = "."): string {
  return decimalAmount(money).replace(".", decimalMark);
}

/** A time as spreadsheets read it: 2026-12-01 09:30:00. In Swedish, dates and times are written so. */
export function timeCell(timeZone: string, at: string): string {
  return new Date(at).toLocaleString("sv", { timeZone });
}
