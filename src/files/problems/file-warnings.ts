/* Warnings: allowed, but possibly mistakes. */

import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { importWarnings } from "../../contract/imports/import-problems.ts";
import type { ImportReport } from "../../contract/imports/import-report.ts";
import { type ImportSource, importSources } from "../../contract/imports/import-sources.ts";
import type { ImportOption, NameOption } from "../../core/imports/import-ports.ts";

/** How many lines a warning names. */
const NAMED_MAX = 5;

/** Warnings that name the first affected lines. */
type RowWarning = Exclude<
  keyof typeof importWarnings,
  "large_ids" | "unused_words" | "not_read_to_end" | "known_system"
>;

export class FileWarnings {
  readonly #rows = new Map<RowWarning, { count: number; last: number; hasMore: boolean; readonly first: number[] }>();
  readonly #unused = new Map<string, string>();
  readonly #others: ImportReport["warnings"][number][] = [];
  readonly #option: NameOption;

  constructor(option: NameOption) {
    this.#option = option;
  }

  /** Adds mapped words, which the file may not contain. */
  expect(column: ImportColumn, words: Iterable<string>): void {
    for (const word of words) if (word !== "") this.#unused.set(`${column}\n${word}`, `${column}:${word}`);
  }

  /** Records that the file contains such a word. */
  found(column: ImportColumn, word: string): void {
    if (this.#unused.size > 0) this.#unused.delete(`${column}\n${word}`);
  }

  /** Counts an affected row once, and the things in it. */
  addRow(code: RowWarning, line: number, things = 1): void {
    const rows = this.#rows.get(code) ?? { count: 0, last: 0, hasMore: false, first: [] };
    this.#rows.set(code, rows);
    if (rows.last === line) return;
    rows.last = line;
    rows.count += things;
    if (rows.first.length < NAMED_MAX) rows.first.push(line);
    else rows.hasMore = true;
  }

  /** Suggests the system that the file seems to come from. */
  suggest(system: ImportSource | undefined): void {
    if (system !== undefined) this.#others.push(this.#warn("known_system", `${system} (${importSources[system]})`));
  }

  /** All warnings; call it after the last line. */
  list(): ImportReport["warnings"] {
    const words = [...this.#unused.values()].slice(0, NAMED_MAX).join(", ");
    return [
      ...[...this.#rows].map(([code, { count, first, hasMore }]) => ({
        ...this.#warn(code, `${count} (line ${first.join(", ")}${hasMore ? ", ..." : ""})`),
        count,
      })),
      ...this.#others,
      ...(this.#unused.size === 0 ? [] : [this.#warn("unused_words", words)]),
    ];
  }

  /** Texts name parameters of the request, which the command calls by their flags. */
  #warn(code: keyof typeof importWarnings, what: string): ImportReport["warnings"][number] {
    const text = importWarnings[code].replaceAll(/`(\w+)`/g, (_, name: ImportOption) => `\`${this.#option(name)}\``);
    return { code, message: `${text}: ${what}` };
  }
}
