/* What a person says about a file: what its titles and words mean, and how it writes dates and amounts. */
import { ImportColumn } from "../contract/imports.ts";
import { preview } from "../contract/json.ts";
import { currencies } from "../contract/money.ts";
import type { ImportOption, NameOption, ReadingOptions } from "../core/imports/import-ports.ts";
import { type DayOrder, dayOrders } from "../core/reading/written-dates.ts";
import { isWordColumn, keyOf, meaningIn, meaningsOf } from "../core/reading/written-words.ts";
import { type Source, sources } from "./sources.ts";
import { columnOf } from "./spellings.ts";
import { UsageError } from "./usage-error.ts";

/** How a person maps a file's titles and words. */
export interface Mapping {
  /** Columns by their titles; undefined for one to ignore. */
  readonly columns: ReadonlyMap<string, ImportColumn | undefined>;
  /** What the words of a column stand for, by `keyOf`; an empty text for nothing. */
  readonly values: ReadonlyMap<ImportColumn, ReadonlyMap<string, string>>;
  readonly dates: DayOrder | undefined;
  readonly currency: string | undefined;
  /** The system that exported the file, if that is known. */
  readonly source: Source | undefined;
  readonly option: NameOption;
}

/** An option that says something about a file cannot be understood. */
export class MappingError extends UsageError {
  readonly option: ImportOption;
  readonly reason: string;

  constructor(option: ImportOption, name: NameOption, reason: string) {
    super(`${name(option)}: ${reason}`);
    this.option = option;
    this.reason = reason;
  }
}

/** The options that say something about a file. */
export type MappingOptions = Omit<ReadingOptions, "update" | "match">;

/** Understands the options. Throws `MappingError`. */
export function readMapping(
  { from, map, mapStatus, mapValues, dates, currency }: MappingOptions,
  name: NameOption,
): Mapping {
  const columns = map === undefined ? new Map<string, ImportColumn | undefined>() : parseColumns(map, name);
  const pairs = [
    ...(mapStatus === undefined ? [] : parseValues(mapStatus, "mapStatus", name, "status")),
    ...(mapValues === undefined ? [] : parseValues(mapValues, "mapValues", name)),
  ];
  const values = new Map<ImportColumn, Map<string, string>>();
  for (const { column, from, to } of pairs) {
    const words = values.get(column) ?? new Map<string, string>();
    values.set(column, words.set(keyOf(from), to));
  }
  const order = dates === undefined ? undefined : dayOrders.find((one) => one === dates);
  if (dates !== order) throw new MappingError("dates", name, `expected dmy or mdy; got ${preview(dates)}`);
  const code = currency?.toUpperCase();
  if (code !== undefined && !currencies.has(code)) {
    throw new MappingError(
      "currency",
      name,
      `expected a currency code of ISO 4217, such as EUR; got ${preview(currency)}`,
    );
  }
  const source = from === undefined ? undefined : sources[from];
  return { columns, values, dates: order, currency: code, source, option: name };
}

/** Parses a text such as `Tier=name,Art=category,Preis=-`. */
function parseColumns(text: string, name: NameOption): Mapping["columns"] {
  const pairs = text.split(",").map((pair) => {
    const [, title = "", target = ""] = /^(.*)=(.*)$/s.exec(pair) ?? [];
    const column = target.trim() === "-" ? undefined : columnOf.get(keyOf(target));
    if (keyOf(title) === "" || (column === undefined && target.trim() !== "-")) {
      const expected = `a title and one of ${ImportColumn.options.join(", ")}, or - to ignore it, such as "Tier=name,Art=category"`;
      throw new MappingError("map", name, `expected ${expected}; got ${preview(pair)}`);
    }
    return [title, column] as const;
  });
  const targets = pairs.flatMap(([, column]) => column ?? []);
  const repeated = targets.find((column, index) => targets.indexOf(column) !== index);
  if (repeated !== undefined) throw new MappingError("map", name, `two columns cannot both be ${repeated}`);
  return new Map(pairs);
}

/** What one word of a column stands for. */
interface MappedWord {
  readonly column: ImportColumn;
  readonly from: string;
  readonly to: string;
}

/** Parses a text such as `sex:Bock=male,status:frei=available`. A pair without a column belongs to that of the pair before. */
function parseValues(
  text: string,
  option: "mapStatus" | "mapValues",
  name: NameOption,
  given?: ImportColumn,
): readonly MappedWord[] {
  let column = given;
  return text.split(",").map((pair) => {
    const [, title, from = "", to = ""] = /^(?:([^:=]*):)?(.*)=(.*)$/s.exec(pair) ?? [];
    if (title !== undefined) column = columnOf.get(keyOf(title));
    if (keyOf(from) === "" || column === undefined) {
      const expected =
        option === "mapStatus"
          ? 'a word and a status, such as "active=available,adopted=sold"'
          : `a column, a word and what it means, such as "sex:Bock=male"; columns are ${ImportColumn.options.join(", ")}`;
      throw new MappingError(option, name, `expected ${expected}; got ${preview(pair)}`);
    }
    const isNothing = to.trim() === "-";
    const meaning = isWordColumn(column) && !isNothing ? meaningIn(column, to) : to.trim();
    if (isWordColumn(column) && meaning === undefined) {
      const known = meaningsOf(column).join(", ");
      throw new MappingError(option, name, `expected one of ${known}, or - for nothing; got ${preview(pair)}`);
    }
    return { column, from, to: isNothing ? "" : (meaning ?? "") };
  });
}
