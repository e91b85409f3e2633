/* The answers of a person about a file: the meaning of titles and words, and its formats of dates and amounts. */
import { ImportColumn, type ImportLine } from "../../contract/imports/import-line.ts";
import { preview } from "../../contract/json/json.ts";
import type { WeightUnit } from "../../contract/limits.ts";
import { currencies } from "../../contract/values/money.ts";
import type { ImportOption, NameOption, PetLine, ReadingOptions } from "../../core/imports/import-ports.ts";
import { ANY, readPairs } from "../../core/imports/written-pairs.ts";
import { type DayOrder, dayOrders } from "../../core/reading/written-dates.ts";
import { isWordColumn, keyOf, meaningIn, meaningsOf } from "../../core/reading/written-words.ts";
import { fold, nameKey } from "../../core/shop/name-key.ts";
import { columnOf } from "../cells/spellings.ts";
import { UsageError } from "../problems/usage-error.ts";
import { type Source, sources } from "./sources.ts";

/** How a file's titles and words are mapped. */
export interface Mapping {
  /** Columns by title; undefined to ignore. */
  readonly columns: ReadonlyMap<string, ImportColumn | undefined>;
  /** The meaning of cells per column, by `cellKey`; an empty text for nothing. */
  readonly values: ReadonlyMap<ImportColumn, ReadonlyMap<string, string>>;
  /** The value for all cells of a column that cannot be imported. */
  readonly others: ReadonlyMap<ImportColumn, string>;
  /** Whether a line is excluded. */
  readonly isSkipped: (line: number) => boolean;
  readonly dates: DayOrder | undefined;
  readonly currency: string | undefined;
  readonly unit: WeightUnit | undefined;
  /** The exporting system, if known. */
  readonly source: Source | undefined;
  /** Whether photo URLs in the file will be fetched. */
  readonly takesPhotos?: boolean;
  readonly option: NameOption;
}

/** An import option that cannot be parsed. */
export class MappingError extends UsageError {
  readonly option: ImportOption;
  readonly expected: string;
  readonly got: string;

  constructor(option: ImportOption, name: NameOption, expected: string, got: string) {
    super(`${name(option)}: expected ${expected}; got ${got}`);
    [this.option, this.expected, this.got] = [option, expected, got];
  }
}

/** The options that describe a file. */
export type MappingOptions = Omit<ReadingOptions, "update" | "match" | "now" | "today">;

/** Parses the options. Throws `MappingError`. */
export function readMapping(
  { from, map, mapStatus, mapValues, skip, dates, currency, unit }: MappingOptions,
  name: NameOption,
): Mapping {
  const columns = map === undefined ? new Map<string, ImportColumn | undefined>() : parseColumns(map, name);
  const pairs = [
    ...(mapStatus === undefined ? [] : parseValues(mapStatus, "mapStatus", name, "status")),
    ...(mapValues === undefined ? [] : parseValues(mapValues, "mapValues", name)),
  ];
  const values = new Map<ImportColumn, Map<string, string>>();
  const others = new Map<ImportColumn, string>();
  for (const { column, from, to } of pairs) {
    if (from === undefined) {
      others.set(column, to);
      continue;
    }
    const words = values.get(column) ?? new Map<string, string>();
    values.set(column, words.set(cellKey(column, from), to));
  }
  const order = dates === undefined ? undefined : dayOrders.find((one) => one === dates);
  if (dates !== order) throw new MappingError("dates", name, "dmy or mdy", preview(dates));
  const code = currency?.toUpperCase();
  if (code !== undefined && !currencies.has(code)) {
    throw new MappingError("currency", name, "a currency code of ISO 4217, such as EUR", preview(currency));
  }
  const source = from === undefined ? undefined : sources[from];
  const isSkipped = skip === undefined ? () => false : parseLines(skip, name);
  return { columns, values, others, isSkipped, dates: order, currency: code, unit, source, option: name };
}

