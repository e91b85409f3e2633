/* Pairs such as `sex:Bock=male,name:"Rex, jr."=Rex`, in which people answer questions about a file (decision D89). */

/** What one text stands for. */
export interface WrittenPair {
  /** The name before the colon, if there is one. */
  readonly column: string | undefined;
  /** Undefined for every cell of the column that cannot be imported. */
  readonly from: string | undefined;
  readonly to: string;
  /** As it was written. */
  readonly text: string;
}

const QUOTED = `"(?:[^"]|"")*"`;
const PAIR = new RegExp(String.raw`(?:([^:=",]*):)?\s*(${QUOTED}|[^=,"][^=,]*|)\s*=\s*(${QUOTED}|[^,]*)(?:,|$)`, "y");

/** Reads pairs; undefined for a malformed text. A text in double quotes may have any character; a quotation mark is doubled. */
export function readPairs(text: string): readonly WrittenPair[] | undefined {
  const pairs: WrittenPair[] = [];
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < text.length) {
    const match = PAIR.exec(text);
    if (match === null) return undefined;
    const [written, column, from = "", to = ""] = match;
    pairs.push({
      column,
      from: from === ANY ? undefined : unquoted(from),
      to: unquoted(to),
      text: written.replace(/,$/, ""),
    });
  }
  return pairs.length === 0 ? undefined : pairs;
}

function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length > 1
    ? text.slice(1, -1).replaceAll('""', '"')
    : text.trim();
}

/** Stands for every cell of a column that cannot be imported and, as the name of a pet, for its kind and reference. */
export const ANY = "*";

/** The category that is offered to pets without one. */
export const OTHER = "Other";

/** Writes a pair so that it reads back. `from` is undefined for all cells that cannot be imported. */
export function writePair(column: string | undefined, from: string | undefined, to: string): string {
  const before = column === undefined ? "" : `${column}:`;
  return `${before}${from === undefined ? ANY : from === ANY ? `"${ANY}"` : written(from)}=${written(to)}`;
}

function written(text: string): string {
  const isPlain = text !== "" && text === text.trim() && !/[",=:\n\r]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
