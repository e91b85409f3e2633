/* The choices a person makes for a file to import. */
import type { CreateImportQuery, ImportColumn, ImportReport } from "../../../client/index.ts";
import type { ImportSource } from "../../../contract/imports/import-sources.ts";
import { writePair } from "../../../core/imports/written-pairs.ts";

/** What a column contains: a pet member, nothing (`-`), or whatever the service detects (empty). */
export type Meaning = ImportColumn | "-" | "";

/** A question of the service with the chosen answer; empty if it is open. */
export interface Answered {
  readonly question: ImportReport["answers"][number];
  readonly choice: string;
}

/** The choices for one file. */
export interface Choices {
  readonly meanings: Readonly<Record<string, Meaning>>;
  /** In the order in which they were asked. Answered questions stay, so an answer can be changed. */
  readonly answers: readonly Answered[];
  /** The system that exported the file; empty for a spreadsheet. */
  readonly from: ImportSource | "";
  readonly update: boolean;
  readonly createCategories: boolean;
  /** Import the file even if it was imported before. */
  readonly allowDuplicates: boolean;
}

export const NO_CHOICES: Choices = {
  meanings: {},
  answers: [],
  from: "",
  update: false,
  createCategories: false,
  allowDuplicates: false,
};

/** Identifies a question across reports, even if its choices change. */
export function questionKey({ option, column, value }: Answered["question"]): string {
  return `${option} ${column} ${value}`;
}

/** Options of `createImport` that take one value. */
const SINGLE = ["dates", "currency", "unit"] as const;

/** Options of `createImport` that take values joined by commas. */
const JOINED = ["mapValues", "map", "skip"] as const;

/** The query of the request. */
export function queryOf(choices: Choices): CreateImportQuery {
  const { meanings, answers, from, update, createCategories, allowDuplicates } = choices;
  const pairs = Object.entries(meanings).filter(([, meaning]) => meaning !== "");
  const chosen = answers.filter(({ choice }) => choice !== "");
  const textsOf = (name: string) =>
    chosen.filter(({ question }) => question.option === name).map(({ choice }) => choice);
  const mapped = pairs.map(([title, meaning]) => writePair(undefined, title, meaning));
  const joined = JOINED.map((name) => [name, [...(name === "map" ? mapped : []), ...textsOf(name)].join(",")] as const);
  const single = SINGLE.map((name) => [name, textsOf(name)[0] ?? ""] as const);
  return {
    ...(update && { update }),
    ...(createCategories && { createCategories }),
    ...(allowDuplicates && { allowDuplicates }),
    ...(textsOf("allowOtherPets").length > 0 && { allowOtherPets: true }),
    ...(from !== "" && { from }),
    ...Object.fromEntries([...joined, ...single].filter(([, text]) => text !== "")),
  };
}
