import type { Care } from "../../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../../app/formats/language.ts";
import { DataTable } from "../../../ui/plot.tsx";

const WIDTH = 400;
const HEIGHT = 96;

/** Room above and below the line. */
const MARGIN = 8;

interface WeightPlotProps {
  readonly name: string;
  /** The latest first. */
  readonly weights: readonly Care[];
}

/** What a pet weighed, as a line, and the same as a table. */
export function WeightPlot({ name, weights }: WeightPlotProps) {
  const { care: words } = allTexts.value;
  const [newest, oldest] = [weights[0], weights.at(-1)];
  // One point is no line.
  if (newest === undefined || oldest === undefined || newest.doneOn === oldest.doneOn) return null;
  const [first, last] = [oldest, newest].map(({ doneOn = "" }) => formatPlainDate(doneOn));
  const highest = Math.max(...weights.map(({ grams = 0 }) => grams));
  return (
    <figure class="stock-plot">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.weights(name, first ?? "", last ?? "")}
      >
        <path d={`M0 ${HEIGHT}H${WIDTH}`} class="axis" />
        <path d={lineOf(weights)} class="line" />
      </svg>
      <p class="plot-top" aria-hidden="true">
        {words.grams(formatNumber(highest))}
      </p>
      <p class="row between plot-ends" aria-hidden="true">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <DataTable
        title={words.weights(name, first ?? "", last ?? "")}
        headers={[words.day, words.weight]}
        rows={weights.map(({ doneOn = "", grams = 0 }) => [formatPlainDate(doneOn), words.grams(formatNumber(grams))])}
      />
    </figure>
  );
}

/** A line from weight to weight, from the lowest to the highest. */
function lineOf(weights: readonly Care[]): string {
  const points = weights.map(({ doneOn = "", grams = 0 }) => ({ at: Date.parse(doneOn), grams })).reverse();
  const times = points.map(({ at }) => at);
  const all = points.map(({ grams }) => grams);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const x = (at: number) => (((at - start) / Math.max(1, end - start)) * WIDTH).toFixed(1);
  const y = (grams: number) =>
    (HEIGHT - MARGIN - ((grams - lowest) / Math.max(1, highest - lowest)) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  return `M${points.map(({ at, grams }) => `${x(at)} ${y(grams)}`).join("L")}`;
}
