/** Markdown tables that are also readable in a terminal, and the parts of documents that runs write. */
import type { Spread } from "./results.ts";

/** A table with aligned columns; the first `texts` columns hold text, the others figures. */
export function table(texts: number, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = widths.map((width, column) => {
      const cell = cells[column] ?? "";
      return column < texts ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column < texts ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** A figure with so many decimals; "-" where nothing was measured. */
export function figure(value: number | undefined, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return "-";
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A median with its quartiles. */
export function spread(of: Spread | undefined): string {
  return of === undefined ? "-" : `${figure(of.middle, 2)} [${figure(of.low, 2)} to ${figure(of.high, 2)}]`;
}

export function percent(share: number | undefined): string {
  return share === undefined ? "-" : `${figure(share * 100)} %`;
}

/** Replaces what a document of docs/ holds between `<!-- name: ... -->` and `<!-- /name -->`. */
export async function writeBetweenMarkers(document: string, name: string, text: string): Promise<void> {
  const file = Bun.file(new URL(`../docs/${document}`, import.meta.url));
  const marked = new RegExp(`(<!-- ${name}: .*-->\n).*(<!-- /${name} -->)`, "s");
  const before = await file.text();
  if (!marked.test(before)) throw new Error(`docs/${document} has no markers for ${name}`);
  await file.write(before.replace(marked, (_, begin: string, end: string) => `${begin}${text}\n${end}`));
}
