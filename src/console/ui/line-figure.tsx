import type { ComponentProps } from "preact";
import { DataTable } from "./plot.tsx";

/** The size of the drawing. */
export const WIDTH = 400;
export const HEIGHT = 96;

/** A function from times to places across the drawing, from the first to the last time. */
export function across(start: number, end: number): (at: number) => string {
  return (at) => (((at - start) / Math.max(1, end - start)) * WIDTH).toFixed(1);
}

interface LineFigureProps {
  /** What a screen reader says in place of the drawing. */
  readonly label: string;
  /** The line, as the path of an SVG. */
  readonly line: string;
  readonly highest: string;
  readonly ends: readonly [first: string, last: string];
  readonly table: ComponentProps<typeof DataTable>;
}

/** A line over time with what is highest and when it begins and ends, and the same as a table. */
export function LineFigure({ label, line, highest, ends: [first, last], table }: LineFigureProps) {
  return (
    <figure class="stock-plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={`M0 ${HEIGHT}H${WIDTH}`} class="axis" />
        <path d={line} class="line" />
      </svg>
      <p class="plot-top" aria-hidden="true">
        {highest}
      </p>
      <p class="row between plot-ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <DataTable {...table} />
    </figure>
  );
}
