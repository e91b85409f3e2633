/* The columns of an export, and how its lines are written. */
import * as z from "zod";
import { count, dateTime } from "../contract/common.ts";
import { StockChange } from "../contract/inventory.ts";
import { Order } from "../contract/order-schemas.ts";
import { Pet } from "../contract/pets.ts";
import type { Price } from "../contract/price.ts";
import { KnownProfile, type Profile } from "../contract/profiles.ts";
import { serializer } from "../contract/serializer.ts";
import { amountCell, csvLine, type DecimalMark, safeCell, timeCell } from "../contract/spreadsheet-cells.ts";
import type { Format } from "../files/formats.ts";
import { profileCell } from "../files/profile-cells.ts";
import type { Row } from "../store/engine.ts";
import { readOrder } from "../store/queries/orders.ts";
import { ORDERS, PETS, STOCK_CHANGES } from "../store/schema/tables.ts";
import type { Table } from "../store/view.ts";

/** What can be exported. */
export type ExportKind = "pets" | "orders" | "stock-changes";

interface Source {
  readonly table: Table;
  /** Returns what a row holds. */
  read(row: Row): object;
  /** The members of a line. */
  readonly schema: z.ZodObject;
  /** The columns of a line as CSV. */
  readonly columns: readonly string[];
}

/** A pet with its stock and what is known of it. */
const PET_LINE = Pet.extend({
  quantity: count("Current stock count"),
  ...KnownProfile.shape,
  createdAt: dateTime("When the pet was added").optional(),
});

export const sources: { readonly [K in ExportKind]: Source } = {
  pets: { table: PETS, read: PETS.read, schema: PET_LINE, columns: Object.keys(PET_LINE.shape) },
  orders: { table: ORDERS, read: readOrder, schema: Order, columns: columnsOf(Order) },
  "stock-changes": {
    table: STOCK_CHANGES,
    read: STOCK_CHANGES.read,
    schema: StockChange,
    columns: columnsOf(StockChange),
  },
};

/** Writes rows as lines. `head` is the start of the file. */
export interface LineWriter {
  readonly head: string;
  line(row: object): string;
}

/** Makes a writer whose file an import reads exactly. Times in CSV are UTC, or those of a time zone. */
export function lineWriter(
  { schema, columns }: Pick<Source, "schema" | "columns">,
  format: Format,
  timeZone?: string,
): LineWriter {
  const json = serializer(schema);
  if (format === "ndjson") return { head: "", line: (row) => `${json(row)}\n` };
  return {
    head: csvLine(columns),
    line: (row) => csvLine(cellsOf(row, columns, { timeZone })),
  };
}

/**
 * Makes a writer for people with a spreadsheet: a byte order mark, without which Excel misreads letters, names of categories, and
 * no text that would run as a formula.
 */
export function spreadsheetWriter(
  { columns: all }: Source,
  categories: ReadonlyMap<unknown, string>,
  style: CellStyle,
): LineWriter {
  const columns = all.flatMap((name) => (name === "categoryId" ? [name, "category"] : [name]));
  return {
    head: `\ufeff${csvLine(columns, style.decimalMark)}`,
    line(row) {
      const { categoryId } = row as { readonly categoryId?: bigint };
      const category = categories.get(categoryId);
      // An import accepts only one of the two.
      const named = category === undefined ? row : { ...row, categoryId: undefined, category };
      return csvLine(cellsOf(named, columns, style).map(safeCell), style.decimalMark);
    },
  };
}

/** The columns of a line, each with the schema of its value: a member of a member, such as an order's customer, is `customer.name`. */
export function columnTypes({ shape }: z.ZodObject): ReadonlyMap<string, z.core.$ZodType> {
  return new Map(
    Object.entries(shape).flatMap(([name, member]) => {
      const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
      if (!(inner instanceof z.ZodObject)) return [[name, inner] as const];
      return [...columnTypes(inner)].map(([column, type]) => [`${name}.${column}`, type] as const);
    }),
  );
}

function columnsOf(schema: z.ZodObject): readonly string[] {
  return [...columnTypes(schema).keys()];
}

/** How cells are written: times in a time zone, else in UTC. */
interface CellStyle {
  readonly timeZone?: string | undefined;
  readonly decimalMark?: DecimalMark;
}

function cellsOf(row: object, columns: readonly string[], { timeZone, decimalMark }: CellStyle): readonly unknown[] {
  return columns.map((column) => {
    const path = column.split(".");
    const [within, value] = [valueAt(row, path.slice(0, -1)), valueAt(row, path)];
    // People know amounts of the currency's unit.
    if (column.endsWith(".amount") && value !== undefined) return amountCell(within as Price, decimalMark);
    if (timeZone !== undefined && TIMES.has(column) && value !== undefined) return timeCell(timeZone, String(value));
    return typeof value === "object" ? profileCell(value as Profile[keyof Profile]) : value;
  });
}

function valueAt(row: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, member) => (inner as Record<string, unknown> | undefined)?.[member], row);
}

/** The columns with times. */
const TIMES: ReadonlySet<string> = new Set([
  "createdAt",
  "shipDate",
  "placedAt",
  "completedAt",
  "readyAt",
  "returnedAt",
  "at",
]);
