import { escapeControls } from "./printable.ts";

/** How rows are printed: in columns for people, as JSON for programs. */
export interface Shown<Row> {
  /** Column titles, and the text of each cell. */
  readonly columns: { readonly [title: string]: (row: Row) => string };
  readonly json: (row: Row) => string;
}

/** The flag of every command that prints rows. */
export const JSON_FLAG = ["--json", "one JSON object on each line, for programs"] as const;

/** Prints rows as a table, or as one JSON object per line. */
export function printRows<Row>(rows: readonly Row[], { columns, json }: Shown<Row>, isJson: true | undefined): void {
  if (isJson) for (const row of rows) process.stdout.write(`${escapeControls(json(row))}\n`);
  else printTable([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]);
}

/** Prints rows in aligned columns. The first row is the header. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  }
}

/** A time in UTC to the minute: `2026-12-01T08:00Z`. */
export function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}
