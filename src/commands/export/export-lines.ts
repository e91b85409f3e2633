/* What the command can export, and the lines of spreadsheet files. */
import type * as z from "zod";
import { Care } from "../../contract/care/care-schemas.ts";
import {
  type CellStyle,
  columnsOf,
  type LineWriter,
  PetLine,
  petColumns,
  tableWriter,
} from "../../contract/exports/exported-lines.ts";
import { Order } from "../../contract/orders/order-schemas.ts";
import { StockChange } from "../../contract/pets/inventory.ts";
import type { Pet } from "../../contract/pets/pets.ts";
import type { MaybePromise } from "../../core/concurrency/maybe-promise.ts";
import type { Row, Sql } from "../../store/engine.ts";
import { readOrders } from "../../store/queries/orders/order-queries.ts";
import { careLines } from "../../store/queries/pets/care-lines.ts";
import { careOf } from "../../store/queries/pets/care-queries.ts";
import { firstChanges } from "../../store/queries/pets/inventory-queries.ts";
import { profilesOf } from "../../store/queries/pets/profile-queries.ts";
import { CARE } from "../../store/schema/care-table.ts";
import { ORDERS } from "../../store/schema/order-tables.ts";
import { PETS, STOCK_CHANGES } from "../../store/schema/tables.ts";
import type { Table } from "../../store/view.ts";

export type ExportKind = "pets" | "orders" | "stock-changes" | "care";

interface Source {
  readonly table: Table;
  /** Returns the exported objects of rows. */
  read(sql: Sql, rows: readonly Row[]): MaybePromise<readonly object[]>;
  /** The schema of a line. */
  readonly schema: z.ZodObject;
  /** The CSV columns of a line. */
  readonly columns: readonly string[];
}

export const sources: { readonly [K in ExportKind]: Source } = {
  pets: {
    table: PETS,
    read: (sql, rows) => withProfiles(sql, rows.map(PETS.read)),
    schema: PetLine,
    columns: petColumns,
  },
  orders: { table: ORDERS, read: readOrders, schema: Order, columns: columnsOf(Order) },
  "stock-changes": {
    table: STOCK_CHANGES,
    read: (_, rows) => rows.map(STOCK_CHANGES.read),
    schema: StockChange,
    columns: columnsOf(StockChange),
  },
  care: {
    table: CARE,
    read: (_, rows) => rows.map((row) => careOf(CARE.read(row))),
    schema: Care,
    columns: columnsOf(Care),
  },
};

/** Pets with their profiles and when they were added. */
async function withProfiles(sql: Sql, pets: readonly Pick<Pet, "id">[]): Promise<readonly object[]> {
  const ids = pets.map(({ id }) => id);
  const [profiles, care, added] = [await profilesOf(sql, ids), await careLines(sql, ids), await firstChanges(sql, ids)];
  return pets.map((pet) => ({
    ...pet,
    ...profiles.get(pet.id),
    ...care.get(pet.id),
    createdAt: added.get(pet.id),
  }));
}

/** Creates a line writer for spreadsheets, with category names. */
export function spreadsheetWriter(
  { columns: all }: Source,
  categories: ReadonlyMap<unknown, string>,
  style: CellStyle,
): LineWriter {
  const columns = all.flatMap((name) => (name === "categoryId" ? [name, "category"] : [name]));
  const { head, line } = tableWriter(columns, { ...style, isKept: true, isMarked: true });
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
