import type { StockChange } from "../../../../client/index.ts";
import { now } from "../../../app/formats/day.ts";
import { allTexts, formatDay, formatNumber } from "../../../app/formats/language.ts";
import { formatDifference, formatTime } from "../../../app/formats/view-formats.ts";
import { DataTable } from "../../../ui/plot.tsx";

const WIDTH = 400;
const HEIGHT = 96;

interface StockPlotProps {
  readonly name: string;
  /** The newest first, as far back as they are read. */
  readonly changes: readonly StockChange[];
}

/** The stock of a pet over time: a line with a step for each change, and the same as a table. */
export function StockPlot({ name, changes }: StockPlotProps) {
  const { history: words } = allTexts.value;
  const [newest, oldest] = [changes[0], changes.at(-1)];
  // One point is no line.
  if (newest === undefined || oldest === undefined || newest === oldest) return null;
  const quantities = changes.map(({ quantity }) => quantity);
  const [lowest, highest] = [Math.min(...quantities), Math.max(...quantities)];
  return (
    <figure class="stock-plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.plot(
          name,
          formatDay(oldest.at),
          formatDay(newest.at),
          formatNumber(lowest),
          formatNumber(highest),
        )}
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} class="axis" />
        <path d={stepLine(changes, highest)} class="line" />
      </svg>
      <p class="plot-top" aria-hidden="true">
        {formatNumber(highest)}
      </p>
      <p class="row between plot-ends" aria-hidden="true">
        <span>{formatDay(oldest.at)}</span>
        <span>{words.now}</span>
      </p>
      <DataTable
        title={name}
        headers={[words.at, words.reason, words.change, words.quantity]}
        rows={changes.map(({ at, reason, delta, quantity }) => [
          formatTime(at),
          words.reasons[reason],
          formatDifference(delta),
          formatNumber(quantity),
        ])}
      />
    </figure>
  );
}

/** A horizontal line from each change to the next, and from the last one until now. */
function stepLine(changes: readonly StockChange[], highest: number): string {
  const points = changes.map(({ at, quantity }) => ({ at: Date.parse(at), quantity })).reverse();
  const start = points[0]?.at ?? 0;
  const end = Math.max(now(), points.at(-1)?.at ?? 0);
  const x = (at: number) => (((at - start) / Math.max(1, end - start)) * WIDTH).toFixed(1);
  // Room above the line, and an empty shop is a line at the bottom.
  const y = (quantity: number) => (HEIGHT - (quantity / Math.max(1, highest)) * (HEIGHT - 8)).toFixed(1);
  const steps = points.slice(1).map(({ at, quantity }) => `H${x(at)}V${y(quantity)}`);
  return `M0 ${y(points[0]?.quantity ?? 0)}${steps.join("")}H${WIDTH}`;
}
