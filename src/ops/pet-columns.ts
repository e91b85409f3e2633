/* The columns of a table of pets: how people write their names, and which ones a file has. */
import { preview } from "../contract/json.ts";
import { UsageError } from "./command.ts";
import { DELIMITERS, type Delimiter, splitRecords } from "./csv.ts";
import type { Line } from "./lines.ts";
import { ImportError } from "./problems.ts";

/** What a line of a file may say about a pet. `category` is the name of a category, `categoryId` its id. */
export const COLUMNS = ["id", "name", "categoryId", "category", "status", "quantity"] as const;
export type Column = (typeof COLUMNS)[number];

/** Columns of a file that have other titles: "Tier" is the name. */
export type Mapping = readonly { readonly title: string; readonly column: Column }[];

/** The first line of a CSV file. */
export interface Header {
  readonly delimiter: Delimiter;
  /** What each field is; undefined for one that is ignored. */
  readonly columns: readonly (Column | undefined)[];
  /** The titles as they are in the file. */
  readonly titles: readonly string[];
}

/** A column that an import ignores, and the one that it may have been meant for. */
export interface IgnoredColumn {
  readonly title: string;
  readonly like: Column | undefined;
}

/** The same for `Category ID`, `category_id` and `categoryId`. */
function keyOf(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/[\s_-]+/g, "")
    .toLowerCase();
}

const columnOf = new Map<string, Column>(COLUMNS.map((column) => [keyOf(column), column]));

/** Parses the value of `--map`, such as `Tier=name,Art=category`. */
export function parseMapping(text: string): Mapping {
  const pairs = text.split(",").map((pair) => {
    const [, title = "", name = ""] = /^(.*)=(.*)$/s.exec(pair) ?? [];
    const column = columnOf.get(keyOf(name));
    if (keyOf(title) === "" || column === undefined) {
      const expected = `a title and one of ${COLUMNS.join(", ")}, such as "Tier=name,Art=category"`;
      throw new UsageError(`--map: expected ${expected}; got ${preview(pair)}`);
    }
    return { title, column };
  });
  const targets = pairs.map(({ column }) => column);
  const repeated = targets.find((column, index) => targets.indexOf(column) !== index);
  if (repeated !== undefined) throw new UsageError(`--map: two columns cannot both be ${repeated}`);
  return pairs;
}

/** Reads the titles of a CSV file and finds its delimiter. Throws `ImportError` when they are not those of pets. */
export function readHeader(line: Line, mapping: Mapping, isUpdate: boolean): Header {
  const headers = DELIMITERS.map((delimiter) => headerWith(line, delimiter, mapping));
  // A title may contain another delimiter, so known columns count first.
  const header = headers.reduce((best, other) => (isBetter(other, best) ? other : best));
  requireColumns(header, line.number, mapping, isUpdate);
  return header;
}

function headerWith(line: Line, delimiter: Delimiter, mapping: Mapping): Header {
  const [record] = splitRecords([line], delimiter);
  const titles = (record?.fields ?? []).map((title) => title.trim());
  const mapped = new Map(mapping.map(({ title, column }) => [keyOf(title), column]));
  const targets = new Set(mapped.values());
  const columns = titles.map((title) => {
    const known = columnOf.get(keyOf(title));
    // A column that `--map` names takes the place of one that only has the title.
    return mapped.get(keyOf(title)) ?? (known !== undefined && targets.has(known) ? undefined : known);
  });
  return { delimiter, columns, titles };
}

/** The columns that an import ignores. A title that begins like a missing column may be a misspelling of it. */
export function ignoredColumns({ columns, titles }: Header): readonly IgnoredColumn[] {
  const start = (title: string) => keyOf(title).slice(0, 4);
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  return titles
    .filter((title, index) => title !== "" && columns[index] === undefined)
    .map((title) => ({ title, like: missing.find((column) => start(column) === start(title)) }));
}

function isBetter(one: Header, other: Header): boolean {
  const known = ({ columns }: Header) => columns.filter((column) => column !== undefined).length;
  return known(one) > known(other) || (known(one) === known(other) && one.titles.length > other.titles.length);
}

function requireColumns({ columns, titles }: Header, line: number, mapping: Mapping, isUpdate: boolean): void {
  const found = titles.map((title) => preview(title)).join(", ") || "nothing that can be read";
  const fail = (reason: string) => {
    throw new ImportError(`line ${line}: ${reason}. Found: ${found}. Nothing was imported`);
  };
  const missing = mapping.find(({ title }) => !titles.some((other) => keyOf(other) === keyOf(title)));
  if (missing !== undefined) fail(`--map: no column has the title ${preview(missing.title)}`);
  const repeated = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (repeated !== undefined) fail(`two columns are ${repeated}: rename or remove one`);
  const has = (column: Column) => columns.includes(column);
  if (has("name") && (has("categoryId") || has("category"))) return;
  if (isUpdate && has("id")) return;
  const wanted = "name, and categoryId (a number) or category (a name); optional are id, status and quantity";
  const orId = isUpdate ? " With --update, id is enough." : "";
  fail(
    `expected the names of columns: ${wanted}.${orId} If a column has another title, name it with ` +
      `--map, such as --map "Tier=name,Art=category"`,
  );
}
