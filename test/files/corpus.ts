/*
 * The files of other systems, shelters and shops, as they are: what a person answers to the questions about each, and the pets that it
 * becomes. `corpus/` has each file and, beside it, those pets as `petstore export` writes them. Rows are invented, layouts are real.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import type { ImportProblemCode, importWarnings } from "../../src/contract/imports/import-problems.ts";
import type { ImportReport } from "../../src/contract/imports/import-report.ts";
import type { ImportSource } from "../../src/contract/imports/import-sources.ts";

/** A file, and what people and the import say about it. */
export interface ForeignFile {
  /** The system that exported it. */
  readonly from?: ImportSource;
  /** The system that its titles suggest, if that is not `from`. */
  readonly looksLike?: ImportSource;
  /** What a person says about it at once, by parameters of the request. */
  readonly says?: Answers;
  /** What the import asks, in the order of its questions. */
  readonly asks?: readonly ImportProblemCode[];
  /** The answers, each of which a report has offered. */
  readonly answers?: Answers;
  /** The warnings, with what they name. */
  readonly warnings?: Readonly<Partial<Record<keyof typeof importWarnings, string>>>;
  /** What the command says about how it reads the file. */
  readonly layout?: readonly string[];
}

/** Values of parameters by name; several of one are joined by commas. */
export type Answers = Readonly<Record<string, string | readonly string[]>>;

const SEMICOLONS = "reading UTF-8, separated by semicolons";
const LATIN = "reading Windows-1252 (Latin-1), separated by semicolons";

