/* The titles of a table of pets: how people write them, in which row they are, and which columns they name. */
import { ImportColumn, identifiers } from "../../contract/imports/import-line.ts";
import { preview } from "../../contract/json/json.ts";
import { NO_UPDATE } from "../../core/imports/import-answers.ts";
import type { ReadingOptions } from "../../core/imports/import-ports.ts";
import { LineError, type Problem } from "../../core/imports/line-problems.ts";
import { ANY, OTHER, writePair } from "../../core/imports/written-pairs.ts";
import { keyOf } from "../../core/reading/written-words.ts";
import { columnOf, isForeignTitle, isHidingTitle, isPhotoTitle, splitTitle } from "../cells/spellings.ts";
import { DELIMITERS, type Delimiter, firstRecords } from "../reading/records.ts";
import { isTitleOfSystem, sourceColumns } from "./foreign-tables.ts";
import type { Mapping } from "./mapping.ts";

/** The row with the titles of a table. */
export interface Header {
  readonly delimiter: Delimiter;
  readonly line: number;
  readonly end: number;
  /** What each field is; undefined for one that is ignored. */
  readonly columns: readonly (ImportColumn | undefined)[];
  /** The fields of each column, the first that counts first: a row without the first has perhaps the next. */
  readonly fields: readonly (readonly [column: ImportColumn, indexes: readonly number[]])[];
  /** The fields in which a yes hides a pet from visitors. */
  readonly hiding: ReadonlySet<number>;
  /** The fields in which a yes leaves an animal out. */
  readonly foreign: ReadonlySet<number>;
  /** The fields with addresses of photos. */
  readonly photos: readonly number[];
  /** The titles as they are in the file. */
  readonly titles: readonly string[];
  /** The rows above, such as the name of the list. */
  readonly skipped: readonly { readonly line: number; readonly text: string }[];
  /** The titles of columns that nobody asked to ignore. */
  readonly ignored: readonly string[];
}

/** Whether the lines of a file may be about pets that exist, and what tells them apart. */
export type Matching = Pick<ReadingOptions, "update" | "match" | "now" | "today">;

/** Rows that may come before the titles. */
const ROWS_SEARCHED = 20;

/** More columns than any table of pets has. */
const COLUMNS_MAX = 1000;

/** Finds the row with the titles at the start of a file, and its delimiter. Throws `Unreadable` if it lacks the columns of pets. */
export function readHeader(text: string, mapping: Mapping, matching: Matching): Header {
  const headers = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRecords(text, delimiter, ROWS_SEARCHED);
    return rows.flatMap(({ line, end, fields }, index) => {
      if (fields.length > COLUMNS_MAX) return [];
      const above = rows.slice(0, index).map((row) => ({ line: row.line, text: row.fields.filter(Boolean).join(" ") }));
      return headerOf({ delimiter, line, end, skipped: above.filter((row) => isTitle(row.text)) }, fields, mapping);
    });
  });
  // A title may contain another delimiter, and so may a row above: known columns count first.
  const [header] = headers
    .filter(({ titles }) => titles.some(isTitle))
    .toSorted((a, b) => known(b, mapping) - known(a, mapping) || b.titles.length - a.titles.length || a.line - b.line);
  if (header === undefined)
    throw new Unreadable(1, [
      { code: "no_titles", kind: "expected a row with the titles of the columns; the file has none", got: "" },
    ]);
  requireColumns(header, mapping, matching);
  return header;
}

/** The titles of a table cannot be used. */
export class Unreadable extends LineError {
  readonly line: number;
  /** The titles, if there are any. */
  readonly header: Header | undefined;

  constructor(line: number, problems: readonly Problem[], header?: Header) {
    super(...problems);
    this.line = line;
    this.header = header;
  }
}

