import type { Care } from "../../../../client/index.ts";
import { allTexts, formatNumber, formatPlainDate } from "../../../app/formats/language.ts";
import { across, HEIGHT, LineFigure } from "../../../ui/line-figure.tsx";

/** Space above and below the line, in pixels. */
const MARGIN = 8;

interface WeightPlotProps {
  readonly name: string;
  /** Newest first. */
  readonly weights: readonly Care[];
}

/** The weight of a pet as a line, and as a table. */
export function WeightPlot({ name, weights }: WeightPlotProps) {
  const { care: words } = allTexts.value;
  const [newest, oldest] = [weights[0], weights.at(-1)];
  // One point makes no line.
  if (newest === undefined || oldest === undefined || newest.doneOn === oldest.doneOn) return null;
  const [first, last] = [oldest, newest].map(({ doneOn = "" }) => formatPlainDate(doneOn));
  const highest = Math.max(...weights.map(({ grams = 0 }) => grams));
  const label = words.weights(name, first ?? "", last ?? "");
  const rows = weights.map(({ doneOn = "", grams = 0 }) => [formatPlainDate(doneOn), words.grams(formatNumber(grams))]);
  return (
    <LineFigure
      label={label}
      line={lineOf(weights)}
      highest={words.grams(formatNumber(highest))}
      ends={[first ?? "", last ?? ""]}
      table={{ title: label, headers: [words.day, words.weight], rows }}
    />
  );
}

/** The path of the line, scaled from the lowest to the highest weight. */
function lineOf(weights: readonly Care[]): string {
  const points = weights.map(({ doneOn = "", grams = 0 }) => ({ at: Date.parse(doneOn), grams })).reverse();
  const times = points.map(({ at }) => at);
  const all = points.map(({ grams }) => grams);
  const [start, end] = [Math.min(...times), Math.max(...times)];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const x = across(start, end);
  const y = (grams: number) =>
    (HEIGHT - MARGIN - ((grams - lowest) / Math.max(1, highest - lowest)) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  return `M${points.map(({ at, grams }) => `${x(at)} ${y(grams)}`).join("L")}`;
}
