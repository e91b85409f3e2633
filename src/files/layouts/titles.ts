/* The title row of a table: where it is, and which columns its titles name. */
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

/** The title row. */
export interface Header {
  readonly delimiter: Delimiter;
  readonly line: number;
  readonly end: number;
  /** The column of each field; undefined if it is ignored. */
  readonly columns: readonly (ImportColumn | undefined)[];
  /** The fields of each column by priority: the first non-empty one counts. */
  readonly fields: readonly (readonly [column: ImportColumn, indexes: readonly number[]])[];
  /** Fields in which "yes" hides a pet from visitors. */
  readonly hiding: ReadonlySet<number>;
  /** Fields in which "yes" excludes an animal. */
  readonly foreign: ReadonlySet<number>;
  /** Fields with photo URLs. */
  readonly photos: readonly number[];
  /** The titles as written. */
  readonly titles: readonly string[];
  /** The rows above, such as the name of the list. */
  readonly skipped: readonly { readonly line: number; readonly text: string }[];
  /** Titles that are ignored without having been mapped to nothing. */
  readonly ignored: readonly string[];
}

/** Whether lines may update existing pets, and how they are matched. */
export type Matching = Pick<ReadingOptions, "update" | "match" | "now" | "today">;

/** How many rows are searched for titles. */
const ROWS_SEARCHED = 20;

/** More columns than any table of pets has. A spreadsheet may have 16,384, most of them without a title. */
const COLUMNS_MAX = 1000;

/** Finds the title row and the delimiter. Throws `Unreadable` if required columns are missing. */
export function readHeader(text: string, mapping: Mapping, matching: Matching): Header {
  let tooWide: number | undefined;
  const headers = DELIMITERS.flatMap((delimiter) => {
    const rows = firstRecords(text, delimiter, ROWS_SEARCHED);
    return rows.flatMap(({ line, end, fields }, index) => {
      const width = fields.findLastIndex((field) => field !== "") + 1;
      if (width > COLUMNS_MAX) {
        tooWide ??= line;
        return [];
      }
      const titles = fields.length > COLUMNS_MAX ? fields.slice(0, width) : fields;
      const above = rows.slice(0, index).map((row) => ({ line: row.line, text: row.fields.filter(Boolean).join(" ") }));
      return headerOf({ delimiter, line, end, skipped: above.filter((row) => isTitle(row.text)) }, titles, mapping);
    });
  });
  // Titles and rows above may contain other delimiters, so the reading with most known columns wins.
  const [header] = headers
    .filter(({ titles }) => titles.some(isTitle))
    .toSorted((a, b) => known(b, mapping) - known(a, mapping) || b.titles.length - a.titles.length || a.line - b.line);
  // A row that is too wide also has a reading with another delimiter, as one title.
  if (header === undefined || (tooWide !== undefined && known(header, mapping) === 0)) throw withoutTitles(tooWide);
  requireColumns(header, mapping, matching);
  return header;
}

function withoutTitles(tooWide: number | undefined): Unreadable {
  const kind =
    tooWide === undefined
      ? "expected a row with the titles of the columns; the file has none"
      : `expected a row with the titles of at most ${COLUMNS_MAX} columns; it has more`;
  return new Unreadable(tooWide ?? 1, [{ code: "no_titles", kind, got: "" }]);
}

/** The titles cannot be used. */
export class Unreadable extends LineError {
  readonly line: number;
  /** The titles, if any were found. */
  readonly header: Header | undefined;

  constructor(line: number, problems: readonly Problem[], header?: Header) {
    super(...problems);
    this.line = line;
    this.header = header;
  }
}

/** Excel may declare its delimiter in a line of its own, and rows above may be empty. */
function isTitle(text: string): boolean {
  return !/^sep=.?$/i.test(text) && /[^\s,;|"]/.test(text);
}

/** How many titles are known or explicitly ignored. */
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
  // In a system's export only its own titles count, except those that hide a pet, which are never ignored.
  const meanings = source === undefined ? columnOf : sourceColumns(source);
  const columns = written.map((title, index) => {
    const key = keyOf(titles[index] ?? "");
    if (mapped.has(key)) return mapped.get(key);
    const column = isHidingTitle(title)
      ? "published"
      : (meanings.get(keyOf(title)) ?? meanings.get(keyOf(splitTitle(title).title)) ?? publishedBy(title));
    // A mapped column replaces one that only has the title.
    return column !== undefined && targets.has(column) ? undefined : column;
  });
  const isUnnamed = (index: number) => !mapped.has(keyOf(titles[index] ?? ""));
  const indexesOf = (has: (title: string, index: number) => boolean) =>
    written.flatMap((title, index) => (has(title, index) ? [index] : []));
  const hiding = new Set(indexesOf((title, index) => columns[index] === "published" && isHidingTitle(title)));
  const foreign = new Set(indexesOf((title, index) => isForeignTitle(title) && isUnnamed(index)));
  const photos = indexesOf((title, index) => columns[index] === undefined && isPhotoTitle(title) && isUnnamed(index));
  // These titles describe the rows below a pet.
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

/** Makes titles unique: the second "Breed" becomes "Breed (2)". */
function numbered(titles: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const key = keyOf(title);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return key === "" || count === 1 ? title : `${title} (${count})`;
  });
}

/** Throws all problems of the titles. */
function requireColumns(header: Header, mapping: Mapping, matching: Matching): void {
  const { columns, titles, line } = header;
  const { option, source } = mapping;
  const problems: Omit<Problem, "got">[] = [];
  for (const title of mapping.columns.keys()) {
    if (titles.some((other) => keyOf(other) === keyOf(title))) continue;
    problems.push({ code: "unknown_title", kind: `${option("map")}: no column has the title ${preview(title)}` });
  }
  for (const column of mapping.values.keys()) {
    // Name and category can be given for files without such columns.
    if (columns.includes(column) || column === "name" || column === "category") continue;
    problems.push({ code: "unknown_title", kind: `${option("mapValues")}: no column is ${column}` });
  }
  for (const [column, indexes] of header.fields) {
    const own = indexes.filter((index) => source === undefined || mapping.columns.has(titles[index] ?? ""));
    // If several columns can hide a pet, any of them does.
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

/** The first unmapped titles that contain letters or digits. */
function freeTitles({ titles, ignored }: Header): readonly string[] {
  return titles.filter((title) => ignored.includes(title) && keyOf(title) !== "").slice(0, 50);
}

/** Suggestions for a missing column: its possible titles, those of a known system first, and a value for all rows. */
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

/** A column that lines need but the table lacks; undefined if there is none. */
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
