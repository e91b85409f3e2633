/* The columns of an export, and how its lines are written. */
import * as z from "zod";
import { count, dateTime } from "../contract/common.ts";
import { StockChange } from "../contract/inventory.ts";
import { decimalAmount } from "../contract/money.ts";
import { Order } from "../contract/order-schemas.ts";
import { Pet } from "../contract/pets.ts";
import type { Price } from "../contract/price.ts";
import { KnownProfile, type Profile } from "../contract/profiles.ts";
import { serializer } from "../contract/serializer.ts";
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

const END = "\r\n";

/** Makes a writer whose file an import reads exactly. Times in CSV are UTC, or those of a time zone. */
export function lineWriter(
  { schema, columns }: Pick<Source, "schema" | "columns">,
  format: Format,
  timeZone?: string,
): LineWriter {
  const json = serializer(schema);
  if (format === "ndjson") return { head: "", line: (row) => `${json(row)}\n` };
  return {
    head: columns.join(",") + END,
    line: (row) => cellsOf(row, columns, timeZone).map(textOf).map(csvCell).join(",") + END,
  };
}

/**
 * Makes a writer for people with a spreadsheet: a byte order mark, without which Excel misreads letters, names of categories, and
 * no text that would run as a formula.
 */
export function spreadsheetWriter(
  { columns: all }: Source,
  categories: ReadonlyMap<unknown, string>,
  timeZone?: string,
): LineWriter {
  const columns = all.flatMap((name) => (name === "categoryId" ? [name, "category"] : [name]));
  return {
    head: `\ufeff${columns.join(",")}${END}`,
    line(row) {
      const { categoryId } = row as { readonly categoryId?: bigint };
      const category = categories.get(categoryId);
      // An import accepts only one of the two.
      const named = category === undefined ? row : { ...row, categoryId: undefined, category };
      return cellsOf(named, columns, timeZone).map(safeCell).map(textOf).map(csvCell).join(",") + END;
    },
  };
}

/** The columns of a line: a member of a member, such as an order's customer, is `customer.name`. */
function columnsOf({ shape }: z.ZodObject): readonly string[] {
  return Object.entries(shape).flatMap(([name, member]) => {
    const inner = member instanceof z.ZodOptional ? member.unwrap() : member;
    return inner instanceof z.ZodObject ? columnsOf(inner).map((column) => `${name}.${column}`) : [name];
  });
}

function cellsOf(row: object, columns: readonly string[], timeZone: string | undefined): readonly unknown[] {
  return columns.map((column) => {
    const path = column.split(".");
    const [within, value] = [valueAt(row, path.slice(0, -1)), valueAt(row, path)];
    // People know amounts of the currency's unit.
    if (column.endsWith(".amount") && value !== undefined) return decimalAmount(within as Price);
    if (timeZone !== undefined && TIMES.has(column) && value !== undefined) return timeIn(timeZone, String(value));
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

/** A time as spreadsheets read it: 2026-12-01 09:30:00. In Swedish, dates and times are written so. */
function timeIn(timeZone: string, at: string): string {
  return new Date(at).toLocaleString("sv", { timeZone });
}

function textOf(cell: unknown): string {
  return cell === undefined ? "" : String(cell);
}

/** Spreadsheets run text that begins like this as a formula, some also after the full-width signs of East Asian keyboards. Numbers are safe: `-3` stays as it is. */
export function safeCell<Cell>(cell: Cell): Cell | string {
  return typeof cell === "string" && /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;
}

/** White space at either end is quoted too: readers trim unquoted fields. */
export function csvCell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
