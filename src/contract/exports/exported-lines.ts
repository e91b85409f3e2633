/* The columns of exports and their writers, for the command and the API. */
import * as z from "zod";
import { CareOfLine } from "../care/care-lines.ts";
import { count, dateTime } from "../common.ts";
import { valueAt } from "../json/members.ts";
import { serializer } from "../json/serializer.ts";
import { TAG_SEPARATOR } from "../limits.ts";
import { Order, type OrderReturn } from "../orders/order-schemas.ts";
import { Pet } from "../pets/pets.ts";
import { KnownProfile, type Profile } from "../pets/profiles.ts";
import type { Price } from "../values/price.ts";
import { amountCell, csvLine, type DecimalMark, Figure, keptCell, timeCell } from "./spreadsheet-cells.ts";

/** A pet with its stock and its profile. */
export const PetLine = Pet.extend({
  quantity: count("Current stock count"),
  ...KnownProfile.shape,
  ...CareOfLine.shape,
  createdAt: dateTime("When the pet was added").optional(),
});

/** The columns of a pet, which an import reads exactly. */
export const petColumns: readonly string[] = Object.keys(PetLine.shape);

/** Writes rows as lines. `head` is the start of the file. */
export interface LineWriter {
  readonly head: string;
  line(row: object): string;
}

/** How cells are written. */
export interface CellStyle {
  /** The time zone of times; RFC 3339 in UTC if undefined. */
  readonly timeZone?: string | undefined;
  /** With a comma, cells are separated by semicolons. */
  readonly decimalMark?: DecimalMark | undefined;
  /** For spreadsheets: they neither run nor change any text. */
  readonly isKept?: boolean | undefined;
  /** Begins with a byte order mark, without which Excel misreads letters. */
  readonly isMarked?: boolean | undefined;
}

/** Creates a writer whose file an import reads exactly, except for times in a time zone. */
export function lineWriter(
  { schema, columns }: { readonly schema: z.ZodObject; readonly columns: readonly string[] },
  format: "ndjson" | "csv",
  timeZone?: string,
): LineWriter {
  const json = serializer(schema);
  return format === "ndjson" ? { head: "", line: (row) => `${json(row)}\n` } : tableWriter(columns, { timeZone });
}

/** Creates a writer of CSV. */
export function tableWriter(columns: readonly string[], style: CellStyle): LineWriter {
  const { decimalMark, isKept, isMarked } = style;
  const cells = columns.map((column) => cellOf(column, style));
  return {
    head: `${isMarked ? "\ufeff" : ""}${csvLine(columns, decimalMark)}`,
    line(row) {
      const values = cells.map((cell) => cell(row));
      return csvLine(isKept ? values.map(keptCell) : values, decimalMark);
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

/** The columns of a line. */
export function columnsOf(schema: z.ZodObject): readonly string[] {
  return [...columnTypes(schema).keys()];
}

function cellOf(column: string, { timeZone, decimalMark, isKept }: CellStyle): (row: object) => unknown {
  const path = column.split(".");
  const outer = path.slice(0, -1);
  // In whole units: people do not know minor ones.
  if (column.endsWith(".amount"))
    return (row) =>
      valueAt(row, path) === undefined ? undefined : new Figure(amountCell(valueAt(row, outer) as Price, decimalMark));
  const isTime = timeZone !== undefined && TIMES.has(column);
  return (row) => {
    const value = valueAt(row, path);
    if (isTime && value !== undefined) return timeCell(timeZone, String(value));
    if (column === RETURNS && value !== undefined)
      return isKept ? returnsText(value as OrderReturn[]) : RETURNS_JSON(value);
    return typeof value === "object" ? profileCell(value as Profile[keyof Profile], decimalMark) : value;
  };
}

/** The column of orders that has a list of objects: JSON, which an import reads exactly, or a text for people. */
const RETURNS = "returns";
const RETURNS_JSON = serializer(Order.shape.returns);

function returnsText(returns: readonly OrderReturn[]): string {
  return returns
    .map(({ at, quantity, refund, note }) =>
      [at.slice(0, 10), quantity, refund && `${amountCell(refund)} ${refund.currency}`, note].filter(Boolean).join(" "),
    )
    .join("; ");
}

/** Writes a value of a profile as a cell, which an import reads (decision 022). */
function profileCell(value: Profile[keyof Profile], decimalMark?: DecimalMark): string {
  if (typeof value !== "object") return String(value ?? "");
  // In whole units: a column of minor units would be read wrong by a hundred.
  return "currency" in value ? `${amountCell(value, decimalMark)} ${value.currency}` : value.join(TAG_SEPARATOR);
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
