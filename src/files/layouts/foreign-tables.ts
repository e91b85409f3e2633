/* Reads tables of other systems: the meaning of titles and cells, and which rows are not pets to import. */
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import { type ImportSource, importSourceIds } from "../../contract/imports/import-sources.ts";
import { hashOf, LineIds } from "../../core/imports/import-ids.ts";
import { keyOf } from "../../core/reading/written-words.ts";
import { columnOf } from "../cells/spellings.ts";
import type { FileWarnings } from "../problems/file-warnings.ts";
import type { FileRecord } from "../reading/records.ts";
import { type Source, sources } from "./sources.ts";

/** How many titles known only to a system identify its export. */
const OWN_TITLES_MIN = 2;

/**
 * Identifies the system that exported a table: titles for name, category and key, plus some that have no or another
 * meaning elsewhere. If several match, the one that knows most titles.
 */
export function systemOf(titles: readonly string[] = []): ImportSource | undefined {
  const keys = new Set(titles.map(keyOf));
  const hasOne = (names: readonly string[] = []) => names.some((name) => keys.has(keyOf(name)));
  const candidates = importSourceIds.flatMap((id) => {
    const source = sources[id];
    const found = [...sourceColumns(source)].filter(([title]) => keys.has(title));
    const own = found.filter(([title, column]) => columnOf.get(title) !== column);
    const isComplete = [source.titles.name, source.titles.category, source.key].every(hasOne);
    return isComplete && own.length >= OWN_TITLES_MIN ? [{ id, found: found.length }] : [];
  });
  return candidates.toSorted((a, b) => b.found - a.found)[0]?.id;
}

/**
 * The columns of a system's titles, by `keyOf`. If several titles map to a column, the first non-empty cell of a row
 * counts.
 */
export function sourceColumns({ titles }: Source): ReadonlyMap<string, ImportColumn> {
  return new Map(
    Object.entries(titles).flatMap(([column, names]) =>
      names.map((name) => [keyOf(name), column as ImportColumn] as const),
    ),
  );
}

export function isTitleOfSystem(title: string, column: ImportColumn): boolean {
  return importSourceIds.some((id) => sourceColumns(sources[id]).get(keyOf(title)) === column);
}

/**
 * Creates a function that returns the line of the pet that a row belongs to: its own, or that of an earlier row with
 * the same key.
 */
export function rowOwner({ key }: Source, titles: readonly string[]): (record: FileRecord) => number {
  const place = placeOf(key, titles);
  const seen = new LineIds();
  // Some exports repeat the title row.
  if (place !== -1) seen.add(hashOf(titles[place] ?? ""), 1);
  return ({ line, fields }) => {
    const value = fields[place] ?? "";
    return value === "" ? line : (seen.add(hashOf(value), line) ?? line);
  };
}

/** Creates a function that returns a row's first cell under one of these titles; empty if there is none. */
export function fieldReader(names: readonly string[], titles: readonly string[]): (record: FileRecord) => string {
  const place = placeOf(names, titles);
  return ({ fields }) => fields[place] ?? "";
}

function placeOf(names: readonly string[], titles: readonly string[]): number {
  return names.map((name) => titles.findIndex((title) => keyOf(title) === keyOf(name))).find((at) => at !== -1) ?? -1;
}

/** Creates a function that tells which rows are not pets to import, and warns about each. */
export function rowFilter(
  source: Source,
  titles: readonly string[],
  warnings: FileWarnings,
): (record: FileRecord) => boolean {
  const { died = [], diedWords, empty } = source;
  const diedPlace = placeOf(died, titles);
  const ownerOf = rowOwner(source, titles);
  const words = diedWords && new Set(diedWords.map(keyOf));
  return (record) => {
    const { line, fields } = record;
    if (ownerOf(record) !== line) {
      warnings.addRow("continued_rows", line);
      return true;
    }
    const fate = fields[diedPlace] ?? "";
    if (fate === "" || fate === empty || words?.has(keyOf(fate)) === false) return false;
    warnings.addRow("deceased_pets", line);
    return true;
  };
}

/** Creates a function that translates a system's cell, or returns undefined if it needs no translation. */
export function cellTranslator({
  words,
  empty,
  cells = {},
}: Source): (column: ImportColumn, cell: string) => string | undefined {
  const meanings = new Map(
    Object.entries(words).map(([column, meaning]) => [
      column,
      new Map(Object.entries(meaning).map(([word, to]) => [keyOf(word), to])),
    ]),
  );
  return (column, cell) => {
    if (cell === empty && column !== "name") return "";
    return meanings.get(column)?.get(keyOf(cell)) ?? cells[column]?.(cell);
  };
}
