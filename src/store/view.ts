/* A table as data, and what is derived from its columns: parts of statements, and the records of rows. */
import { INT32_MAX, INT64_MIN } from "../contract/common.ts";
import { chain, type MaybePromise } from "../core/concurrency/maybe-promise.ts";
import { type Fragment, named, type Row, template, type Value } from "./engine.ts";
import type { Column, Columns, RecordOf } from "./schema/columns.ts";

/** Some columns of a table, as parts of statements: sql`select ${PET.list} from pets`, whose rows `PET.read` reads. */
export interface View<Held> {
  /** The name of the table. */
  readonly name: string;
  /** The name as a part of a statement. */
  readonly table: Fragment;
  readonly columns: readonly string[];
  /** The columns, separated by commas. */
  readonly list: Fragment;
  /** The same for a join, in which other tables may have columns of these names. */
  readonly joined: Fragment;
  /** Returns the record of a row. */
  read(row: Row): Held;
  /** Returns the record of the first row; undefined if there is none. */
  first(rows: MaybePromise<readonly Row[]>): MaybePromise<Held | undefined>;
  /** Returns the records of rows. */
  all(rows: MaybePromise<readonly Row[]>): MaybePromise<Held[]>;
  /** Returns the values of a record, in the order of the columns. */
  values(held: Held): Value[];
  /** For `insert into`: the table and the columns. */
  readonly into: Fragment;
  /** The same, with the values of a record. */
  row(held: Held): Fragment;
  /** For `set`: each column with its new value. */
  assign(held: Held): Fragment;
  /** For `on conflict do update set`: each column as in the rejected row. */
  readonly replaced: Fragment;
  /** For `where`: every column equals the record's. */
  matches(held: Held): Fragment;
}

/** A table as whole rows, to copy, compare or count them. */
export interface Table extends Pick<View<never>, "name" | "table" | "columns" | "list" | "into"> {
  /** The unique column that sorts the rows. Its order does not depend on the database's collation. */
  readonly key: string;
  /** A value before every key. */
  readonly start: Value;
  /** Singular noun for messages; absent for internal tables. */
  readonly noun?: string;
  /** The database generates the ids. */
  readonly hasGeneratedIds?: true;
  /** The column that refers to the id of another table. */
  readonly reference?: { readonly column: string; readonly table: string };
  /** The schema creates its one row. */
  readonly hasInitialRow?: true;
  /** How many of its large rows are in memory at once. */
  readonly batchRows?: number;
}

/** A table whose columns are known to the compiler. */
export interface TableOf<Of extends Columns> extends Table, View<RecordOf<Of>> {
  /** Only these columns. */
  only<Member extends keyof Of & string>(...members: readonly Member[]): View<RecordOf<Pick<Of, Member>>>;
  /** All columns but these. */
  without<Member extends keyof Of & string>(...members: readonly Member[]): View<RecordOf<Omit<Of, Member>>>;
}

type Facts = Pick<Table, "noun" | "hasGeneratedIds" | "reference" | "hasInitialRow" | "batchRows"> & {
  readonly key: string;
};

const STARTS = { text: "", bigint: INT64_MIN, integer: -INT32_MAX - 1, bytes: "" } as const;

/** Describes a table. A member `categoryId` is in the column `category_id`. The key is the name of a column. */
export function table<const Of extends Columns>(name: string, of: Of, facts: Facts): TableOf<Of> {
  const types = new Map(Object.entries(of).map(([member, column]) => [columnOf(member), column]));
  const pick = (isPicked: (member: string) => boolean) =>
    view(name, Object.fromEntries(Object.entries(of).filter(([member]) => isPicked(member))));
  return {
    ...view<RecordOf<Of>>(name, of),
    ...facts,
    start: STARTS[types.get(facts.key)?.type ?? "text"],
    only: (...members) => pick((member) => members.some((one) => one === member)) as never,
    without: (...members) => pick((member) => !members.some((one) => one === member)) as never,
  };
}

function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function view<Held>(name: string, of: Columns): View<Held> {
  const fields = Object.entries(of).map(([member, type]) => ({
    ...(type as Column<unknown>),
    member,
    column: columnOf(member),
  }));
  const columns = fields.map(({ column }) => column);
  const values = (held: Held) => {
    const stored: Value[] = [];
    for (const { member, write } of fields) {
      const value = (held as Record<string, unknown>)[member];
      stored.push(value === undefined ? null : write(value));
    }
    return stored;
  };
  const read = (row: Row) => {
    const held: Record<string, unknown> = {};
    for (const { column, member, read } of fields) {
      const value = row[column];
      if (value != null) held[member] = read(value);
    }
    return held as Held;
  };
  const firstOf = ([row]: readonly Row[]) => row && read(row);
  const allOf = (rows: readonly Row[]) => rows.map(read);
  const into = `${name} (${columns.join(", ")})`;
  const row = template(`${into} values (`, ...columns.slice(1).fill(", "), ")");
  const assignments = listOf(fields, ", ", () => "=");
  const conditions = listOf(fields, " and ", ({ isOptional }) => (isOptional ? "is not distinct from" : "="));
  return {
    name,
    table: named(name),
    columns,
    list: named(columns.join(", ")),
    joined: named(columns.map((column) => `${name}.${column} as ${column}`).join(", ")),
    read,
    first: (rows) => chain(rows, firstOf),
    all: (rows) => chain(rows, allOf),
    values,
    into: named(into),
    row: (held) => ({ parts: row, values: values(held) }),
    replaced: named(columns.map((column) => `${column} = excluded.${column}`).join(", ")),
    assign: (held) => ({ parts: assignments, values: values(held) }),
    matches: (held) => ({ parts: conditions, values: values(held) }),
  };
}

interface Field extends Column<unknown> {
  readonly column: string;
}

/** The template of `a = ?, b = ?`, created once: engines cache its statement. */
function listOf(fields: readonly Field[], separator: string, operator: (field: Field) => string): TemplateStringsArray {
  const parts = fields.map((field, index) => `${index === 0 ? "" : separator}${field.column} ${operator(field)} `);
  return template(...parts, "");
}
