/* What a person says about a file. */
import type { CreateImportQuery, ImportColumn, ImportReport } from "../../../client/index.ts";
import type { ImportSource } from "../../../contract/imports/import-sources.ts";
import { writePair } from "../../../core/imports/written-pairs.ts";

/** What a title means: a column, nothing (`-`), or what the service makes of it (empty). */
export type Meaning = ImportColumn | "-" | "";

/** A question of the service, with what a person has chosen of its choices; empty if nobody has. */
export interface Answered {
  readonly question: ImportReport["answers"][number];
  readonly choice: string;
}

/** What a person says about a file. */
export interface Choices {
  readonly meanings: Readonly<Record<string, Meaning>>;
  /** Questions stay while a person may think again, in the order in which they came. */
  readonly answers: readonly Answered[];
  /** The system that exported the file; empty for a spreadsheet. */
  readonly from: ImportSource | "";
  readonly update: boolean;
  readonly createCategories: boolean;
  /** Import a file that was imported before. */
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

/** The same for one question of two reports, whatever its choices are by now. */
export function questionKey({ option, column, value }: Answered["question"]): string {
  return `${option} ${column} ${value}`;
}

/** The options of `createImport` that take one text. */
const SINGLE = ["dates", "currency", "unit"] as const;

/** Those whose texts are joined by commas. */
const JOINED = ["mapValues", "map", "skip"] as const;

/** The query that says the same to the service. */
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
