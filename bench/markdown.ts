/** Tables and figures as Markdown that is also readable in a terminal. */

/** A table with its columns aligned: the first `texts` columns hold text, the others figures. */
export function table(texts: number, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, column) =>
      column < texts ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, column) => (column < texts ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** A figure with so many digits behind the point; "-" where nothing was measured. */
export function figure(value: number | undefined, digits = 0): string {
  if (value === undefined || Number.isNaN(value)) return "-";
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function percent(share: number | undefined): string {
  return share === undefined ? "-" : `${figure(share * 100)} %`;
}

/** A rate with its unit, as short as a table needs it. */
export function rate(value: number | undefined, unit: "requests/s" | "MB/s"): string {
  return value === undefined ? "-" : `${figure(value)}${unit === "MB/s" ? " MB" : ""}/s`;
}
