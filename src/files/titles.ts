/* The titles of a table of pets: how people write them, in which row they are, and which columns they name. */
import { ImportColumn } from "../contract/imports.ts";
import { preview } from "../contract/json.ts";
import { PetStatus } from "../contract/pets.ts";
import type { NameOption } from "../core/imports/import-ports.ts";
import { LineError, type Problem } from "../core/imports/import-problems.ts";
import { DELIMITERS, type Delimiter, firstRecords } from "./records.ts";
import { UsageError } from "./usage-error.ts";

const COLUMNS = ImportColumn.options;

/** How a person maps a file's titles and words. */
export interface Mapping {
  /** Columns by their titles; undefined for one to ignore. */
  readonly columns: ReadonlyMap<string, ImportColumn | undefined>;
  /** Statuses by the words of the file. */
  readonly statuses: ReadonlyMap<string, PetStatus>;
  readonly option: NameOption;
}

/** The row with the titles of a table. */
export interface Header {
  readonly delimiter: Delimiter;
  readonly line: number;
  readonly end: number;
  /** What each field is; undefined for one that is ignored. */
  readonly columns: readonly (ImportColumn | undefined)[];
  /** The titles as they are in the file. */
  readonly titles: readonly string[];
  /** The rows above, such as the name of the list. */
  readonly skipped: readonly { readonly line: number; readonly text: string }[];
  /** Columns that nobody asked to ignore, and the one that each may have been meant for. */
  readonly ignored: readonly { readonly title: string; readonly like: ImportColumn | undefined }[];
}

/** The same for `Category ID`, `category_id` and `categoryId`. */
export function keyOf(title: string): string {
  return title
    .normalize("NFKC")
    .replace(/[\s_-]+/g, "")
    .toLowerCase();
}

const columnOf = new Map<string, ImportColumn>([
  ...COLUMNS.map((column) => [keyOf(column), column] as const),
  ...(["id", "name", "status"] as const).flatMap((column) =>
    ["pet", "animal"].map((whose) => [`${whose}${column}`, column] as const),
  ),
  ["categoryname", "category"],
]);

/** Words at the start of titles and statuses that suggest what they mean: for hints only. */
const HINTS: readonly (readonly [ImportColumn, RegExp])[] = [
  ["name", /^(?:name|nom|tier|title|titel|rufname|bezeichnung)|name$/],
  ["category", /^(?:categor|catégor|kategor|art|gattung|species|esp[eè]ce|type|breed|rasse|race)/],
  ["status", /^(?:stat|état|etat|zustand)/],
  ["quantity", /^(?:quant|qty|stock|bestand|anzahl|menge|inventory|variantinventory)/],
];
const STATUS_HINTS: readonly (readonly [PetStatus, RegExp])[] = [
  ["sold", /^(?:sold|adopt|verkauft|vend|vermittelt|archiv)/],
  ["pending", /^(?:pend|reserv|réserv|draft)|hold/],
];

/** A text about titles or words cannot be understood. */
export class MappingError extends UsageError {
  readonly option: "map" | "mapStatus";
  readonly reason: string;

  constructor(option: MappingError["option"], name: NameOption, reason: string) {
    super(`${name(option)}: ${reason}`);
    this.option = option;
    this.reason = reason;
  }
}

/** Parses the options that map titles and words for a status. Throws `MappingError`. */
export function readMapping(columns: string | undefined, statuses: string | undefined, option: NameOption): Mapping {
  return {
    columns: columns === undefined ? new Map() : parseColumns(columns, option),
    statuses: statuses === undefined ? new Map() : parseStatuses(statuses, option),
    option,
  };
}

/** Parses a text such as `Tier=name,Art=category,Preis=-`. */
function parseColumns(text: string, name: NameOption): Mapping["columns"] {
  const pairs = pairsOf(text, (name) => (name === "-" ? null : columnOf.get(keyOf(name))), {
    fail: (reason) => new MappingError("map", name, reason),
    expected: `a title and one of ${COLUMNS.join(", ")}, or - to ignore it, such as "Tier=name,Art=category"`,
  });
  const targets = pairs.flatMap(([, column]) => column ?? []);
  const repeated = targets.find((column, index) => targets.indexOf(column) !== index);
  if (repeated !== undefined) throw new MappingError("map", name, `two columns cannot both be ${repeated}`);
  return new Map(pairs.map(([title, column]) => [title, column ?? undefined]));
}

/** Parses a text such as `active=available,adopted=sold`. */
function parseStatuses(text: string, name: NameOption): Mapping["statuses"] {
  const pairs = pairsOf(text, (word) => PetStatus.safeParse(word.trim().toLowerCase()).data, {
    fail: (reason) => new MappingError("mapStatus", name, reason),
    expected: `a word and one of ${PetStatus.options.join(", ")}, such as "active=available,adopted=sold"`,
  });
  return new Map(pairs.map(([word, status]) => [keyOf(word), status]));
}

function pairsOf<Value>(
  text: string,
  read: (name: string) => Value | undefined,
  { fail, expected }: { readonly fail: (reason: string) => MappingError; readonly expected: string },
): readonly (readonly [string, Value])[] {
  return text.split(",").map((pair) => {
    const [, from = "", to = ""] = /^(.*)=(.*)$/s.exec(pair) ?? [];
    const value = read(to.trim());
    if (keyOf(from) === "" || value === undefined) {
      throw fail(`expected ${expected}; got ${preview(pair)}`);
    }
    return [from, value] as const;
  });
}

