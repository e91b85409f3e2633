/* Cells that can be read once a person has answered a question: which words mean what, which part of a date is the day. */
import { type ImportProblemCode, importWarnings } from "../contract/import-problems.ts";
import { type ImportColumn, type ImportReport, UNKNOWN_WORDS_MAX } from "../contract/imports.ts";
import type { ImportOption, NameOption } from "../core/imports/import-ports.ts";
import { isYesOrNo, keyOf, meaningIn, meaningsOf, type WordColumn } from "../core/reading/written-words.ts";

/** A cell that cannot be read before its question is answered. */
export class Unclear {
  readonly code: ImportProblemCode;
  /** What is expected, and what to do. */
  readonly expected: string;

  private constructor(code: ImportProblemCode, expected: string) {
    this.code = code;
    this.expected = expected;
  }

  /** A date whose day may be the month. */
  static date(option: NameOption): Unclear {
    return new Unclear(
      "ambiguous_dates",
      `expected dates that show which part is the day. Say it with ${set(option, "dates", "dmy")} or mdy`,
    );
  }

  /** An amount of an unknown currency. */
  static currency(option: NameOption): Unclear {
    return new Unclear(
      "missing_currency",
      `expected an amount with its currency. Say which one all have with ${set(option, "currency", "EUR")}`,
    );
  }

  /** A word that nobody explained. */
  static word(column: WordColumn, option: NameOption): Unclear {
    const known = meaningsOf(column).map((meaning) => `"${meaning}"`);
    return new Unclear(
      "unknown_word",
      `expected one of ${known.join(", ")}. Use one of these words, leave the cell empty, or say what it means with ${option("mapValues")}`,
    );
  }
}

/** An option with a value, as a person writes it. */
function set(option: NameOption, name: ImportOption, value: string): string {
  const shown = option(name);
  return shown.startsWith("--") ? `${shown} ${value}` : `${shown}=${value}`;
}

/** A word that nobody explained, and how often it is there. */
type UnknownWord = ImportReport["unknownWords"][number];

/** Words of columns that nobody explained. */
export class UnknownWords {
  readonly #words = new Map<string, UnknownWord>();

  /** What a word means. */
  read(column: WordColumn, cell: string, option: NameOption): string | boolean | Unclear {
    const meaning = meaningIn(column, cell);
    if (meaning !== undefined) return isYesOrNo(column) ? meaning === "true" : meaning;
    const key = `${column}\n${keyOf(cell)}`;
    const known = this.#words.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#words.size < UNKNOWN_WORDS_MAX) this.#words.set(key, { column, word: cell.trim(), count: 1 });
    return Unclear.word(column, option);
  }

  /** The words, in the order of the file. */
  list(): UnknownWord[] {
    return [...this.#words.values()];
  }
}

/** The first of some lines, which a warning names. */
const NAMED_MAX = 5;

/** Warnings about rows, whose first lines they name. */
type RowWarning = "too_few_fields" | "continued_rows" | "deceased_pets" | "non_shelter_pets" | "unpublished_pets";

/** What is allowed in a file and may be a mistake. */
export class FileWarnings {
  readonly #rows = new Map<RowWarning, { count: number; readonly first: number[] }>();
  readonly #unused = new Map<string, string>();

  /** Adds words that somebody has explained, and that the file may not have. */
  expect(column: ImportColumn, words: Iterable<string>): void {
    for (const word of words) this.#unused.set(`${column}\n${word}`, `${column}:${word}`);
  }

  /** Notes that the file has such a word. */
  found(column: ImportColumn, word: string): void {
    if (this.#unused.size > 0) this.#unused.delete(`${column}\n${word}`);
  }

  /** Adds a row that a warning is about. */
  addRow(code: RowWarning, line: number): void {
    const rows = this.#rows.get(code) ?? { count: 0, first: [] };
    this.#rows.set(code, rows);
    rows.count += 1;
    if (rows.first.length < NAMED_MAX) rows.first.push(line);
  }

  /** What there is, once the lines are read. */
  list(): ImportReport["warnings"] {
    const words = [...this.#unused.values()].slice(0, NAMED_MAX).join(", ");
    return [
      ...[...this.#rows].map(([code, { count, first }]) =>
        warn(code, `${count} (line ${first.join(", ")}${count > NAMED_MAX ? ", ..." : ""})`),
      ),
      ...(this.#unused.size === 0 ? [] : [warn("unused_words", words)]),
    ];
  }
}

function warn(code: keyof typeof importWarnings, what: string): ImportReport["warnings"][number] {
  return { code, message: `${importWarnings[code]}: ${what}` };
}

/** The option that explains words, to copy: what they mean has to be added. */
export function optionFor(words: readonly UnknownWord[]): string {
  const columns = [...new Set(words.map(({ column }) => column))];
  const pairs = columns.map((column: ImportColumn) =>
    words
      .filter((word) => word.column === column)
      .map(({ word }, index) => `${index === 0 ? `${column}:` : ""}${word}=`)
      .join(","),
  );
  return `--map-values ${JSON.stringify(pairs.join(","))}`;
}
