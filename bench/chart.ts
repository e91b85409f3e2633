/** The run as a bar chart: one group a workload, one bar a server. Plain SVG, readable on light and dark. */
import type { Results } from "./results.ts";
import type { ServerKind } from "./servers.ts";
import type { Workload } from "./workloads.ts";

const width = 860;
const labelWidth = 150;
const figureWidth = 150;
const barHeight = 15;
const barGap = 4;
const groupGap = 40;
const top = 74;

/** Colours by what a server is, each with enough contrast on white and on near-black. */
const style = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 } .group { font-weight: 600 } .note { fill: #59636e }
  .petstore { fill: #1a7f37 } .peer { fill: #6e7781 } .limit { fill: #b6bec7 }
  .background { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9198a1 }
    .petstore { fill: #3fb950 } .peer { fill: #8b949e } .limit { fill: #484f58 }
    .background { fill: #0d1117 }
  }`;

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function text(x: number, y: number, content: string, name = ""): string {
  return `<text x="${x}" y="${y}"${name === "" ? "" : ` class="${name}"`}>${escapeXml(content)}</text>`;
}

interface Bar {
  readonly name: string;
  readonly kind: ServerKind;
  readonly rate: number;
  readonly toBestPeer: number | undefined;
}

function bars(results: Results, { id }: Workload): Bar[] {
  const best = results.bestPeer(id);
  return results.servers.flatMap(({ name, kind }) => {
    const rate = results.median(name, id, "rate");
    return rate === undefined ? [] : [{ name, kind, rate, toBestPeer: results.ratio(name, best, id) }];
  });
}

/** One workload's group; bars are as long as their rate within it, since units and sizes differ between groups. */
function group(all: readonly Bar[], { id, title, unit }: Workload, y: number): string[] {
  const longest = Math.max(...all.map(({ rate }) => rate));
  const room = width - labelWidth - figureWidth;
  const rows = all.map(({ name, kind, rate, toBestPeer }, row) => {
    const at = y + 10 + row * (barHeight + barGap);
    const length = Math.max(1, Math.round((rate / longest) * room));
    const ratio = toBestPeer === undefined ? "" : ` (${toBestPeer.toFixed(2)} x)`;
    const label = `${Math.round(rate).toLocaleString("en-US")}${ratio}`;
    return [
      text(16, at + 12, name),
      `<rect class="${kind}" x="${labelWidth}" y="${at}" width="${length}" height="${barHeight}" rx="2"/>`,
      text(labelWidth + length + 6, at + 12, label),
    ].join("\n");
  });
  return [text(16, y, `${id}: ${title}, ${unit}`, "group"), ...rows];
}

/** Draws the medians of every workload that was measured. */
export function chart(results: Results, workloads: readonly Workload[], machine: string): string {
  const parts: string[] = [];
  let y = top + 24;
  for (const workload of workloads) {
    const all = bars(results, workload);
    if (all.length === 0) continue;
    parts.push(...group(all, workload, y));
    y += 10 + all.length * (barHeight + barGap) + groupGap;
  }
  const [processor = "", system = "", ...rest] = machine.split("; ");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img" aria-label="Benchmark: rates by workload and server">`,
    `<style>${style}\n</style>`,
    `<rect class="background" width="${width}" height="${y}"/>`,
    text(16, 28, "More is better; in brackets, times the best peer", "title"),
    text(16, 46, `${processor}; ${system}`, "note"),
    text(16, 62, rest.join("; "), "note"),
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}
