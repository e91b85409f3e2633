/* What the command exports, and the lines of a file for a spreadsheet. */
import type * as z from "zod";
import {
  type CellStyle,
  columnsOf,
  type LineWriter,
  PetLine,
  petColumns,
  tableWriter,
} from "../contract/exported-lines.ts";
import { StockChange } from "../contract/inventory.ts";
import { Order } from "../contract/order-schemas.ts";
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

export const sources: { readonly [K in ExportKind]: Source } = {
  pets: { table: PETS, read: PETS.read, schema: PetLine, columns: petColumns },
  orders: { table: ORDERS, read: readOrder, schema: Order, columns: columnsOf(Order) },
  "stock-changes": {
    table: STOCK_CHANGES,
    read: STOCK_CHANGES.read,
    schema: StockChange,
    columns: columnsOf(StockChange),
  },
};

/** Makes a writer for people with a spreadsheet, with the names of categories. */
export function spreadsheetWriter(
  { columns: all }: Source,
  categories: ReadonlyMap<unknown, string>,
  style: CellStyle,
): LineWriter {
  const columns = all.flatMap((name) => (name === "categoryId" ? [name, "category"] : [name]));
  const { head, line } = tableWriter(columns, { ...style, isSafe: true, isMarked: true });
  return {
    head,
    line(row) {
      const { categoryId } = row as { readonly categoryId?: bigint };
      const category = categories.get(categoryId);
      // An import accepts only one of the two.
      return line(category === undefined ? row : { ...row, categoryId: undefined, category });
    },
  };
}
