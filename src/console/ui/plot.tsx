/* A count per day, as bars with axes and as a table. */
import type { ComponentChildren } from "preact";
import { allTexts, formatNumber } from "../app/formats/language.ts";
import { formatDate, formatShort } from "../app/formats/view-formats.ts";
import { axisSteps } from "./axis.ts";

export interface DayCount {
  /** Such as 2026-12-01. */
  readonly date: string;
  readonly count: number;
}

interface DataTableProps {
  readonly title: string;
  /** The summary that hides the table; by default it says that the table has the same data. */
  readonly summary?: string;
  readonly headers: readonly string[];
  /** The first cell heads the row; the others are numbers unless they are strings. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** Data as a table behind a summary. */
export function DataTable({ title, summary, headers, rows }: DataTableProps) {
  return (
    <details>
      <summary>{summary ?? allTexts.value.common.asTable}</summary>
      <table>
        <caption class="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {headers.map((header, index) => (
              <th key={header} scope="col" class={index === 0 ? undefined : "number"}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...others], index) => (
            <tr key={index}>
              <th scope="row">{first}</th>
              {others.map((cell, column) => (
                <td key={column} class="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function DayPlot({ title, days }: { readonly title: string; readonly days: readonly DayCount[] }) {
  const { today: words } = allTexts.value;
  const total = formatNumber(days.reduce((sum, { count }) => sum + count, 0));
  return (
    <figure class="plot">
      <figcaption class="muted">{words.inDays(days.length, total)}</figcaption>
      <Bars days={days} label={words.plotLabel(title, days.length, total)} />
      <DataTable
        title={title}
        headers={[words.day, words.count]}
        rows={days.toReversed().map(({ date, count }) => [formatDate(date), formatNumber(count)])}
      />
    </figure>
  );
}

/* X in percent, so that texts keep their size on every screen; Y in pixels. */
const LEFT = 9;
const RIGHT = 98;
const TOP = 10;
const HEIGHT = 130;
const LABELS = 24;
const WEEK = 7;

function Bars({ days, label }: { readonly days: readonly DayCount[]; readonly label: string }) {
  const steps = axisSteps(Math.max(...days.map(({ count }) => count)));
  const top = steps.at(-1) ?? 1;
  const y = (count: number) => TOP + HEIGHT * (1 - count / top);
  const width = (RIGHT - LEFT) / days.length;
  const x = (index: number) => LEFT + index * width;
  return (
    <svg class="bars" role="img" aria-label={label} width="100%" height={TOP + HEIGHT + LABELS}>
      {steps.map((step) => (
        <g key={step}>
          <line class="grid" x1={`${LEFT}%`} x2={`${RIGHT}%`} y1={y(step)} y2={y(step)} />
          <text x={`${LEFT - 1.5}%`} y={y(step) + 4} text-anchor="end">
            {formatShort(step)}
          </text>
        </g>
      ))}
      {days.map(({ date, count }, index) => (
        <rect
          key={date}
          x={`${x(index) + width * 0.15}%`}
          width={`${width * 0.7}%`}
          y={y(count)}
          height={HEIGHT + TOP - y(count)}
          rx="2"
        >
          <title>{`${formatDate(date)}: ${formatNumber(count)}`}</title>
        </rect>
      ))}
      {days.map(({ date }, index) => {
        if ((days.length - 1 - index) % WEEK !== 0) return null;
        // Labels end at their day: on a phone, centred ones would overlap.
        return (
          <text key={date} x={`${x(index + 1)}%`} y={TOP + HEIGHT + 17} text-anchor="end">
            {formatDate(date)}
          </text>
        );
      })}
    </svg>
  );
}
