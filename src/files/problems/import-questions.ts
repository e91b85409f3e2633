/* Cells that can be read once a person has answered a question, such as the meaning of a word, or the order of day
   and month. */
import type { ImportProblemCode } from "../../contract/imports/import-problems.ts";
import type { ImportOption, NameOption } from "../../core/imports/import-ports.ts";
import { meaningsOf, type WordColumn } from "../../core/reading/written-words.ts";

/** A cell with an open question. */
export class Unclear {
  readonly code: ImportProblemCode;
  /** What is expected, and how to answer. */
  readonly expected: string;
  /** Possible meanings of the cell. */
  readonly choices: readonly string[];

  private constructor(code: ImportProblemCode, expected: string, choices: readonly string[] = []) {
    this.code = code;
    this.expected = expected;
    this.choices = choices;
  }

  /** A date whose day and month are ambiguous. */
  static date(option: NameOption): Unclear {
    return new Unclear(
      "ambiguous_dates",
      `expected dates that show which part is the day. Say it with ${set(option, "dates", "dmy")} or mdy`,
    );
  }

  /** An amount without a known currency. */
  static currency(option: NameOption): Unclear {
    return new Unclear(
      "missing_currency",
      `expected an amount with its currency. Say which one all have with ${set(option, "currency", "EUR")}`,
    );
  }

  /** A weight without a unit. */
  static weight(option: NameOption): Unclear {
    return new Unclear(
      "missing_unit",
      `expected a weight with its unit. Say which one all have with ${set(option, "unit", "kg")}`,
    );
  }

  /** An unknown word. */
  static word(column: WordColumn, option: NameOption): Unclear {
    const meanings = meaningsOf(column);
    const known = meanings.map((meaning) => `"${meaning}"`).join(", ");
    return new Unclear(
      "unknown_word",
      `expected one of ${known}. Use one of these words, leave the cell empty, or say what it means with ${option("mapValues")}`,
      [...meanings, "-"],
    );
  }

  /** A spreadsheet's error value, such as `#REF!`. */
  static error(option: NameOption, choices: readonly string[]): Unclear {
    return new Unclear(
      "spreadsheet_error",
      `a spreadsheet shows this where a formula failed. Correct it, or say what it stands for with ${option("mapValues")}`,
      choices,
    );
  }

  /** A number that a spreadsheet abbreviated, as in 9.8E+14. */
  static shortened(option: NameOption): Unclear {
    return new Unclear(
      "shortened_number",
      `a spreadsheet shortened the number. Format the column as text and save again, or say what it stands for with ${option("mapValues")}`,
      ["-"],
    );
  }
}

/** An option with its value, as a person writes it. */
function set(option: NameOption, name: ImportOption, value: string): string {
  const shown = option(name);
  return shown.startsWith("--") ? `${shown} ${value}` : `${shown}=${value}`;
}