/** Parses `Tier=name,Art=category,Preis=-`. */
function parseColumns(text: string, name: NameOption): Mapping["columns"] {
  const refuse = (got: string): never => {
    const expected = `a title and one of ${ImportColumn.options.join(", ")}, or - to ignore it, such as "Tier=name,Art=category"`;
    throw new MappingError("map", name, expected, preview(got));
  };
  const pairs = (readPairs(text) ?? refuse(text)).map(({ column: before, from = "", to, text: pair }) => {
    const column = to === "-" ? undefined : columnOf.get(keyOf(to));
    // A title may contain a colon.
    const title = before === undefined ? from : `${before}:${from}`;
    if (keyOf(title) === "" || (column === undefined && to !== "-")) refuse(pair);
    return [title, column] as const;
  });
  const titles = pairs.map(([title]) => keyOf(title));
  const twice = pairs.find(([title], index) => titles.indexOf(keyOf(title)) !== index);
  if (twice !== undefined) throw new MappingError("map", name, "each title once", `${preview(twice[0])} again`);
  const targets = pairs.flatMap(([, column]) => column ?? []);
  const repeated = targets.find((column, index) => targets.indexOf(column) !== index);
  if (repeated !== undefined) throw new MappingError("map", name, "each column for one title", `${repeated} again`);
  return new Map(pairs);
}

/** The mapping of one text in a column. */
interface MappedText {
  readonly column: ImportColumn;
  /** Undefined for every cell that cannot be imported. */
  readonly from: string | undefined;
  readonly to: string;
}

/** Parses `sex:Bock=male,status:frei=available`. A pair without a column takes that of the pair before. */
function parseValues(
  text: string,
  option: "mapStatus" | "mapValues",
  name: NameOption,
  given?: ImportColumn,
): readonly MappedText[] {
  const refuse = (got: string): never => {
    const expected =
      option === "mapStatus"
        ? 'a word and a status, such as "active=available,adopted=sold"'
        : `a column, a word and what it means, such as "sex:Bock=male"; columns are ${ImportColumn.options.join(", ")}`;
    throw new MappingError(option, name, expected, preview(got));
  };
  let column = given;
  return (readPairs(text) ?? refuse(text)).map(({ column: title, from, to, text: pair }) => {
    if (title !== undefined) column = columnOf.get(keyOf(title));
    if (column === undefined) return refuse(pair);
    const isNothing = to === "-" || to === "";
    const meaning = isWordColumn(column) && !isNothing ? meaningIn(column, to) : to;
    if (isWordColumn(column) && meaning === undefined) {
      const known = meaningsOf(column).join(", ");
      throw new MappingError(option, name, `one of ${known}, or - for nothing`, preview(pair));
    }
    return { column, from, to: isNothing ? "" : (meaning ?? "") };
  });
}

/** Parses line numbers to exclude, such as `3,17-20`. */
function parseLines(text: string, name: NameOption): (line: number) => boolean {
  const ranges = text.split(",").map((part) => {
    const [, first, last = first] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(part) ?? [];
    if (first === undefined) throw new MappingError("skip", name, "numbers of lines such as 3,17-20", preview(part));
    return [Number(first), Number(last)] as const;
  });
  return (line) => ranges.some(([first, last]) => line >= first && line <= last);
}

/** The mapped meaning of a cell: an empty text for nothing, undefined if it is not mapped. */
export function answerFor({ values }: Mapping, column: ImportColumn, cell: string): string | undefined {
  return values.get(column)?.get(cellKey(column, cell));
}

/** The categories in the mapping, by `nameKey`. */
export function namedCategories({ values, others }: Mapping): ReadonlySet<string> {
  const named = [...(values.get("category")?.values() ?? []), others.get("category") ?? ""];
  return new Set(named.filter((name) => name !== "").map(nameKey));
}

/** The key by which cells are compared: words are folded like titles, anything else is taken literally. */
export function cellKey(column: ImportColumn, cell: string): string {
  return (isWordColumn(column) && keyOf(cell)) || fold(cell.trim());
}

/** The mapped name or category for rows that lack one. */
export function saidOfNew(
  mapping: Mapping,
  { cells, line }: { readonly cells: Partial<Record<ImportColumn, string>>; readonly line: number },
  { name, category, categoryId, reference, microchip }: ImportLine,
): PetLine["ifNew"] {
  const saidOf = (column: "name" | "category") =>
    answerFor(mapping, column, cells[column] ?? "") || mapping.others.get(column) || undefined;
  const kind = category ?? (categoryId === undefined ? saidOf("category") : undefined);
  const said = name === undefined ? saidOf("name") : undefined;
  const made = `${kind ?? "Pet"} ${reference ?? microchip ?? line}`;
  const given = {
    ...(said && { name: said === ANY ? made : said }),
    ...(category === undefined && kind && { category: kind }),
  };
  return given.name === undefined && given.category === undefined ? undefined : given;
}