/** A status that the words of a file suggest, for `--map-status`. */
export function suggestStatuses(words: Iterable<string>): string {
  const pairs = [...words].map((word) => {
    const status = STATUS_HINTS.find(([, hint]) => hint.test(word.toLowerCase()))?.[0] ?? "available";
    return `${word}=${status}`;
  });
  return `--map-status ${JSON.stringify(pairs.join(","))}`;
}

/** Rows that may come before the titles. */
const ROWS_SEARCHED = 20;

/** Finds the row with the titles at the start of a file, and its delimiter. Throws `Unreadable` if it lacks the columns of pets. */
export function readHeader(text: string, mapping: Mapping, isUpdate: boolean): Header {
  const headers = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRecords(text, delimiter, ROWS_SEARCHED);
    return rows.map(({ line, end, fields }, index) => {
      const above = rows.slice(0, index).map((row) => ({ line: row.line, text: row.fields.filter(Boolean).join(" ") }));
      return headerOf(
        { delimiter, line, end, skipped: above.filter((row) => isTitle(row.text)) },
        fields,
        mapping.columns,
      );
    });
  });
  // A title may contain another delimiter, and so may a row above: known columns count first.
  const [header] = headers
    .filter(({ titles }) => titles.some(isTitle))
    .toSorted((a, b) => known(b) - known(a) || b.titles.length - a.titles.length || a.line - b.line);
  if (header === undefined)
    throw new Unreadable(1, {
      code: "no_titles",
      kind: "expected a row with the titles of the columns; the file has none",
      got: "",
    });
  requireColumns(header, mapping, isUpdate);
  return header;
}

/** The titles of a table cannot be used. */
export class Unreadable extends LineError {
  readonly line: number;

  constructor(line: number, problem: Problem) {
    super(problem);
    this.line = line;
  }
}

/** Excel may write its delimiter into a separate line, and rows above the titles may be empty. */
function isTitle(text: string): boolean {
  return !/^sep=.?$/i.test(text) && /[^\s,;|"]/.test(text);
}

function known({ columns }: Header): number {
  return columns.filter((column) => column !== undefined).length;
}

function headerOf(
  place: Pick<Header, "delimiter" | "line" | "end" | "skipped">,
  fields: readonly string[],
  mapping: Mapping["columns"],
): Header {
  const mapped = new Map([...mapping].map(([title, column]) => [keyOf(title), column]));
  const targets = new Set(mapped.values());
  const columns = fields.map((title) => {
    const key = keyOf(title);
    if (mapped.has(key)) return mapped.get(key);
    const column = columnOf.get(key);
    // A column that the mapping names takes the place of one that only has the title.
    return column !== undefined && targets.has(column) ? undefined : column;
  });
  const start = (title: string) => keyOf(title).slice(0, 4);
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  const ignored = fields
    .filter((title, index) => title !== "" && columns[index] === undefined && !mapped.has(keyOf(title)))
    .map((title) => ({ title, like: missing.find((column) => start(column) === start(title)) }));
  return { ...place, columns, titles: fields, ignored };
}

function requireColumns(header: Header, mapping: Mapping, isUpdate: boolean): void {
  const { columns, titles, line } = header;
  const { option } = mapping;
  const found = titles.map((title) => preview(title)).join(", ");
  const fail = (code: Problem["code"], kind: string, column?: ImportColumn) => {
    throw new Unreadable(line, { code, column, kind, got: `Found: ${found}` });
  };
  const absent = [...mapping.columns.keys()].find((title) => !titles.some((other) => keyOf(other) === keyOf(title)));
  if (absent !== undefined) fail("unknown_title", `${option("map")}: no column has the title ${preview(absent)}`);
  const twice = columns.findIndex((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (twice !== -1) fail("repeated_column", `two columns are ${columns[twice]}: rename or remove one`, columns[twice]);
  const has = (column: ImportColumn) => columns.includes(column);
  const hasCategory = has("categoryId") || has("category");
  if ((has("name") && hasCategory) || (isUpdate && has("id"))) return;
  const orId = isUpdate ? ` With ${option("update")}, id is enough.` : "";
  const missing = [...(has("name") ? [] : (["name"] as const)), ...(hasCategory ? [] : (["category"] as const))];
  fail(
    "missing_columns",
    "expected the names of columns: name, and categoryId (a number) or category (a name); optional are id, status, " +
      `quantity and members of the profile, such as breed.${orId} If a column has another title, name it with ${option("map")}${suggestionFor(header, mapping, missing)}`,
  );
}

/** A mapping to copy: hints decide which column is which, and for those that are needed the order of the columns. */
function suggestionFor(header: Header, mapping: Mapping, needed: readonly ImportColumn[]): string {
  const left = new Set(header.ignored.map(({ title }) => title).filter((title) => !/[,=]/.test(title)));
  if (left.size < needed.length) return "";
  const found = new Map<string, ImportColumn | undefined>(mapping.columns);
  const pick = (column: ImportColumn, title: string | undefined) => {
    if (title === undefined || !left.delete(title)) return false;
    found.set(title, column);
    return true;
  };
  const unclear = HINTS.filter(([column, hint]) => {
    const isOpen = needed.includes(column) || (OPTIONAL.includes(column) && !header.columns.includes(column));
    return (
      isOpen &&
      !pick(
        column,
        [...left].find((title) => hint.test(keyOf(title))),
      )
    );
  });
  for (const [column] of unclear) if (needed.includes(column)) pick(column, [...left][0]);
  const pairs = [...found].map(([title, column]) => `${title}=${column ?? "-"}`);
  return `, such as ${mapping.option("map")} ${JSON.stringify(pairs.join(","))}`;
}

const OPTIONAL: readonly ImportColumn[] = ["status", "quantity"];
