/** The run as a bar chart: one group a workload, one bar a server. Plain SVG, readable on light and dark. */
import type { Machine } from "./machine.ts";
import { figure, rate } from "./markdown.ts";
import type { Results } from "./results.ts";
import type { ServerKind } from "./servers.ts";
import { limitOf, type Workload } from "./workloads.ts";

const width = 900;
const margin = 20;
const labelWidth = 180;
const figureWidth = 160;
const barHeight = 16;
const barGap = 5;
const groupGap = 40;

/** Colours by what a server is, each with enough contrast on white and on near-black; limits are hollow besides. */
const style = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .title { font-size: 18px; font-weight: 600 } .group { font-size: 14px; font-weight: 600 } .note { fill: #59636e }
  .petstore { fill: #1a7f37 } .peer { fill: #818b98 } .limit { fill: none; stroke: #818b98; stroke-width: 1.5 }
  .background { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9198a1 }
    .petstore { fill: #3fb950 } .background { fill: #0d1117 }
  }`;

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function text(x: number, y: number, content: string, name = ""): string {
  return `<text x="${x}" y="${y}"${name === "" ? "" : ` class="${name}"`}>${escapeXml(content)}</text>`;
}

function bar(x: number, y: number, length: number, kind: ServerKind): string {
  return `<rect class="${kind}" x="${x}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`;
}

interface Row {
  readonly name: string;
  readonly kind: ServerKind;
  readonly rate: number;
  /** Times the best peer, or the limit where there are no peers. */
  readonly ratio: number | undefined;
}

function rowsOf(results: Results, { id, engine }: Workload): Row[] {
  const reference = results.bestPeer(id) ?? limitOf[engine];
  return results.servers.flatMap(({ name, kind }) => {
    const median = results.median(name, id, "rate");
    return median === undefined ? [] : [{ name, kind, rate: median, ratio: results.ratio(name, reference, id) }];
  });
}

/** One workload's group; bars are as long as their rate within it, since units and sizes differ between groups. */
function group(rows: readonly Row[], { id, title, unit }: Workload, y: number): string[] {
  const longest = Math.max(...rows.map((row) => row.rate));
  const room = width - 2 * margin - labelWidth - figureWidth;
  const bars = rows.map((row, index) => {
    const at = y + 12 + index * (barHeight + barGap);
    const length = Math.max(2, Math.round((row.rate / longest) * room));
    const ratio = row.ratio === undefined ? "" : ` (${figure(row.ratio, 2)} x)`;
    return [
      text(margin, at + 13, row.name),
      bar(margin + labelWidth, at, length, row.kind),
      text(margin + labelWidth + length + 8, at + 13, `${rate(row.rate, unit)}${ratio}`),
    ].join("\n");
  });
  return [text(margin, y, `${id}: ${title}`, "group"), ...bars];
}

const kinds: readonly [kind: ServerKind, meaning: string, x: number][] = [
  ["petstore", "petstore", margin],
  ["peer", "peer: a framework on SQLite", margin + 110],
  ["limit", "limit: answers without key and checks", margin + 340],
];

function legend(y: number): string[] {
  return kinds.flatMap(([kind, meaning, x]) => {
    return [bar(x, y, barHeight, kind), text(x + barHeight + 8, y + 13, meaning)];
  });
}

/** Draws the medians of every workload that was measured. */
export function chart(results: Results, workloads: readonly Workload[], machine: Machine): string {
  const parts = [
    text(margin, 36, "Requests or megabytes a second: longer is better", "title"),
    text(margin, 60, "In brackets: times the best peer; in W7, where there is none, times the bare driver", "note"),
    text(margin, 80, `${machine.hardware}; ${machine.software}`, "note"),
    text(margin, 100, `${machine.placement}; ${machine.date}`, "note"),
    ...legend(118),
  ];
  let y = 174;
  for (const workload of workloads) {
    const rows = rowsOf(results, workload);
    if (rows.length === 0) continue;
    parts.push(...group(rows, workload, y));
    y += 12 + rows.length * (barHeight + barGap) + groupGap;
  }
  const height = y - groupGap + margin;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Benchmark: rates by workload and server">`,
    `<style>${style}\n</style>`,
    `<rect class="background" width="${width}" height="${height}"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}
