/* The first rows of a table, read in the browser, for people to recognise what the service could not. */

/** Possible delimiters. */
const DELIMITERS = [";", ",", "\t", "|"] as const;

/** How many bytes of a file are read. */
const LOOKED_AT = 16_384;

export interface FileRows {
  /** The titles, if the file has any. */
  readonly titles: readonly string[];
  /** The cells of the rows below, by line number. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
}

/**
 * Reads the first rows below the titles that the service found; without titles, those after the first row with several
 * cells. Does not join a cell that contains a line break.
 */
export async function rowsIn(file: File, found: readonly string[]): Promise<FileRows> {
  const lines = textOf(await file.slice(0, LOOKED_AT).arrayBuffer()).split(/\r\n|\n|\r/);
  // The last line may be cut off.
  const rows = file.size <= LOOKED_AT ? lines : lines.slice(0, -1);
  const index = rows.findIndex((row) => {
    const cells = split(row, bestOf(row));
    return found.length === 0 ? cells.length > 1 : cells.join("\n") === found.join("\n");
  });
  if (index === -1) return { titles: found, cells: new Map() };
  const [titles = "", ...below] = rows.slice(index);
  const delimiter = bestOf(titles);
  // Lines count from 1 and include the titles.
  const cells = below.map((row, nth) => [index + 2 + nth, split(row, delimiter)] as const);
  return {
    titles: split(titles, delimiter),
    cells: new Map(cells.filter(([, row]) => row.some((cell) => cell !== ""))),
  };
}

/** Decodes the encodings that spreadsheets save. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The delimiter that splits a row into most cells. */
function bestOf(row: string): string {
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, cells: split(row, delimiter).length }));
  return counted.reduce((a, b) => (b.cells > a.cells ? b : a)).delimiter;
}

/** The cells of a row, quoted or not. */
function split(row: string, delimiter: string): readonly string[] {
  const cell = new RegExp(`\\${delimiter} *(?:"((?:[^"]|"")*)"|([^\\${delimiter}]*))`, "g");
  return [...`${delimiter}${row}`.matchAll(cell)].map(([, quoted, plain = ""]) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
}
