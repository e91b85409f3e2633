import type { ComponentProps } from "preact";
import { DataTable } from "./plot.tsx";

/** The size of the drawing, in its own units. */
export const WIDTH = 400;
export const HEIGHT = 96;

/** Returns a scale from times to x coordinates. */
export function across(start: number, end: number): (at: number) => string {
  return (at) => (((at - start) / Math.max(1, end - start)) * WIDTH).toFixed(1);
}

interface LineFigureProps {
  /** The accessible name of the drawing. */
  readonly label: string;
  /** The line as SVG path data. */
  readonly line: string;
  readonly highest: string;
  readonly ends: readonly [first: string, last: string];
  readonly table: ComponentProps<typeof DataTable>;
}

/** A line over time, labelled with its maximum and its ends, and the same data as a table. */
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
