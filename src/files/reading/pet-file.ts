/* A file of pets, and how messages name its columns. */
import { type ImportColumn, type ImportLine, identifiers } from "../../contract/imports/import-line.ts";
import { preview } from "../../contract/json/json.ts";
import type { MatchColumn, PetLine } from "../../core/imports/import-ports.ts";
import { brokenCare } from "../../core/imports/line-care.ts";
import type { NameColumn } from "../../core/imports/line-problems.ts";
import { brokenRule } from "../../core/shop/pets/profile-rules.ts";
import type { Habits } from "../cells/habits.ts";
import type { Mapping } from "../layouts/mapping.ts";
import type { Header } from "../layouts/titles.ts";
import type { FileWarnings } from "../problems/file-warnings.ts";
import type { Survey } from "./encoding.ts";
import type { RecordReader } from "./records.ts";

/** A file of pets and how to read it. */
export interface PetFile {
  readonly blob: Blob;
  readonly survey: Survey;
  /** Undefined for NDJSON. */
  readonly header: Header | undefined;
  readonly habits: ReadonlyMap<ImportColumn, Habits>;
  readonly mapping: Mapping;
  /** When it is read, in epoch milliseconds. */
  readonly now: number;
  /** The same moment as a day in the time zone of the shop. */
  readonly today: string;
  readonly warnings: FileWarnings;
  readonly records: RecordReader;
  /** Caches the pets of a small file, which is read several times. */
  readonly kept: { pets?: readonly (readonly PetLine[])[] };
}

/** The first rule that a line breaks; undefined if none. */
export function brokenRuleOf(line: ImportLine, { now, today }: Pick<PetFile, "now" | "today">) {
  const broken = brokenRule(line, now);
  if (broken === undefined) return brokenCare(line, { today, birthDate: line.birthDate });
  return { ...broken, got: `got ${broken.got}` };
}

/** The column that identifies pets: the given one, or the first that the table has. */
export function matchColumnOf({ header }: PetFile, given: MatchColumn | undefined): MatchColumn | undefined {
  return given ?? identifiers.find((identifier) => header?.columns.includes(identifier));
}

/** How messages name a column: in a table, by its title. */
export function labelOf(file: PetFile): NameColumn {
  const titleOf = titlesOf(file);
  if (titleOf === undefined) return (column) => `member ${preview(column)}`;
  return (column) => {
    // Two columns may contain the category; a file has one of them.
    const other = column === "categoryId" ? titleOf("category") : undefined;
    return `column ${preview(titleOf(column) ?? other ?? column)}`;
  };
}

/** Looks up the title of a column; undefined for NDJSON. */
export function titlesOf({ header }: PetFile): ((column: ImportColumn) => string | undefined) | undefined {
  return header && ((column) => header.titles[header.columns.indexOf(column)]);
}