/** Excel may write its delimiter into a separate line, and rows above the titles may be empty. */
function isTitle(text: string): boolean {
  return !/^sep=.?$/i.test(text) && /[^\s,;|"]/.test(text);
}

/** How many titles mean something, or are ignored because somebody said so. */
function known({ columns, titles }: Header, mapping: Mapping): number {
  const said = new Set([...mapping.columns.keys()].map(keyOf));
  return columns.filter((column, index) => column !== undefined || said.has(keyOf(titles[index] ?? ""))).length;
}

function headerOf(
  place: Pick<Header, "delimiter" | "line" | "end" | "skipped">,
  written: readonly string[],
  { columns: named, source, takesPhotos = false }: Mapping,
): Header {
  const titles = numbered(written);
  const mapped = new Map([...named].map(([title, column]) => [keyOf(title), column]));
  const targets = new Set(mapped.values());
  // The titles of another system mean what they mean there, and nothing else: but what must not be shown is never ignored.
  const meanings = source === undefined ? columnOf : sourceColumns(source);
  const columns = written.map((title, index) => {
    const key = keyOf(titles[index] ?? "");
    if (mapped.has(key)) return mapped.get(key);
    const column = isHidingTitle(title)
      ? "published"
      : (meanings.get(keyOf(title)) ?? meanings.get(keyOf(splitTitle(title).title)) ?? publishedBy(title));
    // A column that the mapping names takes the place of one that only has the title.
    return column !== undefined && targets.has(column) ? undefined : column;
  });
  const isUnnamed = (index: number) => !mapped.has(keyOf(titles[index] ?? ""));
  const indexesOf = (has: (title: string, index: number) => boolean) =>
    written.flatMap((title, index) => (has(title, index) ? [index] : []));
  const hiding = new Set(indexesOf((title, index) => columns[index] === "published" && isHidingTitle(title)));
  const foreign = new Set(indexesOf((title, index) => isForeignTitle(title) && isUnnamed(index)));
  const photos = indexesOf((title, index) => columns[index] === undefined && isPhotoTitle(title) && isUnnamed(index));
  // They say what the rows below a pet are about.
  const naming = new Set([...(source?.care?.what ?? []), ...(source?.care?.batch ?? [])]);
  const names = indexesOf((title) => naming.has(title));
  const read = new Set([...foreign, ...names, ...(takesPhotos ? photos : [])]);
  const ignored = titles.filter(
    (title, index) => title !== "" && columns[index] === undefined && !read.has(index) && isUnnamed(index),
  );
  const order = [...meanings.keys()];
  const rankOf = (index: number) => order.indexOf(keyOf(written[index] ?? ""));
  const fields = ImportColumn.options.flatMap((column) => {
    const indexes = indexesOf((_, index) => columns[index] === column).toSorted((a, b) => rankOf(a) - rankOf(b));
    return indexes.length === 0 ? [] : [[column, indexes] as const];
  });
  return { ...place, columns, fields, hiding, foreign, photos, titles, ignored };
}

function publishedBy(title: string): "published" | undefined {
  return columnOf.get(keyOf(title)) === "published" ? "published" : undefined;
}

/** Titles that differ: the second "Breed" is "Breed (2)". */
function numbered(titles: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const key = keyOf(title);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return key === "" || count === 1 ? title : `${title} (${count})`;
  });
}

