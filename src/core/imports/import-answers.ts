/* The answers that a report offers: each of their choices, as the value of its option, answers its problem (decision D89). */

import type { ImportColumn } from "../../contract/imports/import-line.ts";
import type { ImportProblemCode } from "../../contract/imports/import-problems.ts";
import type { ImportReport } from "../../contract/imports/import-report.ts";
import { weightUnits } from "../../contract/limits.ts";
import { ANY, OTHER, writePair } from "./written-pairs.ts";

type Answer = ImportReport["answers"][number];

/** An answer about the whole file, or about a column of it. */
type FileAnswer = Pick<Answer, "option" | "choices"> & { readonly column?: ImportColumn };

/** The answer of a file that cannot change pets: it adds them. */
export const NO_UPDATE: FileAnswer = { option: "update", choices: ["false"] };

/** A problem with its possible answers. */
export interface Answerable {
  readonly code: ImportProblemCode;
  /** The column, if the problem is about a value. */
  readonly column?: ImportColumn | undefined;
  /** The text of the cell, in a table. */
  readonly cell?: string | undefined;
  /** What the cell may mean; `-` means empty. */
  readonly choices?: readonly string[] | undefined;
  /** The answers to a problem of the whole file. */
  readonly answers?: readonly FileAnswer[] | undefined;
}

/** The options besides those for cells that answer a problem. `skip` leaves the lines out. */
const OPTIONS: Readonly<Partial<Record<ImportProblemCode, readonly string[]>>> = {
  ambiguous_dates: ["dates"],
  missing_currency: ["currency"],
  missing_unit: ["unit"],
  imported_before: ["allowDuplicates"],
  unknown_category: ["createCategories"],
  not_utf8: ["skip"],
  malformed_json: ["skip"],
  unknown_member: ["skip"],
  misplaced_quote: ["skip"],
  too_many_fields: ["skip"],
  repeated_id: ["map", "skip"],
  repeated_mark: ["skip"],
  taken: ["skip"],
  id_exists: ["map", "update", "skip"],
  other_pet: ["map", "allowOtherPets", "skip"],
  id_too_large: ["map", "skip"],
  two_categories: ["skip"],
  invalid_status_transition: ["skip"],
};

/** What is asked once, as the answer is for all columns of the file. */
const OF_FILE: ReadonlySet<ImportProblemCode> = new Set(["ambiguous_dates", "missing_currency", "missing_unit"]);

/** The currencies that are offered, besides those that the option takes. */
const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "PLN", "JPY"];

/** How many texts of a column are asked about one by one, and the length of the longest. The others get one answer together. */
const VALUES_MAX = 50;
const VALUE_MAX = 200;

/** Meanings that every cell of a column may have, whatever its text. */
const COMMON: ReadonlySet<string> = new Set(["-", "0", ANY, OTHER]);

/** How many answers a report has. */
const ANSWERS_MAX = 1000;

/** The title of a column of a table; undefined if it has none. */
type TitleOf = (column: ImportColumn) => string | undefined;

interface Asked {
  readonly code: ImportProblemCode;
  /** Undefined if it is about several. */
  column: ImportColumn | undefined;
  count: number;
  readonly lines: number[];
  readonly values: Map<string, { count: number; readonly choices: readonly string[] }>;
  /** The meanings that all of its cells may have. */
  common: readonly string[] | undefined;
}

/** Collects what answers the problems of a file. */
export class Answers {
  readonly #asked = new Map<string, Asked>();
  readonly #others: Answer[] = [];

  add(line: number, { code, column, cell, choices, answers = [] }: Answerable): void {
    for (const answer of answers) this.#others.push({ problem: code, column, count: 1, ...answer });
    const key = OF_FILE.has(code) ? code : `${code} ${column}`;
    const first: Asked = { code, column, count: 0, lines: [], values: new Map(), common: undefined };
    const asked = this.#asked.get(key) ?? first;
    this.#asked.set(key, asked);
    if (asked.column !== column) asked.column = undefined;
    if (asked.lines.at(-1) !== line) {
      asked.count += 1;
      asked.lines.push(line);
    }
    if (cell === undefined || choices === undefined || column === undefined) return;
    const shared = asked.common?.filter((choice) => choices.includes(choice)) ?? choices;
    asked.common = shared.filter((choice) => COMMON.has(choice) || cell === "");
    const value = asked.values.get(cell);
    if (value !== undefined) value.count += 1;
    else if (asked.values.size < VALUES_MAX && cell.length <= VALUE_MAX) asked.values.set(cell, { count: 1, choices });
  }

  /** The answers whose options exist: a file of NDJSON has none for cells. */
  list(titleOf: TitleOf | undefined, flags: { readonly update: boolean }): Answer[] {
    const ofLines = [...this.#asked.values()].flatMap((asked) => [
      ...ofOptions(asked, titleOf ?? (() => undefined), flags),
      ...(titleOf === undefined ? [] : ofCells(asked)),
    ]);
    return [...this.#others, ...ofLines].slice(0, ANSWERS_MAX);
  }
}

function ofCells({ code: problem, column, count, values, common = [] }: Asked): Answer[] {
  if (column === undefined) return [];
  const option = "mapValues";
  const each = [...values].flatMap(([value, { count, choices }]) =>
    choices.length === 0
      ? []
      : [{ problem, column, value, count, option, choices: choices.map((to) => writePair(column, value, to)) }],
  );
  const isOne = values.size === 1 && each[0]?.count === count;
  if (common.length === 0 || isOne || values.has("")) return each;
  return [{ problem, column, count, option, choices: common.map((to) => writePair(column, undefined, to)) }, ...each];
}

function ofOptions(
  { code: problem, column, count, lines }: Asked,
  titleOf: TitleOf,
  { update }: { readonly update: boolean },
): Answer[] {
  const title = titleOf("id");
  const choicesOf = (option: string): readonly string[] => {
    if (option === "dates") return ["dmy", "mdy"];
    if (option === "currency") return CURRENCIES;
    if (option === "unit") return weightUnits;
    if (option === "skip") return [rangesOf(lines)];
    if (option === "map") return title === undefined ? [] : [writePair(undefined, title, "reference")];
    if (option === "update") return update ? [] : ["true"];
    if (option === "allowOtherPets") return update ? ["true"] : [];
    return ["true"];
  };
  return (OPTIONS[problem] ?? []).flatMap((option) => {
    const choices = [...choicesOf(option)];
    return choices.length === 0 ? [] : [{ problem, column, count, option, choices }];
  });
}

/** The numbers of lines as `skip` takes them: `3,17-20`. */
export function rangesOf(lines: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}
