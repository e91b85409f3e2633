/* What a person says about a file. */
import type { CreateImportQuery, ImportColumn, ImportReport } from "../../../client/index.ts";
import type { ImportSource } from "../../../contract/import-sources.ts";

/** What a title means: a column, nothing (`-`), or what the service makes of it (empty). */
export type Meaning = ImportColumn | "-" | "";

/** A word of the file that the service does not know, and what it means: `-` for nothing, empty if nobody has said. */
export interface ExplainedWord extends Pick<ImportReport["unknownWords"][number], "column" | "word"> {
  readonly meaning: string;
}

/** What a person says about a file. */
export interface Choices {
  readonly meanings: Readonly<Record<string, Meaning>>;
  readonly words: readonly ExplainedWord[];
  /** Which part of a date is the day; empty if nobody has said. */
  readonly dates: string;
  readonly currency: string;
  /** The system that exported the file; empty for a spreadsheet. */
  readonly from: ImportSource | "";
  readonly update: boolean;
  readonly createCategories: boolean;
  /** Import a file that was imported before. */
  readonly allowDuplicates: boolean;
}

export const NO_CHOICES: Choices = {
  meanings: {},
  words: [],
  dates: "",
  currency: "",
  from: "",
  update: false,
  createCategories: false,
  allowDuplicates: false,
};

/** The query that says the same to the service. */
export function queryOf(choices: Choices): CreateImportQuery {
  const { meanings, words, dates, currency, from, update, createCategories, allowDuplicates } = choices;
  const pairs = Object.entries(meanings).filter(([, meaning]) => meaning !== "");
  const explained = words.filter(({ meaning }) => meaning !== "");
  return {
    ...(update && { update }),
    ...(createCategories && { createCategories }),
    ...(allowDuplicates && { allowDuplicates }),
    ...(pairs.length > 0 && { map: pairs.map(([title, meaning]) => `${title}=${meaning}`).join(",") }),
    ...(explained.length > 0 && {
      mapValues: explained.map(({ column, word, meaning }) => `${column}:${word}=${meaning}`).join(","),
    }),
    ...(dates !== "" && { dates }),
    ...(currency !== "" && { currency }),
    ...(from !== "" && { from }),
  };
}
