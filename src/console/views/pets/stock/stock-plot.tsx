import type { StockChange } from "../../../../client/index.ts";
import { now } from "../../../app/formats/day.ts";
import { allTexts, formatDay, formatNumber } from "../../../app/formats/language.ts";
import { formatDifference, formatTime } from "../../../app/formats/view-formats.ts";
import { across, HEIGHT, LineFigure, WIDTH } from "../../../ui/line-figure.tsx";

interface StockPlotProps {
  readonly name: string;
  /** Newest first, down to where they are loaded. */
  readonly changes: readonly StockChange[];
}

/** The stock of a pet over time as a stepped line, and as a table. */
export function StockPlot({ name, changes }: StockPlotProps) {
  const { history: words } = allTexts.value;
  const [newest, oldest] = [changes[0], changes.at(-1)];
  // One point makes no line.
  if (newest === undefined || oldest === undefined || newest === oldest) return null;
  const quantities = changes.map(({ quantity }) => quantity);
  const [lowest, highest] = [Math.min(...quantities), Math.max(...quantities)];
  const [first, last] = [formatDay(oldest.at), formatDay(newest.at)];
  const rows = changes.map(({ at, reason, delta, quantity }) => [
    formatTime(at),
    words.reasons[reason],
    formatDifference(delta),
    formatNumber(quantity),
  ]);
  return (
    <LineFigure
      label={words.plot(name, first, last, formatNumber(lowest), formatNumber(highest))}
      line={stepLine(changes, highest)}
      highest={formatNumber(highest)}
      ends={[first, words.now]}
      table={{ title: name, headers: [words.at, words.reason, words.change, words.quantity], rows }}
    />
  );
}

/** A step at each change; the last one extends to now. */
function stepLine(changes: readonly StockChange[], highest: number): string {
  const points = changes.map(({ at, quantity }) => ({ at: Date.parse(at), quantity })).reverse();
  const start = points[0]?.at ?? 0;
  const end = Math.max(now(), points.at(-1)?.at ?? 0);
  const x = across(start, end);
  // Leaves space above the line. A stock that was always 0 is a line at the bottom.
  const y = (quantity: number) => (HEIGHT - (quantity / Math.max(1, highest)) * (HEIGHT - 8)).toFixed(1);
  const steps = points.slice(1).map(({ at, quantity }) => `H${x(at)}V${y(quantity)}`);
  return `M0 ${y(points[0]?.quantity ?? 0)}${steps.join("")}H${WIDTH}`;
}