/** By the name of the file. */
export const corpus: Readonly<Record<string, ForeignFile>> = {
  // Exports of other systems.
  "asm3.csv": {
    from: "asm3",
    asks: ["missing_unit"],
    answers: { unit: "kg" },
    warnings: { continued_rows: "1 (line 5)", deceased_pets: "1 (line 8)" },
  },
  "asm3-hidden.csv": {
    from: "asm3",
    warnings: { photo_addresses: "2 (line 2, 4)", unpublished_pets: "1 (line 2)", non_shelter_pets: "1 (line 3)" },
  },
  "asm3-photo.csv": { from: "asm3" },
  "asm3-vaccinations.csv": {
    from: "asm3",
    asks: ["missing_unit", "invalid_value"],
    answers: { unit: "lb", mapValues: "vaccinatedOn:10/07/2098=-" },
    warnings: { continued_rows: "1 (line 7)" },
  },
  "asm3-service.csv": { from: "asm3", layout: ['ignoring the columns "ID", "FEE", "SIZE"'] },
  "petfinder.csv": { from: "petfinder", asks: ["missing_currency"], answers: { currency: "USD" } },
  "petpoint.csv": { from: "petpoint", warnings: { nothing_words: "1 (line 6)", footer_rows: "1 (line 7)" } },
  "petpoint-report.csv": {
    from: "petpoint",
    warnings: { footer_rows: "1 (line 8)" },
    layout: [
      'skipping line 1, above the titles: "Animal Inventory Report"',
      'skipping line 2, above the titles: "Lakeside Shelter"',
      'skipping line 3, above the titles: "Printed 10/02/2026 8:05 AM"',
    ],
  },
  "rescuegroups.csv": {
    from: "rescuegroups",
    asks: ["unknown_word"],
    answers: { mapValues: "status:Foster=pending" },
    warnings: { unpublished_pets: "2 (line 3, 6)", deceased_pets: "1 (line 5)" },
  },
  "shelterluv.csv": {
    from: "shelterluv",
    asks: ["missing_unit"],
    answers: { unit: "lb" },
    warnings: { continued_rows: "2 (line 5, 7)" },
  },
  "shopify.csv": {
    from: "shopify",
    asks: ["missing_currency", "unknown_word"],
    answers: { currency: "EUR", mapValues: "status:draft=pending" },
    warnings: { photo_addresses: "3 (line 2, 7, 8)", continued_rows: "2 (line 7, 8)", unpublished_pets: "1 (line 10)" },
  },
  "shopify-2024.csv": { from: "shopify", asks: ["missing_currency"], answers: { currency: "EUR" } },
  "shopify-empty-type.csv": { from: "shopify", asks: ["missing_currency"], answers: { currency: "GBP" } },
  "woocommerce.csv": {
    from: "woocommerce",
    asks: ["missing_currency"],
    answers: { currency: "EUR" },
    warnings: { photo_addresses: "1 (line 2)", unpublished_pets: "1 (line 3)" },
  },
  // Lists of shelters and shops, whose cells are as people and their programs leave them.
  "animal-id.csv": {},
  "below-zero.csv": { asks: ["invalid_value"], answers: { mapValues: "quantity:-4=0" } },
  "city-intakes.csv": {
    asks: ["missing_value", "unknown_word", "repeated_mark"],
    answers: { mapValues: ['name:""=*', "sex:Unknown=-"], skip: "6" },
  },
  "care.csv": {
    asks: ["ambiguous_dates", "missing_unit", "invalid_value"],
    answers: { dates: "mdy", unit: "lb", mapValues: ["grams:9 lb 4=-", "grams:0=-"] },
    warnings: { nothing_words: "1 (line 3)" },
  },
  "dates.csv": { asks: ["invalid_value"], answers: { mapValues: "birthDate:Aug-23=2023-08" } },
  "duplicate-ids.csv": { asks: ["repeated_id"], answers: { skip: "4" } },
  "fees.csv": {
    warnings: { nothing_words: "1 (line 7)" },
    asks: ["invalid_value"],
    answers: { mapValues: ["price:Free=0 USD", "price:waived=0 USD", "price:125-175=125 USD"] },
  },
  "kept-text.csv": {},
  "nothing.csv": { warnings: { nothing_words: "3 (line 2, 3, 4)" } },
  "references.csv": { asks: ["shortened_number"], answers: { mapValues: "reference:3.14E+17=-" } },
  "repeated-title.csv": { asks: ["repeated_column"], answers: { map: "Breed (2)=-" } },
  "short-years.csv": {},
  "spreadsheet-errors.csv": {
    asks: ["spreadsheet_error"],
    answers: { mapValues: ["name:#NAME?=*", "breed:*=-", "price:#DIV/0!=-"] },
  },
  "status-words.csv": {
    asks: ["unknown_word"],
    answers: { mapValues: ["status:active=available", "status:on hold=pending"] },
  },
  "two-facts.csv": {},
  "two-problems.csv": { asks: ["missing_value"], answers: { mapValues: ['name:""=*', 'category:""=Other'] } },
  "unnamed.csv": { asks: ["missing_value"], answers: { mapValues: 'name:""=*' } },
  "american-excel.csv": {},
  "german-care.csv": {
    asks: ["invalid_value"],
    answers: { mapValues: ["vaccinatedOn:12.3.2098=-", "vaccinationDueOn:30.09.2026=-"] },
    warnings: { nothing_words: "1 (line 4)" },
  },
  "german-excel.csv": { warnings: { too_few_fields: "1 (line 7)" } },
  // Files that spreadsheets and other programs save.
  "blank-lines.csv": { layout: [SEMICOLONS] },
  "bom.csv": { layout: [SEMICOLONS] },
  "extra-columns.csv": {
    says: { map: "Price=-" },
    warnings: { photo_addresses: "1 (line 2)" },
    layout: ['ignoring the columns "SKU", "Notes", "Photo URL"'],
  },
  "french-excel.csv": {
    asks: ["missing_columns", "unknown_word"],
    answers: {
      map: ["Nom=name", "Espèce=category"],
      mapValues: ["status:disponible=available", "status:réservé=pending", "status:vendu=sold"],
    },
    says: { map: "État=status" },
    layout: [LATIN],
  },
  "german-status.csv": { asks: ["missing_columns"], answers: { map: "Tier=name" }, layout: [LATIN] },
  "german-stock.csv": { says: { map: "Tier=name,Gattung Nr.=categoryId,Zustand=status" }, layout: [LATIN] },
  "google-sheets.csv": { layout: ['ignoring the column "Notes"'] },
  "header-case.csv": {},
  "latin-1.csv": { layout: ["reading Windows-1252 (Latin-1), separated by commas"] },
  "libreoffice.csv": {},
  "numbers.csv": { layout: ['skipping line 1, above the titles: "Tiere 2026"'] },
  "quotes.csv": {},
  "shelter-list.csv": { looksLike: "asm3", asks: ["missing_columns"], answers: { map: "Species Name=category" } },
  "shop-list.csv": {
    looksLike: "shopify",
    asks: ["missing_columns", "unknown_word"],
    answers: {
      map: ["Title=name", "Type=category"],
      mapValues: ["status:active=available", "status:archived=sold", "status:draft=pending"],
    },
    says: { map: "Variant Inventory Qty=quantity" },
    warnings: { unpublished_pets: "1 (line 4)" },
  },
  "tabs.tsv": { layout: ["reading UTF-8, separated by tabs"] },
  "thousands.csv": {},
  "title-rows.csv": {
    layout: [
      'skipping line 1, above the titles: "Pets of the Riverside shop"',
      'skipping line 2, above the titles: "Exported 22 November 2026 by \\"Kim\\""',
    ],
  },
  "trailing-commas.csv": {},
  "unquoted-quotes.csv": {},
  "utf-16.txt": { layout: ["reading UTF-16, separated by tabs"] },
  "utf-16-big-endian.csv": { layout: ["reading UTF-16, separated by vertical bars"] },
};

