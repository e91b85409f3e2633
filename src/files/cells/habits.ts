/* Detects how a column writes dates and amounts. A single value may be ambiguous; all values together rarely are. */
import type { ImportColumn } from "../../contract/imports/import-line.ts";
import type { WeightUnit } from "../../contract/limits.ts";
import { type AmountHabits, currencyIn, decimalIn } from "../../core/reading/written-amounts.ts";
import { type DayOrder, orderIn } from "../../core/reading/written-dates.ts";
import type { Mapping } from "../layouts/mapping.ts";
import type { Header } from "../layouts/titles.ts";
import type { RecordReader } from "../reading/records.ts";
import { dateColumns, unwrapped } from "./cells.ts";
import { splitTitle } from "./spellings.ts";

/** The formats of a column's values. */
export interface Habits extends AmountHabits {
  /** The order of day and month; undefined if no value shows it. */
  readonly order: DayOrder | undefined;
  /** The first currency that any amount of the column names, suggested for cells without one. */
  readonly named: string | undefined;
  /** The unit of weights that name none. */
  readonly unit: WeightUnit | undefined;
}

/** The columns that are read as a whole, and what a single value shows. */
const SIGNS: Readonly<Partial<Record<ImportColumn, (cell: string) => string | undefined>>> = {
  ...Object.fromEntries(dateColumns.map((column) => [column, orderIn])),
  price: decimalIn,
  grams: () => undefined,
};

/** Reads all values of these columns. */
export async function habitsOf(
  read: RecordReader,
  { columns, titles, delimiter }: Header,
  { dates, currency, unit, source }: Mapping,
): Promise<ReadonlyMap<ImportColumn, Habits>> {
  // A program writes all dates the same way; people may type each column differently.
  const ofProgram = source === undefined ? undefined : new Set<string>();
  const seen = columns.flatMap((column, index) => {
    const signOf = column === undefined ? undefined : SIGNS[column];
    if (column === undefined || signOf === undefined) return [];
    const named = undefined as string | undefined;
    return [
      {
        column,
        index,
        title: titles[index] ?? "",
        signOf,
        signs: (signOf === orderIn ? ofProgram : undefined) ?? new Set<string>(),
        named,
      },
    ];
  });
  if (seen.length > 0) {
    for await (const records of read(() => {})) {
      for (const { fields } of records) {
        for (const one of seen) {
          const cell = unwrapped(fields[one.index] ?? "");
          const sign = one.signOf(cell);
          if (sign !== undefined) one.signs.add(sign);
          if (one.column === "price") one.named ??= currencyIn(cell);
        }
      }
    }
  }
  return new Map(
    seen.map(({ column, title, signs, named }) => {
      // Contradictory values show nothing.
      const sign = signs.size === 1 ? [...signs][0] : undefined;
      const order = dates ?? (sign === "dmy" || sign === "mdy" ? sign : undefined);
      const decimal = sign === "." || sign === "," ? sign : signs.size === 0 ? usualMark(delimiter) : undefined;
      const said = splitTitle(title);
      return [column, { order, decimal, named, currency: said.currency ?? currency, unit: said.unit ?? unit }];
    }),
  );
}

/**
 * Where the comma is the decimal mark, spreadsheets separate fields by semicolons; where it is the point, by commas.
 */
function usualMark(delimiter: Header["delimiter"]): "." | "," | undefined {
  return delimiter === ";" ? "," : delimiter === "," ? "." : undefined;
}
