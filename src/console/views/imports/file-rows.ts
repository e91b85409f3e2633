/* The first rows of a table as the file has them: what the service cannot tell, a person can. */

/** What may separate fields. */
const DELIMITERS = [";", ",", "\t", "|"] as const;

/** How much of a file is looked at, in bytes. */
const LOOKED_AT = 16_384;

/** The first rows of a table. */
export interface FileRows {
  /** The titles, as far as they are found. */
  readonly titles: readonly string[];
  /** The cells of the rows after them, by the numbers of their lines. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
}

/**
 * Reads the first rows after the titles that the service has found; if it has found none, those after the first row that has
 * several cells. A cell with a line break is not put together.
 */
export async function rowsIn(file: File, found: readonly string[]): Promise<FileRows> {
  const lines = textOf(await file.slice(0, LOOKED_AT).arrayBuffer()).split(/\r\n|\n|\r/);
  // The last one may be cut off.
  const rows = file.size <= LOOKED_AT ? lines : lines.slice(0, -1);
  const index = rows.findIndex((row) => {
    const cells = split(row, bestOf(row));
    return found.length === 0 ? cells.length > 1 : cells.join("\n") === found.join("\n");
  });
  if (index === -1) return { titles: found, cells: new Map() };
  const [titles = "", ...below] = rows.slice(index);
  const delimiter = bestOf(titles);
  // Lines are counted from 1, and the titles are before these.
  const cells = below.map((row, nth) => [index + 2 + nth, split(row, delimiter)] as const);
  return {
    titles: split(titles, delimiter),
    cells: new Map(cells.filter(([, row]) => row.some((cell) => cell !== ""))),
  };
}

/** The text in an encoding that spreadsheets save. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** What separates the most cells of a row. */
function bestOf(row: string): string {
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, cells: split(row, delimiter).length }));
  return counted.reduce((a, b) => (b.cells > a.cells ? b : a)).delimiter;
}

/** The cells of a row, in quotes or without. */
function split(row: string, delimiter: string): readonly string[] {
  const cell = new RegExp(`\\${delimiter} *(?:"((?:[^"]|"")*)"|([^\\${delimiter}]*))`, "g");
  return [...`${delimiter}${row}`.matchAll(cell)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
}