/** Files that cannot be imported as they are; their messages are tested where the command is. */
export const refusedFiles = ["empty.csv", "mistakes.csv", "workbook.xlsx"];

/** Where a file is. */
export const fileOf = (name: string) => join(import.meta.dir, "corpus", name);

/** A file as clients send it. */
export function blobOf(name: string): Blob {
  return new Blob([new Uint8Array(readFileSync(fileOf(name)))], { type: "text/csv" });
}

/** The pets that a file becomes, as rows of cells by column; empty cells are left out. */
export function petsOf(name: string): readonly Readonly<Record<string, string>>[] {
  const path = fileOf(name.replace(/\.\w+$/, ".pets.csv"));
  return existsSync(path) ? petsIn(readFileSync(path, "utf8")) : [];
}

/** The pets of an export, without their ids, the time of the import, the day of weights without one, and empty cells. */
export function petsIn(table: string): readonly Readonly<Record<string, string>>[] {
  const rows: Record<string, string>[] = parse(table, { columns: true });
  return rows.map(({ id: _, createdAt = "", ...pet }) => {
    const isToday = (column: string) => column === "weighedOn" && pet[column] === createdAt.slice(0, 10);
    return Object.fromEntries(Object.entries(pet).filter(([column, cell]) => cell !== "" && !isToday(column)));
  });
}

/** The values of parameters, each as text. */
export function joined(...answers: readonly Answers[]): Record<string, string> {
  const all = answers
    .flatMap((some) => Object.entries(some))
    .flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const));
  const query: Record<string, string> = {};
  for (const [name, value] of all) query[name] = query[name] === undefined ? value : `${query[name]},${value}`;
  return query;
}

/** Those answers of a file that a report offers. */
export function offered(
  { answers }: Pick<ImportReport, "answers">,
  { answers: given = {} }: ForeignFile,
): Record<string, string[]> {
  const choices = (name: string) => answers.filter(({ option }) => option === name).flatMap((answer) => answer.choices);
  const some = Object.entries(given).map(
    ([name, values]) => [name, [values].flat().filter((value) => choices(name).includes(value))] as const,
  );
  return Object.fromEntries(some.filter(([, values]) => values.length > 0));
}
