/* How spreadsheet programs save a CSV file that a person opened: what its cells have become. */
import { parse } from "csv-parse/sync";
import { csvLine } from "../../src/contract/exports/spreadsheet-cells.ts";

/** The language of the program, which decides the separator, the decimal mark, dates and truths. */
export type Language = "en" | "de";

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
  de: ["Jan", "Feb", "Mrz", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"],
};

/** The rows of a file, as text. */
export function rowsIn(csv: string, language: Language): string[][] {
  return parse(csv, { bom: true, delimiter: separatorOf(language), relax_column_count: true });
}

function separatorOf(language: Language): string {
  return language === "de" ? ";" : ",";
}

/**
 * A file that Excel has opened and saved as "CSV UTF-8". Every cell is what its column of the format General shows: `="007"` is text,
 * digits are a number, and what looks like a date is one. Quotes are only where they must be.
 */
export function savedByExcel(csv: string, language: Language): string {
  const mark = language === "de" ? "," : ".";
  const lines = rowsIn(csv, language).map((row) =>
    csvLine(
      row.map((cell) => excelCell(cell, language)),
      mark,
    ),
  );
  return `\ufeff${lines.join("")}`;
}

function excelCell(cell: string, language: Language): string {
  if (/^="/.test(cell)) return evaluated(cell);
  const truth = { true: ["TRUE", "WAHR"], false: ["FALSE", "FALSCH"] }[cell.toLowerCase()];
  if (truth !== undefined) return truth[language === "en" ? 0 : 1] ?? "";
  if (/^[+-]?\d+$/.test(cell)) return shownNumber(cell.replace(/^\+/, ""), language);
  const [, year = "", month = "", day] = /^(\d{4})-(\d\d?)(?:-(\d\d?))?$/.exec(cell) ?? [];
  if (month !== "") return shownDate(year, Number(month), day, language);
  const [, first, second = ""] = /^(\d\d?)[-/](\d\d?)$/.exec(cell) ?? [];
  if (first !== undefined)
    return language === "en"
      ? `${second}-${MONTHS.en[Number(first) - 1]}`
      : `${first}. ${MONTHS.de[Number(second) - 1]}`;
  // Excel takes it for a formula and finds no such name.
  return /^[=+@-]/.test(cell) ? "#NAME?" : cell;
}

/** The content of texts that are joined by `&`. */
function evaluated(formula: string): string {
  const texts = [...formula.slice(1).matchAll(/"((?:[^"]|"")*)"(&|$)/g)];
  if (`=${texts.map(([text]) => text).join("")}` !== formula) return "#NAME?";
  const contents = texts.map(([, text = ""]) => text.replaceAll('""', '"'));
  // No text of a formula is longer.
  if (contents.some((text) => text.length > 255)) return formula;
  return contents.join("");
}

/** General shows 11 digits of a number, then an exponent with six. */
function shownNumber(digits: string, language: Language): string {
  const number = BigInt(digits);
  if (String(number).length < 12) return String(number);
  const [mantissa = "", exponent = ""] = Number(number).toExponential(5).split("e+");
  const short = mantissa.replace(/\.?0+$/, "");
  return `${language === "de" ? short.replace(".", ",") : short}E+${exponent.padStart(2, "0")}`;
}

function shownDate(year: string, month: number, day: string | undefined, language: Language): string {
  const name = MONTHS[language][month - 1] ?? "";
  if (day === undefined) return language === "en" ? `${name}-${year.slice(-2)}` : `${name} ${year.slice(-2)}`;
  return language === "en"
    ? `${month}/${Number(day)}/${year}`
    : `${day.padStart(2, "0")}.${String(month).padStart(2, "0")}.${year}`;
}