/** Throws everything that is wrong with the titles. */
function requireColumns(header: Header, mapping: Mapping, matching: Matching): void {
  const { columns, titles, line } = header;
  const { option, source } = mapping;
  const problems: Omit<Problem, "got">[] = [];
  for (const title of mapping.columns.keys()) {
    if (titles.some((other) => keyOf(other) === keyOf(title))) continue;
    problems.push({ code: "unknown_title", kind: `${option("map")}: no column has the title ${preview(title)}` });
  }
  for (const column of mapping.values.keys()) {
    // A name and a kind may be said for files that have neither.
    if (columns.includes(column) || column === "name" || column === "category") continue;
    problems.push({ code: "unknown_title", kind: `${option("mapValues")}: no column is ${column}` });
  }
  for (const [column, indexes] of header.fields) {
    const own = indexes.filter((index) => source === undefined || mapping.columns.has(titles[index] ?? ""));
    // Of several columns that may hide a pet, one is enough.
    if (own.length < 2 || column === "published") continue;
    const kind = `two columns are ${column}. Ignore one of them with ${option("map")}`;
    const choices = own.map((index) => writePair(undefined, titles[index] ?? "", "-"));
    problems.push({ code: "repeated_column", column, kind, answers: [{ option: "map", choices }] });
  }
  const missing = missingColumn(header, mapping, matching);
  if (missing !== undefined) problems.push(missing);
  if (problems.length === 0) return;
  const got = `Found: ${titles.map((title) => preview(title)).join(", ")}`;
  throw new Unreadable(
    line,
    problems.map((problem) => ({ ...problem, got })),
    header,
  );
}

/** The first titles that may be mapped: they mean nothing yet, and have letters or digits. */
function freeTitles({ titles, ignored }: Header): readonly string[] {
  return titles.filter((title) => ignored.includes(title) && keyOf(title) !== "").slice(0, 50);
}

/** What may be said where a column is missing: which title it has, those of a known system first, and what all rows get. */
function answersFor(columns: readonly ("name" | "category")[], header: Header): Problem["answers"] {
  const free = freeTitles(header);
  return columns.flatMap((column, nth) => {
    const others = [...free.slice(nth), ...free.slice(0, nth)];
    const isLikely = (title: string) => isTitleOfSystem(title, column);
    const ordered = [...others.filter(isLikely), ...others.filter((title) => !isLikely(title))];
    const choices = ordered.map((title) => writePair(undefined, title, column));
    const all = column === "name" ? writePair(column, "", ANY) : writePair(column, "", OTHER);
    return [
      ...(choices.length === 0 ? [] : [{ column, option: "map", choices }]),
      { column, option: "mapValues", choices: [all] },
    ];
  });
}

/** What lines need and no column says; undefined if nothing lacks. */
function missingColumn(
  header: Header,
  { source, option, values, others }: Mapping,
  { update, match }: Matching,
): Omit<Problem, "got"> | undefined {
  const has = (column: ImportColumn) => header.columns.includes(column);
  const isSaid = (column: "name" | "category") => values.get(column)?.has("") || others.has(column);
  if (update) {
    const missing = match !== undefined && !has(match) ? match : undefined;
    if (missing === undefined && identifiers.some(has)) return undefined;
    const expected = `expected a column ${missing ?? `with ${identifiers.join(", ")}`}, which tells pets apart for ${option("update")}`;
    const kind = `${expected}. If it has another title, name it with ${option("map")}`;
    const column = missing ?? "reference";
    const choices = freeTitles(header).map((title) => writePair(undefined, title, column));
    const mapped = { column, option: "map", choices };
    return { code: "cannot_match", kind, answers: [...(choices.length === 0 ? [] : [mapped]), NO_UPDATE] };
  }
  const lacking = [
    ...(has("name") || isSaid("name") ? [] : (["name"] as const)),
    ...(has("categoryId") || has("category") || isSaid("category") ? [] : (["category"] as const)),
  ];
  if (lacking.length === 0) return undefined;
  const answers = answersFor(lacking, header);
  if (source === undefined) {
    const kind =
      "expected the names of columns: name, and categoryId (a number) or category (a name); optional are id, status, " +
      `quantity and members of the profile, such as breed. If a column has another title, name it with ${option("map")}, such as "Rufname des Tiers=name"`;
    return { code: "missing_columns", kind, answers };
  }
  const expected = [source.titles.name, source.titles.category].map((either = []) =>
    either.map((title) => preview(title)).join(" or "),
  );
  const kind = `expected an export of ${source.name}, with the columns ${expected.join(" and ")}. If it has other titles, name them with ${option("map")}`;
  return { code: "missing_columns", kind, answers };
}
